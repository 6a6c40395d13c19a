import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { writeCalendar, type CalendarEvent } from './write-calendar.ts';

const NAME = 'Meine Ausleihen · Fundus mit einem Namen, der länger als eine Zeile von 75 Bytes ist';
const write = (events: readonly CalendarEvent[]) => {
  const { body } = writeCalendar(events, { file: 'x.ics', name: NAME, about: 'Test', now: new Date('2026-11-28T10:00:00Z') });
  return { body: body as string, calendar: new ICAL.Component(ICAL.parse(body as string) as never) };
};

test('writes the name of the calendar and its refresh interval', () => {
  const { calendar, body } = write([]);
  for (const property of ['name', 'x-wr-calname']) expect(calendar.getFirstPropertyValue(property)).toBe(NAME.replace(',', '\\,'));
  for (const property of ['refresh-interval', 'x-published-ttl']) expect(String(calendar.getFirstPropertyValue(property))).toBe('PT4H');
  expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});

test('writes only the time zone if there are no events', () => {
  expect(
    write([])
      .calendar.getAllSubcomponents()
      .map(({ name }) => name),
  ).toEqual(['vtimezone']);
});

test('writes all-day and timed events that a calendar library can parse', () => {
  const { calendar } = write([
    { id: 'a', day: '2027-03-28', summary: 'Abholen: Kamera, Stativ;\nKoffer' },
    { id: 'b', day: '2027-03-28', hours: { begin: '08:05', end: '09:35' }, summary: 'Stunde' },
  ]);
  const [whole, timed] = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  expect([whole!.summary, String(whole!.startDate), String(whole!.endDate)]).toEqual([
    'Abholen: Kamera, Stativ;\nKoffer',
    '2027-03-28',
    '2027-03-29',
  ]);
  expect(new Date(timed!.startDate.toUnixTime() * 1_000).toISOString()).toBe('2027-03-28T06:05:00.000Z');
});
