import { Search } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import './find-field.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'onChange' | 'aria-label'> & {
  label: string;
  value: string;
  onType: (words: string) => void;
  /** True to use the full width of the content below. */
  wide?: boolean;
};

/** Search field for a list, with an icon and its label as the placeholder. */
export function FindField({ label, onType, placeholder = label, wide = false, ...input }: Props) {
  return (
    <label className="find-field" data-wide={wide || undefined}>
      <Search className="i-16" />
      <input type="search" aria-label={label} placeholder={placeholder} {...input} onChange={(event) => onType(event.target.value)} />
    </label>
  );
}
