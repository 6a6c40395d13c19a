/** Keyboard control of table rows. Arrow keys, Home and End move the focus within a column, and Escape closes the expanded row. */
import { useEffect, useRef, type RefObject } from 'react';

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves the focus to the same column of another row. The attribute `data-cell` names the column of a cell. */
function moveFocus(event: KeyboardEvent, body: HTMLElement): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
  const step = STEPS[event.key];
  if (!cell || !step) return;
  const same = [...body.querySelectorAll<HTMLElement>(`[data-cell="${cell.dataset.cell}"]`)];
  event.preventDefault();
  const next = same[step(same.indexOf(cell), same.length - 1)];
  (next?.matches('button') ? next : next?.querySelector<HTMLElement>('input'))?.focus();
}

export function useRowKeys(onEscape: () => void): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const escape = useRef(onEscape);
  useEffect(() => {
    escape.current = onEscape;
  });
  useEffect(() => {
    const rows = body.current!;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) escape.current();
      moveFocus(event, rows);
    };
    rows.addEventListener('keydown', onKey);
    return () => rows.removeEventListener('keydown', onKey);
  }, []);
  return body;
}
