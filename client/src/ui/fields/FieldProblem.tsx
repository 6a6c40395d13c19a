import type { ReactNode } from 'react';
import './field.css';

/** Shows and announces an error that does not belong to a single form field. Renders nothing without an error. */
export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="field-error" id={id} role="alert">
      {children}
    </p>
  );
}
