import { X } from 'lucide-react';
import type { Key } from 'react';
import './chips.css';

type Props = {
  /** What the list is, for those who do not see it. */
  label: string;
  chips: readonly { key: Key; name: string }[];
  /** Names the button that takes one away. */
  removeLabel: (name: string) => string;
  onRemove: (key: Key) => void;
  /** The chips stand among what is around the list, like words before a field. */
  inline?: boolean;
};

/** What was chosen, each to be taken away again. */
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
