/** Converts between ISO moments and the date and time in Europe/Berlin, as users type it. */
import { DATE_FORMATS, dateLocale } from '@fundus/contract/locale';

const ZONE = 'Europe/Berlin';
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
/** Created on first use, because the first formatter with a time zone takes 40 ms. */
let wallClock: Intl.DateTimeFormat | undefined;
const formatWallTime = (moment: Date): string =>
  (wallClock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })).format(moment);

/** Returns an ISO moment as the value of a date-time field, such as `2026-11-21T20:00`, or '' for `null`. */
export const formatDateTimeInput = (moment: string | null): string =>
  moment === null ? '' : formatWallTime(new Date(moment)).replace(' ', 'T');

const asUtc = (typed: string): number => Date.parse(`${typed}:00Z`);

/**
 * Returns the ISO moment of a date-time field, or `null` if the value is invalid. A time that is skipped in spring is moved one hour later; an
 * ambiguous time in autumn means the earlier moment.
 */
export function parseDateTimeInput(typed: string): string | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? asUtc(typed) : NaN;
  if (Number.isNaN(wall)) return null;
  const ahead = (at: number): number => asUtc(formatDateTimeInput(new Date(at).toISOString())) - at;
  // Tries the offset before and the one after a clock change. For an ambiguous time, the first one gives the earlier moment.
  const guesses = [wall - ahead(wall - 3 * 3_600_000), wall - ahead(wall + 3 * 3_600_000)];
  const moment = guesses.find((at) => at + ahead(at) === wall) ?? guesses[0]!;
  return new Date(moment).toISOString();
}

/** Returns a moment as text, such as "21.11.2026, 20:00". */
export const berlinMoment = (moment: string, locale: string): string =>
  new Intl.DateTimeFormat(dateLocale(locale), { ...DATE_FORMATS.short, ...CLOCK, timeZone: ZONE }).format(new Date(moment));
