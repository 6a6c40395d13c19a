/** Reads closures from a calendar file. Runs only in a child process. */
import { daysBetween, shiftDay } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { cleanLine } from '@fundus/contract/fields';
import type { holidayImport } from '@fundus/contract/lending/calendar/holiday-import';
import { readCalendar } from '../../../calendar/read-calendar.ts';

/** Maximum length of an event in days. Longer events, such as school years, are not closures. */
const MAX_DAYS = 120;
/** Number of days ahead for which yearly events are read: the 730 days that a point can be booked ahead, plus one year. */
const AHEAD = 1_095;
const MAX_CLOSURES = 200;
const MAX_NAME = 80;

type Found = Reply<typeof holidayImport.readHolidays>;

/** Returns the closures that have not ended, sorted by day and without duplicates. */
export async function readHolidayFile(content: Uint8Array, today: string): Promise<Found> {
  const closures = new Map<string, Found['closures'][number]>();
  let skipped = 0;
  for (const found of readCalendar(content, { from: today, until: shiftDay(today, AHEAD) })) {
    const name = cleanLine(found?.name ?? '').slice(0, MAX_NAME);
    if (!found || found.cancelled || name === '' || daysBetween(found.from, found.until) >= MAX_DAYS) skipped += 1;
    else closures.set(`${found.from} ${found.until} ${name}`, { from: found.from, until: found.until, name, processed: false });
  }
  const sorted = [...closures.values()].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return { closures: sorted.slice(0, MAX_CLOSURES), skipped, more: Math.max(0, sorted.length - MAX_CLOSURES) };
}
