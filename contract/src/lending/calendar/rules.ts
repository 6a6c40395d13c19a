/**
 * Lending days and maximum lengths of loans (docs/behaviour/lending.md#availability). Pure, and shared by client and server, so that borrowers see
 * the result in advance.
 */
import { daysBetween, shiftDay } from '../../days.ts';

/** `open`: the desk is open; `processed`: orders are processed, which an open desk implies. Monday first. */
export type OpeningDay = { open: boolean; processed: boolean; words: string };
export type Closure = { from: string; until: string; name: string; processed: boolean };
export type Hours = { week: readonly OpeningDay[]; closures: readonly Closure[] };
export type PointRules = Hours & {
  advance_days: number;
  horizon_days: number;
  max_days: number;
  /** Maximum lengths that replace the usual one for loans that begin on these days. */
  max_days_on: readonly { from: string; until: string; max_days: number }[];
  buffer_before: number;
  buffer_after: number;
  /** Returned by noon, collected afterwards: the last day of one loan may be the first of the next. */
  same_day_turnaround: boolean;
  /** Maximum number of pick-ups and returns per day; null: unlimited. */
  visits_max: number | null;
  pickup_grace: number;
  renewals_max: number;
  renewal_days: number;
};
/** Settings of a model; null: those of the point. */
export type ModelRules = { max_days: number | null; buffer_after: number | null };

export const HOLD_MINUTES = 30;
/** Maximum number of days overdue at which a loan can still be renewed. */
export const RENEW_LATE = 3;
/** Maximum number of days to search for an opening day; a point that never opens lends nothing. */
export const FAR = 400;

export const closureOn = ({ closures }: Hours, day: string): Closure | undefined =>
  closures.find(({ from, until }) => from <= day && day <= until);
/** Returns the weekday; Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;
const weekDay = ({ week }: Hours, day: string): OpeningDay | undefined => week[weekdayOf(day)];

export const opensOn = (point: Hours, day: string): boolean => Boolean(weekDay(point, day)?.open) && !closureOn(point, day);
export function processesOn(point: Hours, day: string): boolean {
  const usual = weekDay(point, day);
  return Boolean(usual?.open || usual?.processed) && (closureOn(point, day)?.processed ?? true);
}

/** Returns the day on which `count` matching days have passed, forwards or backwards; the day itself for 0, null if there are too few. */
function walk(day: string, count: number, step: 1 | -1, counts: (day: string) => boolean): string | null {
  let left = count;
  for (let i = 1; left > 0 && i <= FAR; i++) if (counts(shiftDay(day, i * step)) && --left === 0) return shiftDay(day, i * step);
  return left === 0 ? day : null;
}

/** Returns the first opening day on or after a day, or null. */
export const openingDayFrom = (point: Hours, day: string): string | null =>
  opensOn(point, day) ? day : walk(day, 1, 1, (each) => opensOn(point, each));

/** Returns the first opening day after the advance days; today counts if orders are processed today. */
export function earliestPickUp(point: PointRules, today: string): string | null {
  if (point.advance_days === 0) return openingDayFrom(point, today);
  const counts = (day: string) => processesOn(point, day);
  const last = walk(shiftDay(today, -1), point.advance_days, 1, counts);
  return last && openingDayFrom(point, shiftDay(last, 1));
}

/** Returns whether a returned device can go out on the same day; false if the model needs a buffer. */
export const turnsAround = (point: PointRules, model: ModelRules): boolean =>
  point.same_day_turnaround && (model.buffer_after ?? point.buffer_after) === 0;

/**
 * Returns the days on which a device is unavailable to others: the loan and the buffers of working days around it. With same-day turnaround the last
 * day belongs to the next loan, except for loans of a single day.
 */
export function busyDays(point: PointRules, model: ModelRules, start: string, end: string): { from: string; until: string } {
  const counts = (day: string) => processesOn(point, day);
  return {
    from: walk(start, point.buffer_before, -1, counts) ?? start,
    until:
      turnsAround(point, model) && start < end
        ? shiftDay(end, -1)
        : (walk(end, model.buffer_after ?? point.buffer_after, 1, counts) ?? end),
  };
}

/** Returns the last day on which an order can be collected: a number of opening days after the first day. */
export const collectUntil = (point: PointRules, start: string): string =>
  walk(start, point.pickup_grace, 1, (day) => opensOn(point, day)) ?? start;

/** Opening days after a day, up to another one; calendar days if the desk never opens. Reminders are counted in these. */
export function openDaysBetween(point: Hours, after: string, until: string): number {
  const count = Math.max(0, daysBetween(after, until));
  if (point.week.every(({ open }) => !open)) return count;
  return Array.from({ length: count }, (_, i) => shiftDay(after, i + 1)).filter((day) => opensOn(point, day)).length;
}

/** The day after which so many opening days have gone by on another one. */
export const openDaysBefore = (point: Hours, day: string, count: number): string => {
  const first = walk(shiftDay(day, 1), count, -1, (each) => opensOn(point, each));
  return first === null || point.week.every(({ open }) => !open) ? shiftDay(day, -count) : shiftDay(first, -1);
};

/** The longest loan that begins on a day. */
export const longest = (point: PointRules, model: ModelRules, start: string): number =>
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
 * Returns why a loan cannot begin or end on a day; empty if it can. `free`: available devices; `free_to_start`, `free_to_end`: devices for a loan
 * that begins or ends then; `visits`: booked visits; `no_tour`: no courier tour is in time.
 */
export function dayReasons(
  point: PointRules,
  day: string,
  { today, free, visits, free_to_start = free, free_to_end = free, no_tour }: DayFacts,
): { start: DayReason[]; end: DayReason[] } {
  const both: DayReason[] = [];
  if (closureOn(point, day)) both.push('closure');
  else if (!opensOn(point, day)) both.push('not_open');
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

/** Returns the name of the closure on a day. */
export const closureName = (point: Hours, day: string): string => closureOn(point, day)?.name ?? '';

export type PeriodProblem =
  | { code: 'too_early'; earliest: string | null; reason?: 'lesson_over' }
  | { code: 'too_late'; latest: string }
  | { code: 'too_long'; max_days: number }
  | { code: 'too_long'; max_lessons: number }
  | { code: 'day_closed'; which: 'start' | 'end'; reason: 'not_open' | 'closure'; name: string }
  | { code: 'visits_full'; which: 'start' | 'end' };

type Period = { start: string; end: string };

/** Returns the first conflict of a period regardless of available devices, or null. Days between the first and the last may be closed. */
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
  const max_days = longest(point, model, start);
  return daysBetween(start, end) + 1 > max_days ? { code: 'too_long', max_days } : null;
}

function openProblem(point: PointRules, period: Period, visits: (day: string) => number): PeriodProblem | null {
  return visitProblem(point, 'start', period.start, visits) ?? visitProblem(point, 'end', period.end, visits);
}

function visitProblem(point: PointRules, which: 'start' | 'end', day: string, visits: (day: string) => number): PeriodProblem | null {
  if (!opensOn(point, day)) {
    const closure = closureOn(point, day);
    return { code: 'day_closed', which, reason: closure ? 'closure' : 'not_open', name: closure?.name ?? '' };
  }
  return point.visits_max !== null && visits(day) >= point.visits_max ? { code: 'visits_full', which } : null;
}

type Walking = { today: string; visits: (day: string) => number };

/** Returns the conflict of a loan that starts now without an order, or null. No advance days apply; the last day follows the usual rules. */
export const walkUpProblem = (point: PointRules, model: ModelRules, end: string, { today, visits }: Walking): PeriodProblem | null =>
  end < today
    ? { code: 'too_early', earliest: today }
    : (endProblem(point, { end, today }) ?? visitProblem(point, 'end', end, visits) ?? lengthProblem(point, model, { start: today, end }));

/** Returns the possible last days of such a loan, longest first. */
export const walkUpEnds = (point: PointRules, model: ModelRules, about: Walking): string[] =>
  Array.from({ length: longest(point, model, about.today) }, (_, i) => shiftDay(about.today, i))
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
/** Refusals that the desk may override; promises to other borrowers are not among them. */
export const OVERRIDABLE: readonly RenewalRefusal[] = ['renewals', 'suspended', 'waited', 'too_long'];

/** Returns the last day of a renewal, an opening day, or null. */
export const renewedUntil = (point: PointRules, end: string, today: string): string | null =>
  openingDayFrom(point, shiftDay(end < today ? today : end, point.renewal_days));

type How = { today: string; override: boolean; isFree: (until: string) => boolean; isWaited: boolean; isSuspended: boolean };

/**
 * Returns the new last day, or the first conflict in this order (docs/behaviour/lending.md#renewal). `isFree` returns whether the device, or another
 * one for the next borrower, is available until a day; `isWaited` whether the waiting list needs it; `due` is the day of the courier.
 */
export function renewal(
  point: PointRules,
  model: ModelRules,
  line: { on_loan: boolean; start: string; end: string; due: string; renewals: number },
  { today, override, isFree, isWaited, isSuspended }: How,
): { until: string } | { refused: RenewalRefusal } {
  if (!line.on_loan) return { refused: 'not_on_loan' };
  if (daysBetween(line.due, today) > RENEW_LATE) return { refused: 'too_late' };
  if (line.renewals >= point.renewals_max && !override) return { refused: 'renewals' };
  if (isSuspended && !override) return { refused: 'suspended' };
  if (isWaited && !override) return { refused: 'waited' };
  const until = renewedUntil(point, line.end, today);
  if (until === null) return { refused: 'no_opening_day' };
  if (!isFree(until)) return { refused: 'needed' };
  if (daysBetween(line.start, until) + 1 > 2 * longest(point, model, line.start) && !override) return { refused: 'too_long' };
  return { until };
}

/** Reminder level from which an overdue borrower cannot borrow anything else at the point. */
export const SUSPENDING_LEVEL = 3;

/** Default number of days for which an order keeps its borrower after the last return. */
export const KEEP_DAYS = 90;
/** Days for which photos of devices are kept, after they were taken or after the damage on them was settled. */
export const PHOTO_DAYS_KEPT = 365;
