import type { ReactNode } from 'react';
import { Note } from '../Note.tsx';

/** Shows an error of the whole form and announces it. Shows nothing without children. */
export function FormProblem({ children }: { children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <Note tone="bad" role="alert">
      {children}
    </Note>
  );
}
