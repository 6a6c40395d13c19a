import type { TextareaHTMLAttributes } from 'react';
import { Field } from './Field.tsx';

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { label: string; hint?: string; error?: string | null };

/** A field of several lines; it grows with what is written. */
export function TextArea({ label, hint, error, rows = 3, ...area }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <textarea rows={rows} {...area} {...ids} />}
    </Field>
  );
}
