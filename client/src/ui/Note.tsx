import type { ReactNode } from 'react';
import './note.css';

type Props = {
  /** `bad`: something is wrong. */
  tone?: 'info' | 'bad';
  /** Read out when it appears: at once, or when there is time. */
  role?: 'alert' | 'status';
  className?: string;
  children: ReactNode;
};

/** Something worth knowing above or between what stands there: words, a sign before them, a button behind them. */
export function Note({ tone = 'info', role, className, children }: Props) {
  return (
    <div className={['note', tone === 'bad' && 'note-bad', className].filter(Boolean).join(' ')} role={role}>
      {children}
    </div>
  );
}
