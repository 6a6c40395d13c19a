/** Calendar days, written as in ISO 8601: 2026-11-20. */

/**
 * Created on first use: a formatter takes much memory outside the heap, and the first one with a time zone takes a browser 40 ms. Swedish dates are
 * ISO.
 */
let berlinDay: Intl.DateTimeFormat | undefined;

const MINUTE = 60_000;
/** Length of a day in milliseconds. */
export const DAY = 86_400_000;

/** Cached result of the last minute, because result lists ask for every item. */
let last = { minute: NaN, day: '' };

/** Returns the day of a moment in Europe/Berlin (docs/behaviour/common.md#days-and-time), regardless of the local time zone. */
export function today(now: Date): string {
  const minute = Math.floor(now.getTime() / MINUTE);
  if (minute !== last.minute) last = { minute, day: berlinDayOf(now) };
  return last.day;
}

const HOUR = 60 * MINUTE;

/** Uses UTC if both possible offsets of Berlin (one or two hours) give the same day, which avoids the formatter. */
function berlinDayOf(now: Date): string {
  const [winter, summer] = [1, 2].map((ahead) => new Date(now.getTime() + ahead * HOUR).toISOString().slice(0, 10));
  if (winter === summer && now.getUTCFullYear() >= CLOCKS_AS_NOW_SINCE) return winter!;
  berlinDay ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
  return berlinDay.format(now);
}

/** First year without the three-hour offset of earlier years. */
const CLOCKS_AS_NOW_SINCE = 1950;

/** Returns the day shifted by a number of days, which may be negative. */
export const shiftDay = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Returns the day shifted by months; the last day of the month if it has no such day. */
export function shiftMonths(day: string, months: number): string {
  const date = new Date(day);
  const wanted = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== wanted) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
}

/** Returns the number of days from the first to the second day. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;
