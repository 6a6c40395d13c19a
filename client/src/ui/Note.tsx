import type { ReactNode } from 'react';
import './note.css';

type Props = {
  /** `bad` marks an error. */
  tone?: 'info' | 'bad';
  /** Live region: `alert` is announced at once, `status` when idle. */
  role?: 'alert' | 'status';
  className?: string;
  children: ReactNode;
};

/** Shows a notice with an optional icon before and a button after the text. */
export function Note({ tone = 'info', role, className, children }: Props) {
  return (
    <div className={['note', tone === 'bad' && 'note-bad', className].filter(Boolean).join(' ')} role={role}>
      {children}
    </div>
  );
}
