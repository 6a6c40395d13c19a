/** Moves the keyboard focus to the row that follows if the focused row is removed from a list. */
import { useEffect, useRef, type RefObject } from 'react';

/** Returns a function that remembers the row of a focused element. Call it on focus. */
export function useFocusInPlace(list: RefObject<HTMLElement | null>): (target: Element) => void {
  const last = useRef<{ row: Element; at: number } | null>(null);
  useEffect(() => {
    if (!last.current || last.current.row.isConnected) return;
    const rows = list.current!.children;
    if (document.activeElement === document.body)
      rows[Math.min(last.current.at, rows.length - 1)]?.querySelector<HTMLElement>('a, button')?.focus();
    last.current = null;
  });
  return (target) => {
    const rows = [...(list.current?.children ?? [])];
    const at = rows.findIndex((row) => row.contains(target));
    if (at >= 0) last.current = { row: rows[at]!, at };
  };
}
