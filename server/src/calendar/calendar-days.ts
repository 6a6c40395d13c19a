/** Days in Europe/Berlin of times in other zones. Pure. */
import { shiftDay } from '@fundus/contract/days';

const BERLIN = 'Europe/Berlin';
const formatters = new Map<string, Intl.DateTimeFormat | null>();

/** Returns a formatter of a zone by its IANA name, or `null` if the name is unknown. */
function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  let clock: Intl.DateTimeFormat | null = null;
  try {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  } catch {
    // Zone names of Windows and of single programs: nearly always the zone of the school.
  }
  if (formatters.size < 500) formatters.set(zone, clock);
  return clock;
}

/** Returns the moment at which the clocks of a zone show `2027-03-29T00:00:00`; an unknown zone counts as Europe/Berlin. */
export function momentOf(wall: string, zone: string): Date {
  const clock = clockOf(zone) ?? clockOf(BERLIN)!;
  const wanted = Date.parse(`${wall}Z`);
  let moment = wanted;
  // The second pass corrects an offset that changes between the two.
  for (let pass = 0; pass < 2; pass += 1) moment += wanted - Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`);
  return new Date(moment);
}

/** Returns the day of a moment, and whether the moment is midnight. */
export function dayOfMoment(moment: Date): { day: string; midnight: boolean } {
  const [day = '', time = ''] = clockOf(BERLIN)!.format(moment).split(' ');
  return { day, midnight: time === '00:00:00' };
}

/** Returns the last day of an event. The end is exclusive if it is a day or midnight; an event without a length ends on its first day. */
export const endDay = (from: string, end: string, exclusive = true): string => (exclusive && end > from ? shiftDay(end, -1) : end);
