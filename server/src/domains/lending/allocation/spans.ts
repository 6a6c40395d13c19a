/** Of what is lent: the days or lessons, and those on which its device is nobody else's (docs/behaviour/lending.md#availability). Pure. */
import { courierBusy, type CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import { busyDays, collectUntil, openingDayFrom, opensOn, type ModelRules, type PointRules } from '@fundus/contract/lending/calendar/rules';
import type { Span } from './allocation.ts';

/** `courier`: when it is brought and fetched, where it is known already. */
export type Period = { start: string; end: string; lessons: Lessons | null; courier?: CourierDays | null };

/** Nothing comes before lessons, or after them: the device goes from hand to hand. With a courier it is from the tour that brings it to the one that fetches it. */
export const spanOf = (point: PointRules, model: ModelRules, { start, end, lessons, courier = null }: Period): Span =>
  lessons ? { from: start, until: end, lessons } : courier ? courierBusy(point, model, courier) : busyDays(point, model, start, end);

/**
 * Until when a promised device waits at the desk, always a day on which it is open; null if it does not open any more. With lessons until the last of them is
 * over.
 */
export function collectUntilOf(point: PointRules, { start, end, lessons }: Period): string | null {
  if (lessons) return end;
  const [first, until] = [openingDayFrom(point, start), collectUntil(point, start)];
  return first !== null && until < first ? first : opensOn(point, until) ? until : first;
}

/** A last day in words, and behind it when it ends where it is lent by lessons. */
export const addTime = (day: string, ends_at: string | null): string => [day, ends_at].filter(Boolean).join(', ');
