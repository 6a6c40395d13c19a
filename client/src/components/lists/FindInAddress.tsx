import { useEffect, useRef, useState } from 'react';
import { FindField } from '../../ui/fields/FindField.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

type Props = { label: string; value: string; onFind: (q: string) => void; wide?: boolean; maxLength?: number };

/** Shows a search field that writes its value to the address after a short pause. */
export function FindInAddress({ label, value, onFind, wide = false, maxLength = 100 }: Props) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed, 250);
  const [known, setKnown] = useState(value);
  // Another filter or link has changed the query, so the field adopts the new one.
  if (value !== known) {
    setKnown(value);
    if (value.trim() !== settled.trim()) setTyped(value);
  }
  const find = useRef(onFind);
  useEffect(() => {
    find.current = onFind;
  });
  useEffect(() => {
    if (settled !== value) find.current(settled);
    // Runs only if the typed value changes, not if the address does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled]);
  return <FindField wide={wide} label={label} value={typed} maxLength={maxLength} onType={setTyped} />;
}
