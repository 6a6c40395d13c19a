/** Where the row with the focus goes, the one in its place takes it: whoever works with keys stays in the list. */
import { useEffect, useRef, type RefObject } from 'react';

/** What it gives is told where in the list the focus came. */
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
