import type { ChangeEvent } from 'react';
import { TextField } from '../../../ui/fields/Field.tsx';

type Props = {
  label: string;
  hint?: string;
  value: string;
  error: string | null;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  /** True if the code consists of digits, as those of an authenticator app do. Recovery codes contain letters. */
  digits?: boolean;
};

/** Shows a field for the code of a second factor. */
export function CodeField({ label, hint, digits = false, ...field }: Props) {
  return (
    <TextField
      label={label}
      {...(hint && { hint })}
      name="code"
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...field}
    />
  );
}
