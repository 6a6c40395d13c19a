/** Day and time as the clocks in Europe/Berlin show them: what people type, and the moments the portal keeps. */
import { DATE_FORMATS, dateLocale } from '@fundus/contract/locale';

const ZONE = 'Europe/Berlin';
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
/** Made for the first who asks: a browser's first with a time zone takes 40 ms. */
let wallClock: Intl.DateTimeFormat | undefined;
const sayWall = (moment: Date): string =>
  (wallClock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })).format(moment);

/** ISO moment → `2026-11-21T20:00`, as a field for day and time has it; '' for none. */
export const typedTime = (moment: string | null): string => (moment === null ? '' : sayWall(new Date(moment)).replace(' ', 'T'));

const asUtc = (typed: string): number => Date.parse(`${typed}:00Z`);

/** What a field has → ISO moment, null for none. A time that is skipped in spring is the one an hour later; of one that comes twice the first counts. */
export function momentOf(typed: string): string | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? asUtc(typed) : NaN;
  if (Number.isNaN(wall)) return null;
  const ahead = (at: number): number => asUtc(typedTime(new Date(at).toISOString())) - at;
  // The offset before and after a change of clocks: the larger one that fits is the earlier moment.
  const guesses = [wall - ahead(wall - 3 * 3_600_000), wall - ahead(wall + 3 * 3_600_000)];
  const moment = guesses.find((at) => at + ahead(at) === wall) ?? guesses[0]!;
  return new Date(moment).toISOString();
}

/** "21.11.2026, 20:00": the day as lists write it everywhere (specification: short), with the time. */
export const berlinMoment = (moment: string, locale: string): string =>
  new Intl.DateTimeFormat(dateLocale(locale), { ...DATE_FORMATS.short, ...CLOCK, timeZone: ZONE }).format(new Date(moment));
