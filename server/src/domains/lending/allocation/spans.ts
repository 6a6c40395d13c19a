/** Periods of loans and the spans that reserve their device (docs/behaviour/lending.md#availability). Pure. */
import { shiftDay } from '@fundus/contract/days';
import { courierBusy, type CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import { busyDays, collectUntil, openingDayFrom, opensOn, type ModelRules, type PointRules } from '@fundus/contract/lending/calendar/rules';
import type { Span } from './allocation.ts';

/** `courier`: days of delivery and pickup, if known. */
export type Period = { start: string; end: string; lessons: Lessons | null; courier?: CourierDays | null };

/**
 * Returns the span that reserves a device. Loans by lesson have no buffer days, since the device is passed on directly. With a courier the
 * span lasts from the delivery tour to the pickup tour.
 */
export const spanOf = (point: PointRules, model: ModelRules, { start, end, lessons, courier = null }: Period): Span =>
  lessons ? { from: start, until: end, lessons } : courier ? courierBusy(point, model, courier) : busyDays(point, model, start, end);

/**
 * Returns the last day a promised device is kept at the desk, always an opening day; `null` if the desk does not open again. Loans by lesson:
 * the day itself.
 */
export function collectUntilOf(point: PointRules, { start, end, lessons }: Period): string | null {
  if (lessons) return end;
  const [first, until] = [openingDayFrom(point, start), collectUntil(point, start)];
  return first !== null && until < first ? first : opensOn(point, until) ? until : first;
}

/**
 * Returns the first day on which a returned device can be lent again, or `null` if its buffer is over. Loans by lesson have no buffer days.
 */
export function awayUntilOf(point: PointRules & { mode: string }, model: ModelRules, returned: string, day: string): string | null {
  if (point.mode === 'periods') return null;
  const { until } = spanOf(point, model, { start: returned, end: returned, lessons: null });
  return until > returned && until >= day ? shiftDay(until, 1) : null;
}

/** Returns a formatted day, followed by the time of day for loans by lesson. */
export const addTime = (day: string, ends_at: string | null): string => [day, ends_at].filter(Boolean).join(', ');
