import { useEffect, useRef, type ReactNode } from 'react';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import './accounts.css';

type Props = {
  icon: ReactNode;
  tone?: 'good' | 'bad' | 'plain';
  title: string;
  /** Paragraphs that say what has happened and what happens next. */
  lines: readonly (string | false)[];
  /** Buttons and links below the text. */
  children?: ReactNode;
};

/** Shows a message that takes up the whole sign-in page. */
export function Notice({ icon, tone = 'plain', title, lines, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // Takes the focus, because the message replaces the form that had it.
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
