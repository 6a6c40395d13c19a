/** Converts between date and time in Europe/Berlin, as users type it, and ISO moments. */
import { DATE_FORMATS, dateLocale } from '@fundus/contract/locale';

const ZONE = 'Europe/Berlin';
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
/** Created on first use: the first formatter with a time zone takes 40 ms. */
let wallClock: Intl.DateTimeFormat | undefined;
const formatWallTime = (moment: Date): string =>
  (wallClock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })).format(moment);

/** Returns an ISO moment as the value of a date-time field, such as `2026-11-21T20:00`; '' for `null`. */
export const typedTime = (moment: string | null): string => (moment === null ? '' : formatWallTime(new Date(moment)).replace(' ', 'T'));

const asUtc = (typed: string): number => Date.parse(`${typed}:00Z`);

/**
 * Returns the ISO moment of a date-time field, or `null` if it is not valid. A time skipped in spring becomes one hour later; an ambiguous time
 * in autumn is the first one.
 */
export function momentOf(typed: string): string | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? asUtc(typed) : NaN;
  if (Number.isNaN(wall)) return null;
  const ahead = (at: number): number => asUtc(typedTime(new Date(at).toISOString())) - at;
  // Tries the offsets before and after a clock change; the larger one that fits gives the earlier moment.
  const guesses = [wall - ahead(wall - 3 * 3_600_000), wall - ahead(wall + 3 * 3_600_000)];
  const moment = guesses.find((at) => at + ahead(at) === wall) ?? guesses[0]!;
  return new Date(moment).toISOString();
}

/** Returns a moment as "21.11.2026, 20:00": the short date of the specification and the time. */
export const berlinMoment = (moment: string, locale: string): string =>
  new Intl.DateTimeFormat(dateLocale(locale), { ...DATE_FORMATS.short, ...CLOCK, timeZone: ZONE }).format(new Date(moment));
