/** Writes iCalendar files (RFC 5545) with all-day events and timed events in the time zone of Berlin. */
import { shiftDay } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { contentDisposition } from '../http/bodies/content-disposition.ts';

/** Times in Berlin, such as `08:05`. */
type Hours = { begin: string; end: string };
/** An event of the calendar. `id` must be stable, because calendar programs identify events by it. An event without `hours` lasts all day. */
export type CalendarEvent = {
  id: string;
  day: string;
  hours?: Hours | null;
  summary: string;
  location?: string;
  description?: string;
  url?: string | undefined;
};

/** Daylight-saving rules for calendar programs that do not recognise the name of the time zone. */
const BERLIN = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  ...['BEGIN:DAYLIGHT', 'TZNAME:CEST', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'DTSTART:19810329T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZNAME:CET', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19961027T030000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD'],
  'END:VTIMEZONE',
];

const escapeText = (words: string): string => words.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Folds a line at 75 bytes (RFC 5545, 3.1). */
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

function formatWhen({ day, hours }: CalendarEvent): string[] {
  if (!hours) return [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(shiftDay(day, 1))}`];
  const at = (time: string): string => `;TZID=Europe/Berlin:${compact(day)}T${time.replace(':', '')}00`;
  return [`DTSTART${at(hours.begin)}`, `DTEND${at(hours.end)}`];
}

/** Refresh interval of a subscribed calendar. Four hours are enough, because loans take up to a day to be approved and prepared. */
const REFRESH = 'PT4H';

/**
 * Returns a calendar file. `file` is the file name, `about` the area of the portal, and `name` the title that calendar programs display (RFC 7986,
 * and the older properties of Apple, Google and Outlook).
 */
export function writeCalendar(
  events: readonly CalendarEvent[],
  { file, name, about, now }: { file: string; name: string; about: string; now: Date },
): StreamAnswer {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const lines = events.flatMap((event) => [
    'BEGIN:VEVENT',
    `UID:${event.id}-${compact(event.day)}`,
    `DTSTAMP:${stamp}`,
    ...formatWhen(event),
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.location === undefined ? [] : [`LOCATION:${escapeText(event.location)}`]),
    ...(event.description === undefined ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    ...(event.url === undefined ? [] : [`URL:${event.url}`]),
    'END:VEVENT',
  ]);
  // A calendar needs at least one component (RFC 5545, 3.6), so a calendar without events contains the time zone.
  const zone = events.length === 0 || events.some(({ hours }) => hours) ? BERLIN : [];
  const head = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//Fundus//${about}//DE`, 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...[`NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`, 'X-WR-TIMEZONE:Europe/Berlin'],
    ...[`REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`, `X-PUBLISHED-TTL:${REFRESH}`],
  ];
  const body = [...head, ...zone, ...lines, 'END:VCALENDAR'];
  return {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': contentDisposition('attachment', file),
      'cache-control': 'private, no-store',
    },
    body: `${body.map(fold).join('\r\n')}\r\n`,
  };
}
