import { Search } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import './find-field.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'onChange' | 'aria-label'> & {
  label: string;
  value: string;
  onType: (words: string) => void;
  /** As wide as what stands below it, not one tool among others in a bar. */
  wide?: boolean;
};

/** A search field over a list: a magnifier and its name inside. */
export function FindField({ label, onType, placeholder = label, wide = false, ...input }: Props) {
  return (
    <label className="find-field" data-wide={wide || undefined}>
      <Search className="i-16" />
      <input type="search" aria-label={label} placeholder={placeholder} {...input} onChange={(event) => onType(event.target.value)} />
    </label>
  );
}
