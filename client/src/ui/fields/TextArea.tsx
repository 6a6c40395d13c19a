import type { TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps } from './Field.tsx';

type Props = Omit<FieldProps, 'children'> & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>;

/** Multi-line field that grows with its content. */
export function TextArea({ label, hint, error, aside, rows = 3, ...area }: Props) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(ids) => <textarea rows={rows} {...area} {...ids} />}
    </Field>
  );
}
