import type { Booking } from '@fundus/contract/lending/desk/timeline';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react';
import { findNextPlace, type GridRow, type Place } from './timeline-place.ts';

export type BookingMove = Place & { booking: Booking; by: 'pointer' | 'keys' };

/** Minimum distance of a drag in pixels. A shorter movement is a click. */
const FAR = 4;

type MovingOptions = {
  rows: readonly GridRow[];
  /** Element that contains the rows, which have the attribute `data-row`. */
  grid: RefObject<HTMLElement | null>;
  days: number;
  onStep: (moving: BookingMove) => void;
  onDrop: (moving: BookingMove) => void;
  onLeave: () => void;
};

/** Prevents the click that the browser sends at the end of a drag. */
function preventClick(): void {
  const stop = (event: MouseEvent) => event.stopPropagation();
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }));
}

/** Moves a booking with the pointer, or with Space and the arrow keys. Enter ends the move, and Escape cancels it. */
export function useBookingDrag({ rows, grid, days, onStep, onDrop, onLeave }: MovingOptions) {
  const [moving, setMoving] = useState<BookingMove | null>(null);
  const begun = useRef({ x: 0, y: 0, width: 1, far: false });
  const drop = useEffectEvent(onDrop);
  const leave = useEffectEvent(onLeave);
  /** Returns whether the row is a device of the same model as the booking. */
  const takes = useEffectEvent((row: number, booking: Booking): boolean =>
    rows.some((from) => from.model === rows[row]?.model && from.bookings.some(({ id }) => id === booking.id)),
  );

  const take = (booking: Booking, row: number, event: ReactPointerEvent<HTMLElement>): void => {
    const track = grid.current?.querySelector('[data-row]');
    if (event.button !== 0 || !track) return;
    event.preventDefault();
    event.currentTarget.focus();
    begun.current = { x: event.clientX, y: event.clientY, width: track.getBoundingClientRect().width / days, far: false };
    setMoving({ booking, row, shift: 0, by: 'pointer' });
  };

  const onKey = (booking: Booking, row: number, event: KeyboardEvent<HTMLElement>): void => {
    if (moving?.by === 'pointer') return;
    const to = moving && findNextPlace(moving, event.key, rows);
    if (event.key === ' ' || (event.key === 'Enter' && moving)) {
      event.preventDefault();
      if (moving) onDrop(moving);
      const next: BookingMove | null = moving ? null : { booking, row, shift: 0, by: 'keys' };
      setMoving(next);
      if (next) onStep(next);
    } else if (event.key === 'Escape' && moving) {
      event.preventDefault();
      setMoving(null);
      onLeave();
    } else if (to) {
      event.preventDefault();
      const next = { ...moving, ...to };
      setMoving(next);
      onStep(next);
    }
  };

  const pointed = moving?.by === 'pointer' ? moving.booking : null;
  useEffect(() => {
    if (pointed === null) return;
    const placeOf = (event: PointerEvent): Place | null => {
      const { x, y, width } = begun.current;
      const tracks = [...(grid.current?.querySelectorAll('[data-row]') ?? [])];
      const row = tracks.findIndex((track) => {
        const { top, bottom } = track.getBoundingClientRect();
        return top <= event.clientY && event.clientY < bottom;
      });
      begun.current.far ||= Math.hypot(event.clientX - x, event.clientY - y) > FAR;
      return begun.current.far && row >= 0 && takes(row, pointed) ? { row, shift: Math.round((event.clientX - x) / width) } : null;
    };
    const onMove = (event: PointerEvent) => {
      const place = placeOf(event);
      if (place) setMoving((before) => before && { ...before, ...place });
    };
    const onUp = (event: PointerEvent) => {
      const place = placeOf(event);
      if (begun.current.far) preventClick();
      setMoving(null);
      if (place) drop({ ...place, booking: pointed, by: 'pointer' });
    };
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setMoving(null);
      leave();
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onUp);
    addEventListener('keydown', onEscape);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onUp);
      removeEventListener('keydown', onEscape);
    };
  }, [pointed, grid]);

  const end = (): void => {
    if (!moving) return;
    setMoving(null);
    onLeave();
  };
  return { moving, take, onKey, end };
}
