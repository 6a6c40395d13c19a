/** Positions of bookings in the timeline. */
import { daysBetween, shiftDay, shiftMonths } from '@fundus/contract/days';
import type { Booking, TimelineModel, TimelineRow } from '@fundus/contract/lending/desk/timeline';
import { mondayOf, type TimelineSpan } from '../../parts/lending-view.ts';

/** Position of a moved booking: its row, and the number of days by which it is shifted. */
export type Place = { row: number; shift: number };

/** Returns the grid columns of a booking, starting at 1, or `null` if it is outside the visible days. */
export function columnsOf(
  { start, end }: { start: string; end: string },
  first: string,
  count: number,
): { from: number; to: number } | null {
  const from = Math.max(0, daysBetween(first, start));
  const to = Math.min(count - 1, daysBetween(first, end));
  return from > to ? null : { from: from + 1, to: to + 2 };
}

export const shiftBooking = ({ start, end }: Pick<Booking, 'start' | 'end'>, shift: number): { start: string; end: string } => ({
  start: shiftDay(start, shift),
  end: shiftDay(end, shift),
});

const STEPS: Record<string, Place> = {
  ArrowLeft: { row: 0, shift: -1 },
  ArrowRight: { row: 0, shift: 1 },
  ArrowUp: { row: -1, shift: 0 },
  ArrowDown: { row: 1, shift: 0 },
};

/** Device of a row, with the ID of its model. */
export type GridRow = TimelineRow & { model: string };

/** Returns the place after an arrow key, within the rows of the same model. Returns `undefined` for all other keys. */
export function findNextPlace(place: Place, key: string, rows: readonly GridRow[]): Place | undefined {
  const step = STEPS[key];
  if (!step) return undefined;
  const row = place.row + step.row;
  return { row: rows[row]?.model === rows[place.row]?.model ? row : place.row, shift: place.shift + step.shift };
}

/** A booking of the timeline, with its device and the name of its model. */
export type PickedBooking = { booking: Booking; item: TimelineRow; model: string };

/** Returns the booking with the ID, or `null` if it is not visible. */
export function findBooking(models: readonly TimelineModel[], id: string): PickedBooking | null {
  for (const { name, rows } of models)
    for (const item of rows) {
      const booking = item.bookings.find((each) => each.id === id);
      if (booking) return { booking, item, model: name };
    }
  return null;
}

type Placed = Pick<Booking, 'start' | 'end' | 'lessons'>;

/** Returns the lane of each booking, starting at 0. Bookings that share a day get different lanes. */
export function lanesOf(bookings: readonly Placed[]): number[] {
  const ends: string[] = [];
  return bookings.map(({ start, end }) => {
    const free = ends.findIndex((last) => last < start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = end;
    return lane;
  });
}

/** Returns the first and last day of the span that contains the day. */
export function daysOfSpan(span: TimelineSpan, day: string): { from: string; until: string } {
  if (span === 'day') return { from: day, until: day };
  if (span === 'week') return { from: mondayOf(day), until: shiftDay(mondayOf(day), 6) };
  const from = `${day.slice(0, 7)}-01`;
  return { from, until: shiftDay(shiftMonths(from, 1), -1) };
}

/** Returns the day shifted by a number of days, weeks or months. */
export const shiftSpan = (span: TimelineSpan, day: string, by: number): string =>
  span === 'month' ? shiftMonths(`${day.slice(0, 7)}-01`, by) : shiftDay(day, by * (span === 'week' ? 7 : 1));
