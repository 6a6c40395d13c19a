/** Of what is lent: the days or lessons, and those on which its device is nobody else's (docs/behaviour/lending.md#availability). Pure. */
import { courierBusy, type CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import { busyDays, collectUntil, type ModelRules, type PointRules } from '@fundus/contract/lending/calendar/rules';
import type { Span } from './allocation.ts';

/** `courier`: when it is brought and fetched, where it is known already. */
export type Period = { start: string; end: string; lessons: Lessons | null; courier?: CourierDays | null };

/** Nothing comes before lessons, or after them: the device goes from hand to hand. With a courier it is from the tour that brings it to the one that fetches it. */
export const spanOf = (point: PointRules, model: ModelRules, { start, end, lessons, courier = null }: Period): Span =>
  lessons ? { from: start, until: end, lessons } : courier ? courierBusy(point, model, courier) : busyDays(point, model, start, end);

/** Until when what is promised for a day waits at the desk: with lessons until the last of them is over. */
export const collectUntilOf = (point: PointRules, { start, end, lessons }: Period): string | null =>
  lessons ? end : collectUntil(point, start);

/** A last day in words, and behind it when it ends where it is lent by lessons. */
export const addTime = (day: string, ends_at: string | null): string => [day, ends_at].filter(Boolean).join(', ');
