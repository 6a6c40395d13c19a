import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../ui/use-debounced.ts';

type Props = { label: string; value: string; onFind: (q: string) => void };

/** A search field over a list; the address follows it when it stands still. */
export function FindField({ label, value, onFind }: Props) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed, 250);
  const find = useRef(onFind);
  useEffect(() => {
    find.current = onFind;
  });
  useEffect(() => {
    if (settled !== value) find.current(settled);
    // The address follows the field, not the other way round.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <label className="school-find">
      <Search className="i-16" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}
