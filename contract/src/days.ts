/** Calendar days, written as in ISO 8601: 2026-11-20. */

/**
 * Made once, for the first who asks: a formatter takes much memory outside the heap, and a browser's first with a time zone 40 ms.
 * Swedish dates are ISO.
 */
let berlinDay: Intl.DateTimeFormat | undefined;

const MINUTE = 60_000;
/** Of a day, in milliseconds. */
export const DAY = 86_400_000;

/** The answer of the last minute asked for: a result list asks for every item. */
let last = { minute: NaN, day: '' };

/** The day a moment belongs to: the one in Europe/Berlin (docs/behaviour/common.md#days-and-time), wherever the server or the browser stands. */
export function today(now: Date): string {
  const minute = Math.floor(now.getTime() / MINUTE);
  if (minute !== last.minute) last = { minute, day: berlinDayOf(now) };
  return last.day;
}

const HOUR = 60 * MINUTE;

/** Its clocks are one hour or two before UTC: but for an hour of the night it is the same day by both, and nothing of the zone is asked. */
function berlinDayOf(now: Date): string {
  const [winter, summer] = [1, 2].map((ahead) => new Date(now.getTime() + ahead * HOUR).toISOString().slice(0, 10));
  if (winter === summer && now.getUTCFullYear() >= CLOCKS_AS_NOW_SINCE) return winter!;
  berlinDay ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
  return berlinDay.format(now);
}

/** Before, they were three hours ahead for a while. */
const CLOCKS_AS_NOW_SINCE = 1950;

/** The day so many days later, or earlier when less than none. */
export const shiftDay = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The day so many months later; the last of the month where that has no such day. */
export function shiftMonths(day: string, months: number): string {
  const date = new Date(day);
  const wanted = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== wanted) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
}

/** How many days the second is later than the first. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;
