import type { ReactNode } from 'react';
import './note.css';

type Props = {
  /** `bad` marks an error. */
  tone?: 'info' | 'bad';
  /** Live region: `alert` is announced immediately, `status` when the screen reader is idle. */
  role?: 'alert' | 'status';
  className?: string;
  children: ReactNode;
};

/** Shows a note with an optional icon before the text and an optional button after it. */
export function Note({ tone = 'info', role, className, children }: Props) {
  return (
    <div className={['note', tone === 'bad' && 'note-bad', className].filter(Boolean).join(' ')} role={role}>
      {children}
    </div>
  );
}
