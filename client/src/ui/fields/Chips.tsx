import { X } from 'lucide-react';
import type { Key } from 'react';
import './chips.css';

type Props = {
  /** Accessible name of the list. */
  label: string;
  chips: readonly { key: Key; name: string }[];
  /** Returns the label of the button that removes a chip. */
  removeLabel: (name: string) => string;
  onRemove: (key: Key) => void;
  /** True to show the chips inline, for example before a field. */
  inline?: boolean;
};

/** Shows selected values as chips, each with a button that removes it. */
export function Chips({ label, chips, removeLabel, onRemove, inline = false }: Props) {
  return (
    <ul className={inline ? 'chosen-chips inline' : 'chosen-chips'} aria-label={label}>
      {chips.map(({ key, name }) => (
        <li key={key}>
          <span>{name}</span>
          <button type="button" aria-label={removeLabel(name)} onClick={() => onRemove(key)}>
            <X className="i-16" />
          </button>
        </li>
      ))}
    </ul>
  );
}
