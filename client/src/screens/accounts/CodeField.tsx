import { useT } from '../../i18n/translate.ts';
import { TextField } from '../../ui/Field.tsx';
import { ruleText } from './rule-text.ts';

type Props = {
  label: string;
  hint?: string;
  value: string;
  /** The rule it breaks. */
  rule: string | undefined;
  onType: (code: string) => void;
  /** A code of the app is digits; a recovery code has letters. */
  digits?: boolean;
};

/** The code of a second factor. */
export function CodeField({ label, hint, value, rule, onType, digits = false }: Props) {
  const { t } = useT();
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
      value={value}
      error={ruleText(t, 'code', rule)}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
