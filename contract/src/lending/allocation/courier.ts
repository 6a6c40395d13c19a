/** When a courier brings what is lent, and fetches it again (docs/behaviour/lending.md#tours). Pure: borrowers see before they ask what the server decides. */
import { z } from 'zod';
import { shiftDay } from '../../days.ts';
import { day } from '../../fields.ts';
import { busyDays, earliestPickUp, FAR, weekdayOf, closureOn, type Hours, type ModelRules, type PointRules } from '../calendar/rules.ts';

export const CourierDays = z.object({ bring: day, fetch: day });
export type CourierDays = z.output<typeof CourierDays>;

/** Weekdays on which tours drive to a school, Monday is 0; null: nothing goes by courier. */
export type TourDays = readonly number[] | null;

/** A tour stays at home while the point is closed and processes nothing, as in holidays. */
const drivesOn = (point: Hours, tours: readonly number[], on: string): boolean =>
  tours.includes(weekdayOf(on)) && (closureOn(point, on)?.processed ?? true);

function findTour(point: Hours, tours: readonly number[], from: string, step: 1 | -1): string | null {
  for (let i = 0; i <= FAR; i++) if (drivesOn(point, tours, shiftDay(from, i * step))) return shiftDay(from, i * step);
  return null;
}

/** The last tour on or before a day; null: there is none. */
export const tourUntil = (point: Hours, tours: readonly number[], on: string): string | null => findTour(point, tours, on, -1);
/** The first tour on or after a day; null: there is none. */
export const tourFrom = (point: Hours, tours: readonly number[], on: string): string | null => findTour(point, tours, on, 1);

/** `earliest`: the first tour that can bring something. */
export type CourierProblem = { code: 'too_early'; reason: 'no_tour'; earliest: string | null } | { code: 'too_late'; reason: 'no_tour' };

/** Why no tour can bring something for a first day, asked today; null: one can. */
export function bringProblem(point: PointRules, tours: readonly number[], start: string, today: string): CourierProblem | null {
  const earliest = earliestPickUp(point, today);
  const bring = tourUntil(point, tours, start);
  if (earliest !== null && bring !== null && bring >= earliest) return null;
  return { code: 'too_early', reason: 'no_tour', earliest: earliest && tourFrom(point, tours, earliest) };
}

/** Brought on the last tour on or before the first day, fetched on the first one on or after the last day; or what stands against it. */
export function courierDays(
  point: PointRules,
  tours: readonly number[],
  { start, end }: { start: string; end: string },
  today: string,
): { days: CourierDays } | { problem: CourierProblem } {
  const problem = bringProblem(point, tours, start, today);
  if (problem) return { problem };
  const fetch = tourFrom(point, tours, end);
  return fetch === null
    ? { problem: { code: 'too_late', reason: 'no_tour' } }
    : { days: { bring: tourUntil(point, tours, start)!, fetch } };
}

/** The days a device with a courier cannot be somebody else's: nothing that is fetched goes out again on the same day. */
export const courierBusy = (point: PointRules, model: ModelRules, { bring, fetch }: CourierDays): { from: string; until: string } =>
  busyDays({ ...point, same_day_turnaround: false }, model, bring, fetch);

type Promised = { start: string; end: string; courier: CourierDays; onLoan: boolean; fetched: boolean };

/**
 * The days of something that was promised, once other tours drive to its school: a day on which one still does stays, and what is over stays as it was.
 * Null: none drives any more, or none brings it in time. The van of today may have left: another day is today only where what is asked for today goes
 * out today.
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
