/** Ordering by dragging: a handle in each row, a line where it will stand; the rows themselves do not move until it is let go. */
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

/** So near to the edge of the window the page moves along. */
const EDGE = 96;
const FASTEST = 18;

export type Drag = {
  /** Of the item that is dragged. */
  id: string;
  /** Before which place it would stand, counted from 0. */
  before: number;
};

/** The first of the rows whose middle lies below `y`; behind the last one otherwise. Pure. */
export function placeAt(rows: readonly { top: number; height: number }[], y: number): number {
  const at = rows.findIndex(({ top, height }) => y < top + height / 2);
  return at < 0 ? rows.length : at;
}

/** `onDrop` gets the place before which it was let go. Escape leaves everything as it was. */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, before: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pointer = useRef(0);
  const drop = useEffectEvent(onDrop);

  const begin = (id: string, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    pointer.current = event.clientY;
    setDrag({ id, before: rowsIn(list.current).findIndex((row) => row.contains(event.currentTarget)) });
  };

  const dragged = drag?.id;
  useEffect(() => {
    if (dragged === undefined) return;
    let before = -1;
    let frame = 0;
    const look = () => {
      const next = placeAt(
        rowsIn(list.current).map((row) => row.getBoundingClientRect()),
        pointer.current,
      );
      if (next === before) return;
      before = next;
      setDrag({ id: dragged, before });
    };
    const scroll = () => {
      const over = Math.min(pointer.current - EDGE, 0) + Math.max(pointer.current - (innerHeight - EDGE), 0);
      if (over !== 0) {
        scrollBy({ top: Math.max(-FASTEST, Math.min(FASTEST, over / 4)), behavior: 'instant' });
        look();
      }
      frame = requestAnimationFrame(scroll);
    };
    const onMove = (event: PointerEvent) => {
      pointer.current = event.clientY;
      look();
    };
    const onUp = () => {
      setDrag(null);
      if (before >= 0) drop(dragged, before);
    };
    const onCancel = () => setDrag(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(null);
    };
    frame = requestAnimationFrame(scroll);
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onCancel);
    addEventListener('keydown', onKey);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onCancel);
      removeEventListener('keydown', onKey);
    };
  }, [dragged, list]);

  return { drag, begin };
}

const rowsIn = (list: HTMLElement | null): Element[] => [...(list?.children ?? [])];
