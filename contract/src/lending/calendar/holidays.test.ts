import { expect, test } from 'vitest';
import { readHolidays } from './holidays.ts';

const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

test('reads each current holiday once with its last day, and counts skipped events', () => {
  const file = [
    'BEGIN:VCALENDAR',
    event('DTSTART;VALUE=DATE:20261221', 'DTEND;VALUE=DATE:20270103', 'SUMMARY:Weihnachtsferien\\, Berlin'),
    event('DTSTART;VALUE=DATE:20261221', 'DTEND;VALUE=DATE:20270103', 'SUMMARY:Weihnachtsferien\\, Berlin'),
    event('DTSTART;VALUE=DATE:20261118', 'SUMMARY:Buß- und', '  Bettag'),
    event('DTSTART:20261204T080000Z', 'DTEND:20261204T160000Z', 'SUMMARY:Inventur'),
    event('DTSTART;VALUE=DATE:20250101', 'DTEND;VALUE=DATE:20250102', 'SUMMARY:Neujahr'),
    event('DTSTART;VALUE=DATE:20260801', 'DTEND;VALUE=DATE:20270731', 'SUMMARY:Schuljahr'),
    event('SUMMARY:Ohne Tag'),
    event('DTSTART;VALUE=DATE:20269999', 'SUMMARY:Kein Tag'),
    'END:VCALENDAR',
  ].join('\r\n');
  expect(readHolidays(file, '2026-11-01')).toEqual({
    closures: [
      { from: '2026-11-18', until: '2026-11-18', name: 'Buß- und Bettag', processed: false },
      { from: '2026-12-04', until: '2026-12-04', name: 'Inventur', processed: false },
      { from: '2026-12-21', until: '2027-01-02', name: 'Weihnachtsferien, Berlin', processed: false },
    ],
    skipped: 3,
  });
  expect(readHolidays('<html>', '2026-11-01')).toEqual({ closures: [], skipped: 0 });
});
