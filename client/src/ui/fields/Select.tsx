import { ChevronDown } from 'lucide-react';
import './select.css';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  className?: string;
};

/** Native select with custom styling, which is the easiest control to use on a phone. */
export function Select<V extends string>({ label, value, options, onChange, className = '' }: Props<V>) {
  return (
    <span className={`select ${className}`}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value as V)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="i-16" />
    </span>
  );
}
