/** Own pick-ups and returns as a calendar file. */
import type { Lessons } from '@fundus/contract/lending/lessons';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { writeCalendar } from '../../calendar/write-calendar.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { listDates } from './feed-repository.ts';

/** `lessons`: it is collected and brought back within the day. */
type Day = { id: string; kind: 'pick-up' | 'return'; day: string; lessons: Lessons | null; what: string; place: string };

const sayLessons = ({ first, last }: Lessons, german: boolean): string =>
  german
    ? `${first === last ? `${first}.` : `${first}.–${last}.`} Stunde`
    : first === last
      ? `lesson ${first}`
      : `lessons ${first}–${last}`;

/** One's own, in the language of the browser. */
export const writeDates = (ctx: UserCtx): Promise<StreamAnswer> =>
  writeDatesOf(ctx, ctx.user.id, /^en\b/.test(ctx.header('accept-language') ?? 'de') ? 'en' : 'de');

/** One event for each day and order: what is collected, and what goes back. */
export async function writeDatesOf({ db, now }: Pick<Ctx, 'db' | 'now'>, personId: string, locale: string): Promise<StreamAnswer> {
  const german = !locale.startsWith('en');
  const words = german ? { 'pick-up': 'Abholen', return: 'Zurückbringen' } : { 'pick-up': 'Collect', return: 'Bring back' };
  const days = new Map<string, Day>();
  for (const row of await listDates(db, personId, now))
    for (const kind of ['pick-up', 'return'] as const) {
      if (kind === 'pick-up' && row.state === 'on_loan') continue;
      // Within one day it is collected and brought back: one entry, with its lessons.
      const lessons = row.start_on === row.end_on ? row.lessons : null;
      if (lessons && kind === 'return' && row.state !== 'on_loan') continue;
      const day = kind === 'return' ? row.end_on : row.start_on;
      const key = [row.id, kind, day, lessons?.first, lessons?.last].join(' ');
      const known = days.get(key);
      if (known) known.what += `, ${row.model_name}`;
      else
        days.set(key, {
          id: row.id,
          kind,
          day,
          lessons,
          what: row.model_name,
          place: [row.point_name, row.address].filter(Boolean).join(', '),
        });
    }
  const events = [...days.values()].map(({ id, kind, day, lessons, what, place }) => ({
    id: [id, kind, ...(lessons ? [lessons.first, lessons.last] : [])].join('-'),
    day,
    summary: `${words[kind]}${lessons ? ` (${sayLessons(lessons, german)})` : ''}: ${what}`,
    location: place,
  }));
  return writeCalendar(events, { file: 'ausleihen.ics', about: 'Lending', now });
}
