/** Calendar days as ISO 8601 dates, such as 2026-11-20. */

/**
 * Created on first use, because a formatter uses much memory and the first one with a time zone takes 40 ms in a browser. The locale `sv-SE` formats
 * dates as ISO 8601.
 */
let berlinDay: Intl.DateTimeFormat | undefined;

const MINUTE = 60_000;
/** Length of a day in milliseconds. */
export const DAY = 86_400_000;

/** Result for the latest minute, cached because lists call this function for every item. */
let last = { minute: NaN, day: '' };

/** Returns the day in Europe/Berlin (docs/behaviour/common.md#days-and-time), regardless of the local time zone. */
export function today(now: Date): string {
  const minute = Math.floor(now.getTime() / MINUTE);
  if (minute !== last.minute) last = { minute, day: berlinDayOf(now) };
  return last.day;
}

const HOUR = 60 * MINUTE;

/** Avoids the slow formatter if both possible offsets of Berlin, one and two hours, result in the same day. */
function berlinDayOf(now: Date): string {
  const [winter, summer] = [1, 2].map((ahead) => new Date(now.getTime() + ahead * HOUR).toISOString().slice(0, 10));
  if (winter === summer && now.getUTCFullYear() >= CLOCKS_AS_NOW_SINCE) return winter!;
  berlinDay ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
  return berlinDay.format(now);
}

/** First year after which Berlin has never had an offset of three hours. */
const CLOCKS_AS_NOW_SINCE = 1950;

/** Returns the day shifted by a number of days, which can be negative. */
export const shiftDay = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Returns the day shifted by a number of months. If that month is too short, returns its last day. */
export function shiftMonths(day: string, months: number): string {
  const date = new Date(day);
  const wanted = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== wanted) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
}

/** Returns the number of days from the first day to the second. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;
