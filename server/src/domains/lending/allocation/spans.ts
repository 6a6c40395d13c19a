/** Periods of loans and the spans in which their devices are reserved (docs/behaviour/lending.md#availability). Pure. */
import { shiftDay } from '@fundus/contract/days';
import { courierBusy, type CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import {
  busyDays,
  collectUntil,
  openingDayFrom,
  isOpenOn,
  type ModelRules,
  type PointRules,
} from '@fundus/contract/lending/calendar/rules';
import type { Span } from './allocation.ts';

/** Period of a loan. `courier` contains the days of delivery and pickup, if known. */
export type Period = { start: string; end: string; lessons: Lessons | null; courier?: CourierDays | null };

/**
 * Returns the span in which the device is reserved. With a courier, it lasts from delivery to pickup. Loans by lesson have no buffer days, because
 * the device is passed on directly.
 */
export const spanOf = (point: PointRules, model: ModelRules, { start, end, lessons, courier = null }: Period): Span =>
  lessons ? { from: start, until: end, lessons } : courier ? courierBusy(point, model, courier) : busyDays(point, model, start, end);

/**
 * Returns the last day on which a promised device waits at the desk, which is always an opening day. Returns `null` if the desk does not open again.
 * For loans by lesson, this is the day of the loan.
 */
export function collectUntilOf(point: PointRules, { start, end, lessons }: Period): string | null {
  if (lessons) return end;
  const [first, until] = [openingDayFrom(point, start), collectUntil(point, start)];
  return first !== null && until < first ? first : isOpenOn(point, until) ? until : first;
}

/** Returns the first day on which a returned device can be lent again, or `null` if its buffer days are over. Loans by lesson have no buffer days. */
export function awayUntilOf(point: PointRules & { mode: string }, model: ModelRules, returned: string, day: string): string | null {
  if (point.mode === 'periods') return null;
  const { until } = spanOf(point, model, { start: returned, end: returned, lessons: null });
  return until > returned && until >= day ? shiftDay(until, 1) : null;
}

/** Returns the formatted day. For loans by lesson, it is followed by the time. */
export const addTime = (day: string, ends_at: string | null): string => [day, ends_at].filter(Boolean).join(', ');
