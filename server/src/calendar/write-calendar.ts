/** Days as a calendar file (RFC 5545): each an event of a whole day. */
import { shiftDay } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';

/** `id` is the same whenever the file is written: calendars know an event by it. */
export type CalendarEvent = { id: string; day: string; summary: string; location?: string; description?: string; url?: string | undefined };

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

/** `file` is what it is saved as, `about` names the part of the portal it comes from. */
export function writeCalendar(
  events: readonly CalendarEvent[],
  { file, about, now }: { file: string; about: string; now: Date },
): StreamAnswer {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const lines = events.flatMap(({ id, day, summary, location, description, url }) => [
    'BEGIN:VEVENT',
    `UID:${id}-${compact(day)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(shiftDay(day, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(location === undefined ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    'END:VEVENT',
  ]);
  const body = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//Fundus//${about}//DE`, 'CALSCALE:GREGORIAN', ...lines, 'END:VCALENDAR'];
  return {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'private, no-store',
    },
    body: `${body.map(fold).join('\r\n')}\r\n`,
  };
}
