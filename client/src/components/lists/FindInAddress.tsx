import { useEffect, useRef, useState } from 'react';
import { FindField } from '../../ui/fields/FindField.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

type Props = { label: string; value: string; onFind: (q: string) => void; wide?: boolean };

/** Shows a search field whose value is written to the address after a short pause. */
export function FindInAddress({ label, value, onFind, wide = false }: Props) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed, 250);
  const find = useRef(onFind);
  useEffect(() => {
    find.current = onFind;
  });
  useEffect(() => {
    if (settled !== value) find.current(settled);
    // The address follows the field, not the other way round.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled]);
  return <FindField wide={wide} label={label} value={typed} maxLength={100} onType={setTyped} />;
}
