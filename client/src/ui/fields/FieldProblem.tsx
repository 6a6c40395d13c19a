import type { ReactNode } from 'react';
import './field.css';

/** Shows an error that does not belong to a single form field and announces it. Shows nothing without children. */
export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="field-error" id={id} role="alert">
      {children}
    </p>
  );
}
