/** Converts times in any time zone to days in Europe/Berlin. Pure. */
import { shiftDay } from '@fundus/contract/days';

const BERLIN = 'Europe/Berlin';
const formatters = new Map<string, Intl.DateTimeFormat | null>();

/** Returns a formatter for the time zone with this IANA name, or `null` if the name is unknown. */
function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  let clock: Intl.DateTimeFormat | null = null;
  try {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  } catch {
    // Windows and some calendar programs use names that are not in the IANA database. Their zone is nearly always that of the school.
  }
  if (formatters.size < 500) formatters.set(zone, clock);
  return clock;
}

/** Returns the moment at which the local time of a zone is `wall`, for example `2027-03-29T00:00:00`. An unknown zone is treated as Europe/Berlin. */
export function momentOf(wall: string, zone: string): Date {
  const clock = clockOf(zone) ?? clockOf(BERLIN)!;
  const wanted = Date.parse(`${wall}Z`);
  let moment = wanted;
  // The second pass corrects the result if the offset changes between the two moments.
  for (let pass = 0; pass < 2; pass += 1) moment += wanted - Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`);
  return new Date(moment);
}

/** Returns the day of a moment in Berlin, and whether the moment is midnight there. */
export function dayOfMoment(moment: Date): { day: string; midnight: boolean } {
  const [day = '', time = ''] = clockOf(BERLIN)!.format(moment).split(' ');
  return { day, midnight: time === '00:00:00' };
}

/** Returns the last day of an event. An exclusive `end` is a whole day or midnight. An event without a duration ends on its first day. */
export const endDay = (from: string, end: string, exclusive = true): string => (exclusive && end > from ? shiftDay(end, -1) : end);
