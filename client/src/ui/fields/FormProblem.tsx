import type { ReactNode } from 'react';
import { Note } from '../Note.tsx';

/** What is wrong with a form as a whole, read out at once; nothing where there is nothing to say. */
export function FormProblem({ children }: { children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <Note tone="bad" role="alert">
      {children}
    </Note>
  );
}
