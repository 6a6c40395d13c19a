import { ArrowDown, ArrowUp } from 'lucide-react';
import './sort.css';

type Props = { name: string; label: string; sort: string; onSort: (sort: string) => void };

const turned = (sort: string, name: string): string => (sort === name ? `-${name}` : name);

/** Shows a sortable column header. */
export function SortHead({ name, label, sort, onSort }: Props) {
  const here = sort.replace('-', '') === name;
  const down = sort.startsWith('-');
  return (
    <th scope="col" aria-sort={here ? (down ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="sort-head" onClick={() => onSort(turned(sort, name))}>
        {label}
        {here && (down ? <ArrowDown className="i-16" /> : <ArrowUp className="i-16" />)}
      </button>
    </th>
  );
}
