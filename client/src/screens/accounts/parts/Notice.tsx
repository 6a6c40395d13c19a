import { useEffect, useRef, type ReactNode } from 'react';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import './accounts.css';

type Props = {
  icon: ReactNode;
  tone?: 'good' | 'bad' | 'plain';
  title: string;
  /** What happened and what comes next, a paragraph each. */
  lines: readonly (string | false)[];
  /** Buttons and links. */
  children?: ReactNode;
};

/** One message that fills a sign-in page: what happened, what to do. */
export function Notice({ icon, tone = 'plain', title, lines, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // It takes the place of a form that had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} className={`account-notice account-notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {icon}
      <PageHeading title={title} />
      {lines.filter(Boolean).map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
      {children && <div className="account-notice-actions">{children}</div>}
    </div>
  );
}
