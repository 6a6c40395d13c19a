/** Calendar file with the pickups and returns of a user. */
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { writeCalendar } from '../../../calendar/write-calendar.ts';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { loadWords, type Translate } from '../../mails/index.ts';
import { readSettings } from '../../setup/index.ts';
import { listDates } from './feed-repository.ts';

type Kind = 'pick-up' | 'return';
/** A calendar event. `what` contains the number of devices by model name. */
type Day = {
  id: string;
  kind: Kind;
  courier: boolean;
  lessons: Lessons | null;
  hours: Hours | null;
  day: string;
  what: Map<string, number>;
  place: string;
};
type Hours = { begin: string; end: string };
type Row = Awaited<ReturnType<typeof listDates>>[number];

const formatLessons = (t: Translate, { first, last }: Lessons): string =>
  t(first === last ? 'lending.lesson' : 'lending.lessons', { first, last });

const formatCounts = (what: ReadonlyMap<string, number>): string =>
  [...what].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');

/** Returns a calendar file with the user's own dates in the browser's language. */
export const writeDates = (ctx: UserCtx): Promise<StreamAnswer> =>
  writeDatesOf(ctx, ctx.user.id, /^en\b/.test(ctx.header('accept-language') ?? 'de') ? 'en' : 'de');

/**
 * Returns the day and lessons of a pickup or return, or `null` if the calendar shows none. A loan by lesson within one day is shown only as a pickup.
 * If the device is already on loan, its return is shown after the last lesson.
 */
function findEventTime(row: Row, kind: Kind): Pick<Day, 'day' | 'lessons' | 'hours'> | null {
  const { state, start_on, pickup_on, end_on, lessons, begins_at, last_begins_at, ends_at, bring_on, fetch_on } = row;
  if (kind === 'pick-up' && state === 'on_loan') return null;
  if (lessons === null)
    return { day: kind === 'return' ? (fetch_on ?? end_on) : (pickup_on ?? bring_on ?? start_on), lessons, hours: null };
  if (kind === 'return' && state !== 'on_loan') return null;
  const within = start_on === end_on;
  const begin = within ? begins_at : last_begins_at;
  return {
    day: end_on,
    lessons: within ? lessons : { first: lessons.last, last: lessons.last },
    hours: begin !== null && ends_at !== null ? { begin, end: ends_at } : null,
  };
}

/** Returns a calendar file with one event per order, kind of event and day or lessons. */
export async function writeDatesOf(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, personId: string, locale: string): Promise<StreamAnswer> {
  const { db, now } = ctx;
  const t = await loadWords(ctx, locale);
  const words = { 'pick-up': t('lending.dates.collect'), return: t('lending.dates.return') };
  const courierWords = { 'pick-up': t('lending.dates.courier.brings'), return: t('lending.dates.courier.collects') };
  const days = new Map<string, Day>();
  for (const row of await listDates(db, personId, now))
    for (const kind of ['pick-up', 'return'] as const) {
      const found = findEventTime(row, kind);
      if (found === null) continue;
      const courier = row.bring_on !== null;
      const key = [row.id, kind, courier, found.day, found.lessons?.first, found.lessons?.last].join(' ');
      // The courier comes to the school, so the school is the place.
      const place = [row.point_name, courier ? row.school_name : row.address].filter(Boolean).join(', ');
      const entry = days.get(key) ?? { ...found, id: row.id, kind, courier, what: new Map<string, number>(), place };
      entry.what.set(row.model_name, (entry.what.get(row.model_name) ?? 0) + 1);
      days.set(key, entry);
    }
  const events = [...days.values()].map(({ id, kind, courier, lessons, hours, day, what, place }) => ({
    id: [id, kind, ...(courier ? ['courier'] : []), ...(lessons ? [lessons.first, lessons.last] : [])].join('-'),
    day,
    hours,
    summary: `${(courier ? courierWords : words)[kind]}${lessons ? ` (${formatLessons(t, lessons)})` : ''}: ${formatCounts(what)}`,
    location: place,
  }));
  const { productName } = await readSettings(db);
  const name = t('lending.dates.name', { portal: productName });
  return writeCalendar(events, { file: `${downloadName(t, 'loans')}.ics`, name, about: 'Lending', now });
}
