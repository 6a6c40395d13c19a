/** Reads the events of a calendar file (RFC 5545) with ical.js. Runs in a child process only. */
import { shiftDay } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { decodeTable } from '@fundus/importer/tables/decode-table';
import ICAL from 'ical.js';
import { endDay, dayOfMoment, momentOf } from './calendar-days.ts';

// Accepts values without a declared type, such as `DTSTART:20270101`.
ICAL.design.strict = false;

/** Maximum number of events in a file. */
const MAX_EVENTS = 5_000;
/** Maximum number of occurrences that are computed for one event and for a file. Later occurrences are omitted. */
const MAX_OCCURRENCES = 20_000;
const MAX_OF_FILE = 60_000;
/** Maximum number of moved or cancelled occurrences of an event. */
const MAX_CHANGED = 200;
/** Maximum length of an occurrence in days. Occurrences that begin earlier than this before the window are skipped. */
const MAX_LENGTH = 400;

/** First and last day in Europe/Berlin, both inclusive. `null` stands for an event whose days cannot be read. */
export type Occurrence = { from: string; until: string; name: string; cancelled: boolean } | null;

type Window = { from: string; until: string };

/**
 * Returns the occurrences that overlap the window, and `null` for each event without readable days or with too many occurrences. Throws `broken_file`
 * if the content is not a calendar, and `too_large` if it has too many events.
 */
export function readCalendar(content: Uint8Array, window: Window): Occurrence[] {
  const found: Occurrence[] = [];
  let left = MAX_OF_FILE;
  for (const calendar of parseCalendars(content)) {
    const events = calendar.getAllSubcomponents('vevent');
    if (events.length > MAX_EVENTS) throw new AppError('too_large', { field: 'content', details: { most: MAX_EVENTS } });
    for (const { event, changed } of groupByUid(events)) {
      const { occurrences, computed } = readEvent(event, changed, window, Math.min(left, MAX_OCCURRENCES));
      left -= computed;
      found.push(...occurrences);
    }
  }
  return found;
}

const PROPERTY = /^[A-Za-z0-9-]+[;:]/;

/**
 * Parses the calendars of a file. Lines that are neither a property nor a continuation are dropped, because some programs do not fold long
 * descriptions.
 */
function parseCalendars(content: Uint8Array): ICAL.Component[] {
  const { bytes, encoding } = decodeTable(content);
  const lines = new TextDecoder(encoding)
    .decode(bytes)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith(' ') || line.startsWith('\t') || PROPERTY.test(line));
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines[0] ?? '')) throw new AppError('broken_file', { field: 'content' });
  let parsed: unknown[];
  try {
    parsed = ICAL.parse(lines.join('\r\n')) as unknown[];
  } catch {
    throw new AppError('broken_file', { field: 'content' });
  }
  // The parser returns several calendars as an array of calendars.
  const calendars = typeof parsed[0] === 'string' ? [parsed] : parsed;
  return calendars.map((calendar) => new ICAL.Component(calendar as never));
}

type Group = { event: ICAL.Component; changed: ICAL.Component[] };

/** Groups each event with its moved or cancelled occurrences (`RECURRENCE-ID`). */
function groupByUid(events: readonly ICAL.Component[]): Group[] {
  const groups: Group[] = [];
  const byUid = new Map<string, Group>();
  const overrides: ICAL.Component[] = [];
  for (const event of events) {
    const uid = String(event.getFirstPropertyValue('uid') ?? '');
    if (uid !== '' && event.hasProperty('recurrence-id')) {
      overrides.push(event);
      continue;
    }
    const group: Group = { event, changed: [] };
    groups.push(group);
    if (uid !== '' && event.hasProperty('rrule')) byUid.set(uid, group);
  }
  for (const event of overrides) {
    const group = byUid.get(String(event.getFirstPropertyValue('uid')));
    if (group) group.changed.push(event);
    else groups.push({ event, changed: [] });
  }
  return groups;
}

/** Rules that repeat within a day cannot describe holidays and have millions of occurrences. */
const WITHIN_A_DAY = new Set(['SECONDLY', 'MINUTELY', 'HOURLY']);

function readEvent(
  component: ICAL.Component,
  changed: readonly ICAL.Component[],
  window: Window,
  most: number,
): { occurrences: Occurrence[]; computed: number } {
  let computed = 0;
  try {
    const rule = component.getFirstPropertyValue('rrule') as ICAL.Recur | null;
    if (!rule && !component.hasProperty('rdate'))
      return { occurrences: [occurrenceOf(component)].filter((one) => isWithin(one, window)), computed };
    if ((rule && WITHIN_A_DAY.has(rule.freq)) || changed.length > MAX_CHANGED || most === 0) return { occurrences: [null], computed };
    const event = new ICAL.Event(component, { exceptions: [...changed] as never, strictExceptions: true });
    const occurrences: Occurrence[] = [];
    const earliest = shiftDay(window.from, -MAX_LENGTH);
    // The library omits the first day of an event that has `RDATE` but no rule.
    if (!rule && !hasDate(component, 'exdate') && !hasDate(component, 'rdate')) occurrences.push(occurrenceOf(component));
    const iterator = event.iterator();
    for (let next = iterator.next(); next; next = iterator.next()) {
      computed += 1;
      if (computed > most) return { occurrences: [...occurrences, null], computed };
      // Reading the details costs ten times as much as the iteration, and most recurring meetings of a school began years ago.
      if (changed.length === 0 && isoDay(next) < earliest) continue;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      const day = dayOf(startDate, component);
      if (day > window.until) break;
      const occurrence = occurrenceOf(item.component, startDate, endDate);
      if (isWithin(occurrence, window)) occurrences.push(occurrence);
    }
    return { occurrences: occurrences.filter((each) => isWithin(each, window)), computed };
  } catch {
    return { occurrences: [null], computed };
  }
}

/** Returns whether the property `exdate` or `rdate` contains the first day of the event. */
const hasDate = (component: ICAL.Component, name: 'exdate' | 'rdate'): boolean => {
  const first = String(component.getFirstPropertyValue('dtstart'));
  return component.getAllProperties(name).some((property) => property.getValues().some((value) => String(value) === first));
};

const isWithin = (occurrence: Occurrence, { from, until }: Window): boolean =>
  occurrence === null || (occurrence.until >= from && occurrence.from <= until);

/** Returns the days of an event or of one of its occurrences. */
function occurrenceOf(component: ICAL.Component, start?: ICAL.Time, end?: ICAL.Time): Occurrence {
  if (!hasDay(component)) return null;
  const event = new ICAL.Event(component);
  const begins = start ?? event.startDate;
  const ends = end ?? event.endDate;
  const from = dayOf(begins, component);
  const until = begins.isDate
    ? endDay(from, isoDay(ends ?? begins))
    : endDay(from, dayOf(ends ?? begins, component), isMidnight(ends ?? begins, component));
  const cancelled = String(component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED';
  return until < from ? null : { from, until, name: String(event.summary ?? ''), cancelled };
}

const isoDay = (time: ICAL.Time): string => time.toString().slice(0, 10);

/** Returns whether the first day of an event exists. ical.js converts the 99th of a month to a day of a later month. */
function hasDay(component: ICAL.Component): boolean {
  const property = component.getFirstProperty('dtstart');
  const written = String((property?.toJSON() as unknown[] | undefined)?.[3] ?? '').slice(0, 10);
  return !Number.isNaN(Date.parse(written)) && new Date(written).toISOString().startsWith(written);
}

/** Returns the moment of a time in its zone, which is UTC, defined in the file or named by IANA. The default is Europe/Berlin. */
function momentIn(time: ICAL.Time, component: ICAL.Component): Date {
  const zone = time.zone;
  if (zone === ICAL.Timezone.utcTimezone) return time.toJSDate();
  if (zone?.component) return new Date(time.toUnixTime() * 1_000);
  const named = component.getFirstProperty('dtstart')?.getFirstParameter('tzid');
  return momentOf(time.toString().slice(0, 19), named ?? '');
}

const dayOf = (time: ICAL.Time, component: ICAL.Component): string =>
  time.isDate ? isoDay(time) : dayOfMoment(momentIn(time, component)).day;

const isMidnight = (time: ICAL.Time, component: ICAL.Component): boolean => dayOfMoment(momentIn(time, component)).midnight;
