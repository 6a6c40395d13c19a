/** Availability rules of a lending point (docs/behaviour/lending.md#availability). The client uses the same rules as the server. */
import { daysBetween, shiftDay } from '../../days.ts';

/**
 * Opening hours of a weekday. `processed` means that orders are processed, which is always the case if the desk is open. The week starts on Monday.
 */
export type OpeningDay = { open: boolean; processed: boolean; words: string };
export type Closure = { from: string; until: string; name: string; processed: boolean };
export type Hours = { week: readonly OpeningDay[]; closures: readonly Closure[] };
export type PointRules = Hours & {
  advance_days: number;
  horizon_days: number;
  max_days: number;
  /** Overrides `max_days` for loans that start in one of these periods. */
  max_days_on: readonly { from: string; until: string; max_days: number }[];
  buffer_before: number;
  buffer_after: number;
  /** Allows a loan to start on the last day of another, because devices are returned by noon and collected after 13:00. */
  same_day_turnaround: boolean;
  /** Maximum number of pick-ups and returns per day, or `null` for no limit. */
  visits_max: number | null;
  pickup_grace: number;
  renewals_max: number;
  renewal_days: number;
};
/** Rules of a model. `null` means that the rule of the lending point applies. */
export type ModelRules = { max_days: number | null; buffer_after: number | null };

export const HOLD_MINUTES = 30;
/** Maximum number of days overdue for which a loan can still be renewed. */
export const RENEW_LATE = 3;
/** Maximum number of days searched for an opening day. A point that never opens lends nothing. */
export const MAX_SEARCH_DAYS = 400;

export const closureOn = ({ closures }: Hours, day: string): Closure | undefined =>
  closures.find(({ from, until }) => from <= day && day <= until);
/** Returns the weekday of a day, where 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;
const weekDay = ({ week }: Hours, day: string): OpeningDay | undefined => week[weekdayOf(day)];

export const isOpenOn = (point: Hours, day: string): boolean => Boolean(weekDay(point, day)?.open) && !closureOn(point, day);
export function isProcessingDay(point: Hours, day: string): boolean {
  const usual = weekDay(point, day);
  return Boolean(usual?.open || usual?.processed) && (closureOn(point, day)?.processed ?? true);
}

/** Returns the day on which the given number of matching days has passed, searching forwards or backwards. Returns `null` if there are not enough. */
function countDays(day: string, count: number, step: 1 | -1, counts: (day: string) => boolean): string | null {
  let left = count;
  for (let i = 1; left > 0 && i <= MAX_SEARCH_DAYS; i++)
    if (counts(shiftDay(day, i * step)) && --left === 0) return shiftDay(day, i * step);
  return left === 0 ? day : null;
}

/** Returns the first opening day from the given day on, or `null`. */
export const openingDayFrom = (point: Hours, day: string): string | null =>
  isOpenOn(point, day) ? day : countDays(day, 1, 1, (each) => isOpenOn(point, each));

/** Returns the first day on which an order placed today can be collected. `advance_days` are the processing days before, including today. */
export function earliestPickUp(point: PointRules, today: string): string | null {
  if (point.advance_days === 0) return openingDayFrom(point, today);
  const counts = (day: string) => isProcessingDay(point, day);
  const last = countDays(shiftDay(today, -1), point.advance_days, 1, counts);
  return last && openingDayFrom(point, shiftDay(last, 1));
}

/** Returns whether a returned device can be lent again on the same day, which requires that there is no buffer after the loan. */
export const allowsSameDayTurnaround = (point: PointRules, model: ModelRules): boolean =>
  point.same_day_turnaround && (model.buffer_after ?? point.buffer_after) === 0;

/**
 * Returns the days on which a device is occupied, which are the loan and its buffers. With same-day turnaround, the last day is free for the next
 * loan unless the loan is a single day.
 */
export function busyDays(point: PointRules, model: ModelRules, start: string, end: string): { from: string; until: string } {
  const counts = (day: string) => isProcessingDay(point, day);
  return {
    from: countDays(start, point.buffer_before, -1, counts) ?? start,
    until:
      allowsSameDayTurnaround(point, model) && start < end
        ? shiftDay(end, -1)
        : (countDays(end, model.buffer_after ?? point.buffer_after, 1, counts) ?? end),
  };
}

/** Returns the last day on which a promised device can be collected, which is `pickup_grace` opening days after the start. */
export const collectUntil = (point: PointRules, start: string): string =>
  countDays(start, point.pickup_grace, 1, (day) => isOpenOn(point, day)) ?? start;

/** Returns the number of opening days after `after` up to and including `until`. Counts calendar days if the desk never opens. */
export function openDaysBetween(point: Hours, after: string, until: string): number {
  const count = Math.max(0, daysBetween(after, until));
  if (point.week.every(({ open }) => !open)) return count;
  return Array.from({ length: count }, (_, i) => shiftDay(after, i + 1)).filter((day) => isOpenOn(point, day)).length;
}

/** Returns the day after which the given number of opening days has passed on `day`. */
export const openDaysBefore = (point: Hours, day: string, count: number): string => {
  const first = countDays(shiftDay(day, 1), count, -1, (each) => isOpenOn(point, each));
  return first === null || point.week.every(({ open }) => !open) ? shiftDay(day, -count) : shiftDay(first, -1);
};

/** Returns the maximum duration in days of a loan that starts on the given day. */
export const maxLoanDays = (point: PointRules, model: ModelRules, start: string): number =>
  model.max_days ?? point.max_days_on.find(({ from, until }) => from <= start && start <= until)?.max_days ?? point.max_days;

export const DAY_REASONS = ['not_open', 'closure', 'visits_full', 'too_early', 'too_late', 'no_tour', 'none_free'] as const;
export type DayReason = (typeof DAY_REASONS)[number];
type DayFacts = {
  today: string;
  free: number;
  visits: number;
  free_to_start?: number | undefined;
  free_to_end?: number | undefined;
  no_tour?: { start: boolean; end: boolean } | undefined;
};

/**
 * Returns the reasons why a loan cannot start or end on a day. `free` is the number of free devices, and `visits` the number of booked visits.
 * `no_tour` means that no courier tour is in time.
 */
export function dayReasons(
  point: PointRules,
  day: string,
  { today, free, visits, free_to_start = free, free_to_end = free, no_tour }: DayFacts,
): { start: DayReason[]; end: DayReason[] } {
  const both: DayReason[] = [];
  if (closureOn(point, day)) both.push('closure');
  else if (!isOpenOn(point, day)) both.push('not_open');
  if (point.visits_max !== null && visits >= point.visits_max) both.push('visits_full');
  if (day > shiftDay(today, point.horizon_days)) both.push('too_late');
  const earliest = earliestPickUp(point, today);
  const early = earliest === null || day < earliest;
  const having = (first: boolean, there: number, tourless = false): DayReason[] => [
    ...(first ? (['too_early'] as const) : []),
    ...both,
    ...(tourless ? (['no_tour'] as const) : []),
    ...(there < 1 ? (['none_free'] as const) : []),
  ];
  return { start: having(early, free_to_start, no_tour?.start), end: having(day < today, free_to_end, no_tour?.end) };
}

/** Returns the name of the closure on a day, or an empty string. */
export const closureName = (point: Hours, day: string): string => closureOn(point, day)?.name ?? '';

export type PeriodProblem =
  | { code: 'too_early'; earliest: string | null; reason?: 'lesson_over' }
  | { code: 'too_late'; latest: string }
  | { code: 'too_long'; max_days: number }
  | { code: 'too_long'; max_lessons: number }
  | { code: 'day_closed'; which: 'start' | 'end'; reason: 'not_open' | 'closure'; name: string }
  | { code: 'visits_full'; which: 'start' | 'end' };

type Period = { start: string; end: string };

/** Returns why a period violates the rules, regardless of free devices, or `null`. The desk may be closed on days within the period. */
export function periodProblem(
  point: PointRules,
  model: ModelRules,
  { start, end }: Period,
  { today, visits }: { today: string; visits: (day: string) => number },
): PeriodProblem | null {
  const earliest = earliestPickUp(point, today);
  if (earliest === null || start < earliest) return { code: 'too_early', earliest };
  return endProblem(point, { end, today }) ?? openProblem(point, { start, end }, visits) ?? lengthProblem(point, model, { start, end });
}

function endProblem(point: PointRules, { end, today }: { end: string; today: string }): PeriodProblem | null {
  const latest = shiftDay(today, point.horizon_days);
  return end > latest ? { code: 'too_late', latest } : null;
}

function lengthProblem(point: PointRules, model: ModelRules, { start, end }: Period): PeriodProblem | null {
  const max_days = maxLoanDays(point, model, start);
  return daysBetween(start, end) + 1 > max_days ? { code: 'too_long', max_days } : null;
}

function openProblem(point: PointRules, period: Period, visits: (day: string) => number): PeriodProblem | null {
  return visitProblem(point, 'start', period.start, visits) ?? visitProblem(point, 'end', period.end, visits);
}

function visitProblem(point: PointRules, which: 'start' | 'end', day: string, visits: (day: string) => number): PeriodProblem | null {
  if (!isOpenOn(point, day)) {
    const closure = closureOn(point, day);
    return { code: 'day_closed', which, reason: closure ? 'closure' : 'not_open', name: closure?.name ?? '' };
  }
  return point.visits_max !== null && visits(day) >= point.visits_max ? { code: 'visits_full', which } : null;
}

type Walking = { today: string; visits: (day: string) => number };

/** Returns why a device cannot be lent from today until the given day without an order, or `null`. */
export const walkUpProblem = (point: PointRules, model: ModelRules, end: string, { today, visits }: Walking): PeriodProblem | null =>
  end < today
    ? { code: 'too_early', earliest: today }
    : (endProblem(point, { end, today }) ?? visitProblem(point, 'end', end, visits) ?? lengthProblem(point, model, { start: today, end }));

/** Returns the possible last days of a loan without an order, latest first. */
export const walkUpEnds = (point: PointRules, model: ModelRules, about: Walking): string[] =>
  Array.from({ length: maxLoanDays(point, model, about.today) }, (_, i) => shiftDay(about.today, i))
    .filter((end) => walkUpProblem(point, model, end, about) === null)
    .reverse();

export const RENEWAL_REFUSALS = [
  'not_on_loan',
  'too_late',
  'renewals',
  'suspended',
  'waited',
  'needed',
  'no_opening_day',
  'too_long',
] as const;
export type RenewalRefusal = (typeof RENEWAL_REFUSALS)[number];
/** Rejections that the desk may override. Those that protect bookings of other borrowers are not included. */
export const OVERRIDABLE: readonly RenewalRefusal[] = ['renewals', 'suspended', 'waited', 'too_long'];

/** Returns the last day after a renewal, which is an opening day, or `null` if the desk no longer opens. */
export const renewedUntil = (point: PointRules, end: string, today: string): string | null =>
  openingDayFrom(point, shiftDay(end < today ? today : end, point.renewal_days));

type RenewalContext = {
  today: string;
  override: boolean;
  /** Returns whether the device stays free until the given day. */
  isFree: (until: string) => boolean;
  /** True if the waiting list needs the device. */
  isWaited: boolean;
  isSuspended: boolean;
};

/**
 * Returns the new last day, or the first reason against the renewal (docs/behaviour/lending.md#renewal). `due` is the collection day of a courier,
 * or the last day.
 */
export function decideRenewal(
  point: PointRules,
  model: ModelRules,
  line: { on_loan: boolean; start: string; end: string; due: string; renewals: number },
  { today, override, isFree, isWaited, isSuspended }: RenewalContext,
): { until: string } | { refused: RenewalRefusal } {
  if (!line.on_loan) return { refused: 'not_on_loan' };
  if (daysBetween(line.due, today) > RENEW_LATE) return { refused: 'too_late' };
  if (line.renewals >= point.renewals_max && !override) return { refused: 'renewals' };
  if (isSuspended && !override) return { refused: 'suspended' };
  if (isWaited && !override) return { refused: 'waited' };
  const until = renewedUntil(point, line.end, today);
  if (until === null) return { refused: 'no_opening_day' };
  if (!isFree(until)) return { refused: 'needed' };
  if (daysBetween(line.start, until) + 1 > 2 * maxLoanDays(point, model, line.start) && !override) return { refused: 'too_long' };
  return { until };
}

/** Reminder level from which a borrower with an overdue loan is suspended. */
export const SUSPENDING_LEVEL = 3;

/** Default number of days for which a closed order stores its borrower, which the district can change. */
export const KEEP_DAYS = 90;
/** Number of days for which photos of devices are stored. */
export const PHOTO_DAYS_KEPT = 365;
