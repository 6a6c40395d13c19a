/** Reordering by dragging a handle. A line marks the target, and rows move only when the handle is released. */
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

/** Distance in pixels from the edge of the window within which dragging scrolls the page. */
const EDGE = 96;
const FASTEST = 18;

export type Drag = {
  /** Id of the dragged item. */
  id: string;
  /** Index of the row before which the item is dropped. */
  before: number;
};

/** Returns the index of the first row whose middle is below `y`, or the number of rows. Pure. */
export function findDropIndex(rows: readonly { top: number; height: number }[], y: number): number {
  const at = rows.findIndex(({ top, height }) => y < top + height / 2);
  return at < 0 ? rows.length : at;
}

/** Returns the state of dragging and the event handlers. `onDrop` receives the id and the target index. Escape cancels. */
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
    const updateTarget = () => {
      const next = findDropIndex(
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
        updateTarget();
      }
      frame = requestAnimationFrame(scroll);
    };
    const onMove = (event: PointerEvent) => {
      pointer.current = event.clientY;
      updateTarget();
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
