/** Calendar files of other programs: time zones, durations, recurrences and encodings (docs/behaviour/lending.md#holidays). */
import { holidayImport } from '@fundus/contract/lending/calendar/holiday-import';
import { describe, expect, test } from 'vitest';
import { pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { readHolidayFile } from './holiday-file.ts';

const TODAY = '2026-11-28';
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const file = (...lines: string[]): string => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const read = (content: string | Uint8Array, today = TODAY) => readHolidayFile(Buffer.from(content as string), today);
/** Returns the closures in the form `from–until name`. */
const daysOf = async (content: string | Uint8Array, today = TODAY): Promise<string[]> =>
  (await read(content, today)).closures.map(({ from, until, name }) => `${from}–${until} ${name}`);
const only = (...lines: string[]): Promise<string[]> => daysOf(file(...event('UID:1', 'SUMMARY:Ferien', ...lines)));

const NEW_YORK = [
  ...['BEGIN:VTIMEZONE', 'TZID:Amt', 'BEGIN:STANDARD', 'DTSTART:20001029T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'],
  ...['END:STANDARD', 'END:VTIMEZONE'],
];

describe('dates of an event', () => {
  test.each([
    ['whole days; the end is exclusive', ['DTSTART;VALUE=DATE:20270329', 'DTEND;VALUE=DATE:20270410'], '2027-03-29–2027-04-09'],
    ['one whole day without an end', ['DTSTART;VALUE=DATE:20270329'], '2027-03-29–2027-03-29'],
    ['an end equal to the first day', ['DTSTART;VALUE=DATE:20270329', 'DTEND;VALUE=DATE:20270329'], '2027-03-29–2027-03-29'],
    ['days whose type is not declared', ['DTSTART:20270329', 'DTEND:20270410'], '2027-03-29–2027-04-09'],
    [
      'midnights in Berlin',
      ['DTSTART;TZID=Europe/Berlin:20270329T000000', 'DTEND;TZID=Europe/Berlin:20270410T000000'],
      '2027-03-29–2027-04-09',
    ],
    ['midnights without a zone', ['DTSTART:20270329T000000', 'DTEND:20270410T000000'], '2027-03-29–2027-04-09'],
    ['UTC midnights of Berlin, in summer', ['DTSTART:20270328T220000Z', 'DTEND:20270409T220000Z'], '2027-03-29–2027-04-09'],
    ['UTC midnights of Berlin, in winter', ['DTSTART:20261220T230000Z', 'DTEND:20270105T230000Z'], '2026-12-21–2027-01-05'],
    ['hours of one day', ['DTSTART:20261204T080000Z', 'DTEND:20261204T160000Z'], '2026-12-04–2026-12-04'],
    ['a moment', ['DTSTART:20261204T230000Z'], '2026-12-05–2026-12-05'],
    ['another zone by its name', ['DTSTART;TZID=America/New_York:20270101T200000', 'DURATION:PT1H'], '2027-01-02–2027-01-02'],
    ['a zone of Windows', ['DTSTART;TZID=W. Europe Standard Time:20270101T000000', 'DURATION:P1D'], '2027-01-01–2027-01-01'],
    ['a duration in days', ['DTSTART;VALUE=DATE:20270201', 'DURATION:P4D'], '2027-02-01–2027-02-04'],
    ['a duration in weeks', ['DTSTART;VALUE=DATE:20270201', 'DURATION:P1W'], '2027-02-01–2027-02-07'],
    ['a duration from a midnight', ['DTSTART:20270201T000000', 'DURATION:P1DT12H'], '2027-02-01–2027-02-02'],
  ])('are read from %s', async (_, lines, days) => {
    expect(await only(...lines)).toEqual([`${days} Ferien`]);
  });

  test('use the time zone defined in the file', async () => {
    expect(await daysOf(file(...NEW_YORK, ...event('SUMMARY:Treffen', 'DTSTART;TZID=Amt:20270101T200000')))).toEqual([
      '2027-01-02–2027-01-02 Treffen',
    ]);
  });
});

describe('recurrences', () => {
  test.each([
    ['yearly', ['DTSTART;VALUE=DATE:20001003', 'RRULE:FREQ=YEARLY'], ['2027-10-03', '2028-10-03', '2029-10-03']],
    ['a number of times', ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;COUNT=2'], ['2026-12-01', '2026-12-08']],
    ['until a day', ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;UNTIL=20261202'], ['2026-12-01', '2026-12-02']],
    [
      'the Wednesday before 23 November',
      ['DTSTART;VALUE=DATE:20201118', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=WE;BYMONTHDAY=16,17,18,19,20,21,22'],
      ['2027-11-17', '2028-11-22', '2029-11-21'],
    ],
    [
      'without the days that are left out',
      ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261208'],
      ['2026-12-01', '2026-12-15'],
    ],
    ['on further days', ['DTSTART;VALUE=DATE:20261201', 'RDATE;VALUE=DATE:20261210,20261220'], ['2026-12-01', '2026-12-10', '2026-12-20']],
  ])('reads an event %s', async (_, lines, days) => {
    expect(await only(...lines)).toEqual(days.map((day) => `${day}–${day} Ferien`));
  });

  test('moves and cancels single occurrences', async () => {
    const { closures, skipped } = await read(
      file(
        ...event('UID:7', 'SUMMARY:Inventur', 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;COUNT=3'),
        ...event('UID:7', 'RECURRENCE-ID;VALUE=DATE:20261208', 'SUMMARY:Inventur', 'DTSTART;VALUE=DATE:20261210'),
        ...event('UID:7', 'RECURRENCE-ID;VALUE=DATE:20261215', 'SUMMARY:Inventur', 'DTSTART;VALUE=DATE:20261215', 'STATUS:CANCELLED'),
      ),
    );
    expect([closures.map(({ from }) => from), skipped]).toEqual([['2026-12-01', '2026-12-10'], 1]);
  });

  test.each(['SECONDLY', 'MINUTELY', 'HOURLY'])('skips events that repeat %s', async (freq) => {
    expect(await read(file(...event('SUMMARY:x', 'DTSTART:20000101T000000', `RRULE:FREQ=${freq}`)))).toMatchObject({
      closures: [],
      skipped: 1,
    });
  });
});

test('reads the full unescaped name of the event', async () => {
  const alarm = ['BEGIN:VALARM', 'ACTION:EMAIL', 'TRIGGER:-P7D', 'SUMMARY:Nicht vergessen', 'DESCRIPTION:x', 'END:VALARM'];
  expect(await only('DTSTART;VALUE=DATE:20270722', ...alarm)).toEqual(['2027-07-22–2027-07-22 Ferien']);
  const named = (summary: string) => daysOf(file(...event(summary, 'DTSTART;VALUE=DATE:20270722')));
  expect(await named('SUMMARY;ALTREP="http://x/a:b";LANGUAGE=de:Ferien\\, Berlin')).toEqual(['2027-07-22–2027-07-22 Ferien, Berlin']);
  expect(await named('SUMMARY:Buß- und\r\n  Bettag')).toEqual(['2027-07-22–2027-07-22 Buß- und Bettag']);
});

test('skips cancelled, nameless, dateless and overlong events', async () => {
  expect(
    await read(
      file(
        ...event('SUMMARY:Abgesagt', 'STATUS:CANCELLED', 'DTSTART;VALUE=DATE:20270101'),
        ...event('DTSTART;VALUE=DATE:20270101'),
        ...event('SUMMARY:Ohne Tag'),
        ...event('SUMMARY:Kein Tag', 'DTSTART;VALUE=DATE:20269999'),
        ...event('SUMMARY:Schuljahr', 'DTSTART;VALUE=DATE:20260801', 'DTEND;VALUE=DATE:20270731'),
        ...event('SUMMARY:Rückwärts', 'DTSTART;VALUE=DATE:20270110', 'DTEND;VALUE=DATE:20270101'),
        ...event('SUMMARY:Vorbei', 'DTSTART;VALUE=DATE:20250101'),
        ...['BEGIN:VTODO', 'SUMMARY:Aufgabe', 'DTSTART;VALUE=DATE:20270101', 'END:VTODO'],
      ),
    ),
  ).toEqual({ closures: [], skipped: 6, more: 0 });
});

describe('calendar file', () => {
  const plain = file(...event('SUMMARY:Osterferien für alle', 'DTSTART;VALUE=DATE:20270329'));
  const expected = ['2027-03-29–2027-03-29 Osterferien für alle'];
  test.each([
    ['carriage returns alone', plain.replaceAll('\r\n', '\r')],
    ['line feeds alone', plain.replaceAll('\r\n', '\n')],
    ['a byte order mark', `\ufeff${plain}`],
    ['UTF-16', Buffer.from(`\ufeff${plain}`, 'utf16le')],
    ['windows-1252', Buffer.from(plain, 'latin1')],
    ['blank lines and lines that are no property', plain.replace('SUMMARY', '\r\nein Satz ohne Feld\r\nSUMMARY')],
    ['two calendars', `${plain}\r\n${file()}`],
    ['names of fields in small letters', plain.replace('SUMMARY', 'summary').replace('DTSTART', 'dtstart')],
  ])('is read with %s', async (_, content) => {
    expect(await daysOf(content)).toEqual(expected);
  });

  test.each([
    ['another format', '<html></html>'],
    ['nothing', ''],
    ['a business card', 'BEGIN:VCARD\r\nFN:x\r\nEND:VCARD'],
    ['a cut calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x'],
  ])('is rejected if its content is %s', async (_, content) => {
    await expect(read(content)).rejects.toMatchObject({ code: 'broken_file', field: 'content' });
  });

  const many = (count: number) =>
    file(...Array.from({ length: count }, (_, i) => event(`SUMMARY:Tag ${i}`, 'DTSTART;VALUE=DATE:20270101')).flat());
  test('is rejected if it has too many events', async () => {
    await expect(read(many(5_001))).rejects.toMatchObject({ code: 'too_large' });
  });

  test('is limited to 200 closures', async () => {
    expect(await read(many(250))).toMatchObject({ more: 50, closures: { length: 200 } });
  });

  test('computes a bounded number of occurrences', async () => {
    const daily = event('SUMMARY:x', 'DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY');
    expect(await read(file(...daily))).toMatchObject({ closures: [], skipped: 1 });
    expect(await read(file(...Array.from({ length: 9 }, () => daily).flat()))).toMatchObject({ closures: [], skipped: 9 });
  });
});

describe('import over HTTP', () => {
  const portal = usePortal({ GeraeteVerleih: true });
  const send = (who: Caller, content: string | Buffer) =>
    who.call(holidayImport.readHolidays, { body: { content: Buffer.from(content as string).toString('base64') } });

  test('is limited to roles that may enter opening hours', async () => {
    portal.setNow(new Date('2026-11-28T10:00:00Z'));
    const admin = await portal.as(schoolAdmin());
    const content = file(...event('SUMMARY:Ferien', 'DTSTART;VALUE=DATE:20270329'));
    expect(await send(admin, content)).toEqual({
      closures: [{ from: '2027-03-29', until: '2027-03-29', name: 'Ferien', processed: false }],
      ...{ skipped: 0, more: 0 },
    });
    expect(await send(await portal.as(teacher({ capabilities: ['cap_lending'] })), content)).toMatchObject({ skipped: 0 });
    for (const who of [await portal.as(teacher()), await portal.as(pupil({ role: 'S' }))])
      await expect(send(who, content)).rejects.toMatchObject({ status: 403 });
  });

  test('rejects other formats and files above 1 MB', async () => {
    const admin = await portal.as(schoolAdmin());
    await expect(send(admin, '<html>')).rejects.toMatchObject({ status: 422, code: 'broken_file', field: 'content' });
    await expect(send(admin, Buffer.alloc(1_000_001, 65))).rejects.toMatchObject({ code: 'too_large' });
  });
});
