/** Own pick-ups and returns as a calendar file (RFC 5545). */
import { shiftDay } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { listDates } from './order-repository.ts';

const escapeText = (words: string): string => words.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Lines are at most 75 bytes; what is longer goes on behind a blank. */
function fold(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  for (const sign of line) {
    if (Buffer.byteLength(piece + sign) > 73) {
      pieces.push(piece);
      piece = '';
    }
    piece += sign;
  }
  return [...pieces, piece].join('\r\n ');
}

const compact = (day: string): string => day.replaceAll('-', '');

type Day = { id: string; kind: 'pick-up' | 'return'; day: string; what: string; place: string };

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
      const day = kind === 'return' ? row.end_on : row.start_on;
      const key = `${row.id} ${kind} ${day}`;
      const known = days.get(key);
      if (known) known.what += `, ${row.model_name}`;
      else days.set(key, { id: row.id, kind, day, what: row.model_name, place: [row.point_name, row.address].filter(Boolean).join(', ') });
    }
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const events = [...days.values()].flatMap(({ id, kind, day, what, place }) => [
    'BEGIN:VEVENT',
    `UID:${id}-${kind}-${compact(day)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(shiftDay(day, 1))}`,
    `SUMMARY:${escapeText(`${words[kind]}: ${what}`)}`,
    `LOCATION:${escapeText(place)}`,
    'END:VEVENT',
  ]);
  const body = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fundus//Lending//DE', 'CALSCALE:GREGORIAN', ...events, 'END:VCALENDAR'];
  return {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="ausleihen.ics"',
      'cache-control': 'private, no-store',
    },
    body: `${body.map(fold).join('\r\n')}\r\n`,
  };
}
