import { expect, it } from 'vitest';
import { parseDay } from './read-day.ts';

it.each([
  ['31.7.2027', '2027-07-31'],
  ['31.07.27', '2027-07-31'],
  ['01/02/2027', '2027-02-01'],
  ['1 2 2027', '2027-02-01'],
  ['31072027', '2027-07-31'],
  ['2027-07-31', '2027-07-31'],
  [' 29.02.2028 ', '2028-02-29'],
  ['31. Juli 2027', '2027-07-31'],
  ['1. März 27', '2027-03-01'],
  ['3 Dec 2027', '2027-12-03'],
  ['3. Brumaire 2027', null],
  ['29.02.2027', null],
  ['7.2027', null],
  ['12.13.2027', null],
  ['', null],
  ['morgen', null],
])('parses %s as %s', (text, day) => expect(parseDay(text)).toBe(day));

const NOW = '2026-11-28';
it.each([
  ['3.12.', undefined, '2026-12-03'],
  ['3.12', undefined, '2026-12-03'],
  ['3. Dez.', undefined, '2026-12-03'],
  ['3 December', undefined, '2026-12-03'],
  ['28.11.', undefined, '2026-11-28'],
  ['27.11.', undefined, '2027-11-27'],
  ['3/12', undefined, '2026-12-03'],
  ['29.2.', undefined, '2028-02-29'],
  ['31.2.', undefined, null],
  ['3.12.26', undefined, '2026-12-03'],
  ['3.12.', '2026-11-28', '2025-12-03'],
  ['1.1.', '2026-11-28', '2026-01-01'],
])('parses %s with the latest allowed day %s as %s', (text, max, day) => expect(parseDay(text, { now: NOW, max })).toBe(day));

it("rejects a day without a year if today's date is not given", () => expect(parseDay('3.12.')).toBeNull());
