/** Where a booking stands among devices and days, and where it would stand when it is moved. Pure. */
import { daysBetween, shiftDay } from '@fundus/contract/days';
import type { Booking, TimelineRow } from '@fundus/contract/lending/desk/timeline';

/** Which row, and by how many days later than it stands now. */
export type Place = { row: number; shift: number };

/** Columns of the grid, from 1 on; null: it lies outside of what is seen. */
export function columnsOf(
  { start, end }: { start: string; end: string },
  first: string,
  count: number,
): { from: number; to: number } | null {
  const from = Math.max(0, daysBetween(first, start));
  const to = Math.min(count - 1, daysBetween(first, end));
  return from > to ? null : { from: from + 1, to: to + 2 };
}

export const daysAt = ({ start, end }: Pick<Booking, 'start' | 'end'>, shift: number): { start: string; end: string } => ({
  start: shiftDay(start, shift),
  end: shiftDay(end, shift),
});

const STEPS: Record<string, Place> = {
  ArrowLeft: { row: 0, shift: -1 },
  ArrowRight: { row: 0, shift: 1 },
  ArrowUp: { row: -1, shift: 0 },
  ArrowDown: { row: 1, shift: 0 },
};

/** One step by a key, within the rows there are; undefined: it is no such key. */
export function stepTo(place: Place, key: string, rows: readonly TimelineRow[]): Place | undefined {
  const step = STEPS[key];
  return step && { row: Math.min(rows.length - 1, Math.max(0, place.row + step.row)), shift: place.shift + step.shift };
}

/** Lessons of one day stand below each other: below how many that begin on its days a booking stands. */
export const laneOf = (bookings: readonly Pick<Booking, 'start' | 'end' | 'lessons'>[], nth: number): number => {
  const { start, lessons } = bookings[nth]!;
  return lessons === null ? 0 : bookings.slice(0, nth).filter((before) => before.lessons !== null && before.end >= start).length;
};

/** How many stand below each other. */
export const lanesOf = (bookings: readonly Pick<Booking, 'start' | 'end' | 'lessons'>[]): number =>
  bookings.reduce((most, _, nth) => Math.max(most, laneOf(bookings, nth) + 1), 1);
