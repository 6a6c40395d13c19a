/**
 * Imports school holidays from a calendar file (RFC 5545) as closures of a lending point (docs/behaviour/lending.md#lending-points). Pure: runs in
 * the browser.
 */
import { daysBetween, shiftDay } from '../../days.ts';
import { cleanLine } from '../../fields.ts';
import type { Closure } from './rules.ts';

/** Maximum length of an event that counts as a closure, in days. */
const MAX_DAYS = 120;

const dayOf = (value: string): string | null => {
  const found = /^(\d{4})(\d{2})(\d{2})/.exec(value);
  const day = found && `${found[1]}-${found[2]}-${found[3]}`;
  return day && !Number.isNaN(Date.parse(day)) ? day : null;
};

type Event = { start?: string; end?: string; whole?: boolean; name?: string };

const unescapeText = (words: string): string => words.replace(/\\[nN]/g, ' ').replace(/\\([,;\\])/g, '$1');

/** Returns the current events in order, each once. `skipped`: number of events without days or name, or longer than any holidays. */
export function readHolidays(file: string, today: string): { closures: Closure[]; skipped: number } {
  const lines = file.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const closures = new Map<string, Closure>();
  let skipped = 0;
  let event: Event | null = null;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1);
    const [, field = '', parameters = ''] = (colon > 0 && /^([A-Za-z-]+)([^]*)$/.exec(line.slice(0, colon))) || [];
    const name = field.toUpperCase();
    if (name === 'BEGIN' && value.toUpperCase() === 'VEVENT') event = {};
    else if (event && name === 'DTSTART')
      Object.assign(event, { start: value, whole: /VALUE=DATE(?!-)/i.test(parameters) || /^\d{8}$/.test(value) });
    else if (event && name === 'DTEND') event.end = value;
    else if (event && name === 'SUMMARY') event.name = cleanLine(unescapeText(value)).slice(0, 80);
    else if (event && name === 'END' && value.toUpperCase() === 'VEVENT') {
      const closure = closureOf(event);
      event = null;
      if (!closure) skipped++;
      else if (closure.until >= today) closures.set(`${closure.from} ${closure.until} ${closure.name}`, closure);
    }
  }
  return { closures: [...closures.values()].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)), skipped };
}

/** Returns the closure of an event. The end of an all-day event is exclusive. */
function closureOf({ start = '', end = '', whole = false, name = '' }: Event): Closure | null {
  const from = dayOf(start);
  const last = end === '' ? from : dayOf(end);
  if (from === null || last === null || name === '') return null;
  const until = whole && last > from ? shiftDay(last, -1) : last;
  return until < from || daysBetween(from, until) >= MAX_DAYS ? null : { from, until, name, processed: false };
}
