import type { ReactNode } from 'react';
import './field.css';

/** What is wrong with something that is not one field of a form, read out at once; nothing where there is nothing to say. */
export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="field-error" id={id} role="alert">
      {children}
    </p>
  );
}
