import type { ReactElement } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import './tours.css';

type Named = { id: string; name: string; city?: string };
type Props<T extends Named> = { rows: readonly T[]; icon: ReactElement; label: (name: string) => string; onPick: (row: T) => void };

/** Lists names, each with a button that adds or removes the row. */
export const NamedRows = <T extends Named>({ rows, icon, label, onPick }: Props<T>) => (
  <ul className="open-schools">
    {rows.map((row) => (
      <li key={row.id}>
        <span>
          {row.name} {row.city && <span className="small-print">{row.city}</span>}
        </span>
        <IconButton label={label(row.name)} icon={icon} onClick={() => onPick(row)} />
      </li>
    ))}
  </ul>
);
