import type { ReactNode } from 'react';
import { Note } from '../Note.tsx';

/** Shows and announces an error of the whole form. Renders nothing without an error. */
export function FormProblem({ children }: { children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <Note tone="bad" role="alert">
      {children}
    </Note>
  );
}
