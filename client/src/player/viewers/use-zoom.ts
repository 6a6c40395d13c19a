import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { clampView, FITTED, pan, wheelFactor, zoomAt, zoomIn, zoomOut, type Point, type Size, type View } from './zoom.ts';

/** Distance in pixels that one press of an arrow key moves the picture. */
const KEY_STEP = 60;
const MOVES: Record<string, Point> = {
  ArrowLeft: { x: KEY_STEP, y: 0 },
  ArrowRight: { x: -KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP },
  ArrowDown: { x: 0, y: -KEY_STEP },
};

/**
 * Lets the user zoom and move a picture within the stage by keys, mouse wheel, double click, drag and pinch. `fitted` is the picture's size at scale
 * 1.
 */
export function useZoom(stage: RefObject<HTMLElement | null>, fitted: Size, frame: Size) {
  const [view, setView] = useState<View>(FITTED);
  const larger = (): void => setView((now) => zoomIn(now, fitted, frame));
  const smaller = (): void => setView((now) => zoomOut(now, fitted, frame));
  const reset = (): void => setView(FITTED);

  useEffect(() => {
    const element = stage.current!;
    // Scrolling past a picture must not zoom it. Only a pinch zooms, or the mouse wheel while the picture has the focus.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      const at = fromMiddle(event.clientX, event.clientY, element);
      setView((now) => zoomAt(now, wheelFactor(event.ctrlKey ? event.deltaY * 3 : event.deltaY), at, fitted, frame));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const by = MOVES[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') larger();
    else if (event.key === '-') smaller();
    else if (event.key === '0') reset();
    else if (by && view.scale > 1) setView((now) => pan(now, by, fitted, frame));
    else return;
    event.preventDefault();
  };

  const onDoubleClick = (event: MouseEvent): void => {
    const at = fromMiddle(event.clientX, event.clientY, event.currentTarget);
    setView((now) => (now.scale > 1 ? FITTED : zoomAt(now, 2.5, at, fitted, frame)));
  };

  const pointers = usePointers({
    captures: view.scale > 1,
    onDrag: (by) => setView((now) => pan(now, by, fitted, frame)),
    onPinch: (ratio, middle) => setView((now) => zoomAt(now, ratio, middle, fitted, frame)),
  });
  return { shown: clampView(view, fitted, frame), larger, smaller, reset, gestures: { onKeyDown, onDoubleClick, ...pointers } };
}

type Gestures = {
  /** True to follow a single pointer even outside of the element. */
  captures: boolean;
  onDrag: (by: Point) => void;
  onPinch: (ratio: number, middle: Point) => void;
};

/** Returns event handlers that convert pointer events into drags and pinches. */
function usePointers({ captures, onDrag, onPinch }: Gestures) {
  const fingers = useRef(new Map<number, Point>());
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (captures || fingers.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (!other) return onDrag({ x: now.x - before.x, y: now.y - before.y });
    const ratio = distance(now, other) / Math.max(1, distance(before, other));
    onPinch(ratio, fromMiddle((now.x + other.x) / 2, (now.y + other.y) / 2, event.currentTarget));
  };
  const onPointerUp = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function fromMiddle(clientX: number, clientY: number, element: Element): Point {
  const box = element.getBoundingClientRect();
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
}
