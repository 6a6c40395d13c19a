/** Determines the delivery and collection days of couriers (docs/behaviour/lending.md#tours). The client uses the same rules as the server. */
import { z } from 'zod';
import { shiftDay } from '../../days.ts';
import { day } from '../../fields.ts';
import {
  busyDays,
  earliestPickUp,
  MAX_SEARCH_DAYS,
  weekdayOf,
  closureOn,
  type Hours,
  type ModelRules,
  type PointRules,
} from '../calendar/rules.ts';

export const CourierDays = z.object({ bring: day, fetch: day });
export type CourierDays = z.output<typeof CourierDays>;

/** Weekdays on which tours visit a school, where 0 is Monday. `null` if no courier visits the school. */
export type TourDays = readonly number[] | null;

/** Returns whether a tour runs on a day. Tours pause on closed days on which no orders are processed, such as holidays. */
const drivesOn = (point: Hours, tours: readonly number[], on: string): boolean =>
  tours.includes(weekdayOf(on)) && (closureOn(point, on)?.processed ?? true);

function findTour(point: Hours, tours: readonly number[], from: string, step: 1 | -1): string | null {
  for (let i = 0; i <= MAX_SEARCH_DAYS; i++) if (drivesOn(point, tours, shiftDay(from, i * step))) return shiftDay(from, i * step);
  return null;
}

/** Returns the last day with a tour up to the given day, or `null`. */
export const tourUntil = (point: Hours, tours: readonly number[], on: string): string | null => findTour(point, tours, on, -1);
/** Returns the first day with a tour from the given day on, or `null`. */
export const tourFrom = (point: Hours, tours: readonly number[], on: string): string | null => findTour(point, tours, on, 1);

/** Reason why a courier cannot be used. `earliest` is the first tour that can deliver. */
export type CourierProblem = { code: 'too_early'; reason: 'no_tour'; earliest: string | null } | { code: 'too_late'; reason: 'no_tour' };

/** Returns why no tour can deliver by the first day of a loan, or `null` if a tour can. */
export function deliveryProblem(point: PointRules, tours: readonly number[], start: string, today: string): CourierProblem | null {
  const earliest = earliestPickUp(point, today);
  const bring = tourUntil(point, tours, start);
  if (earliest !== null && bring !== null && bring >= earliest) return null;
  return { code: 'too_early', reason: 'no_tour', earliest: earliest && tourFrom(point, tours, earliest) };
}

/** Returns the last tour up to the start of a loan and the first tour from its end on, or the reason why there is none. */
export function courierDays(
  point: PointRules,
  tours: readonly number[],
  { start, end }: { start: string; end: string },
  today: string,
): { days: CourierDays } | { problem: CourierProblem } {
  const problem = deliveryProblem(point, tours, start, today);
  if (problem) return { problem };
  const fetch = tourFrom(point, tours, end);
  return fetch === null
    ? { problem: { code: 'too_late', reason: 'no_tour' } }
    : { days: { bring: tourUntil(point, tours, start)!, fetch } };
}

/** Returns the days on which a device delivered by courier is occupied. It is never lent again on the day of its collection. */
export const courierBusy = (point: PointRules, model: ModelRules, { bring, fetch }: CourierDays): { from: string; until: string } =>
  busyDays({ ...point, same_day_turnaround: false }, model, bring, fetch);

type Promised = { start: string; end: string; courier: CourierDays; onLoan: boolean; fetched: boolean };

/**
 * Returns the courier days of a promised loan after the tours of the school have changed, or `null` if no tour is in time. Past days and days that
 * still have a tour are not changed.
 */
export function movedDays(
  point: PointRules,
  tours: TourDays,
  { start, end, courier, onLoan, fetched }: Promised,
  today: string,
): CourierDays | null {
  if (fetched) return courier;
  if (tours === null) return null;
  const stays = (on: string): boolean => drivesOn(point, tours, on);
  const later = (a: string, b: string): string => (a > b ? a : b);
  // The van of today may already have left, so today is used only if orders of today are fulfilled today.
  const next = earliestPickUp(point, today) === today ? today : shiftDay(today, 1);
  const before = tourUntil(point, tours, start);
  const bring =
    courier.bring < today || stays(courier.bring)
      ? courier.bring
      : onLoan
        ? tourFrom(point, tours, next)
        : before !== null && before >= next
          ? before
          : null;
  if (bring === null) return null;
  const fetch = stays(courier.fetch) && courier.fetch >= bring ? courier.fetch : tourFrom(point, tours, later(later(end, next), bring));
  return fetch === null ? null : { bring, fetch };
}
