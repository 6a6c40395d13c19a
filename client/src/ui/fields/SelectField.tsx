import { ChevronDown } from 'lucide-react';
import { Field } from './Field.tsx';
import './select.css';

type Props<V extends string> = {
  label: string;
  hint?: string;
  error?: string | null;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

/** Form field with a native select. */
export function SelectField<V extends string>({ label, hint, error, value, options, onChange }: Props<V>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="select select-field">
          <select {...ids} value={value} onChange={(event) => onChange(event.target.value as V)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="i-16" />
        </span>
      )}
    </Field>
  );
}
