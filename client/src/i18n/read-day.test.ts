import { expect, it } from 'vitest';
import { readDay } from './read-day.ts';

it.each([
  ['31.7.2027', '2027-07-31'],
  ['31.07.27', '2027-07-31'],
  ['01/02/2027', '2027-02-01'],
  ['1 2 2027', '2027-02-01'],
  ['31072027', '2027-07-31'],
  ['2027-07-31', '2027-07-31'],
  [' 29.02.2028 ', '2028-02-29'],
  ['29.02.2027', null],
  ['7.2027', null],
  ['12.13.2027', null],
  ['', null],
  ['morgen', null],
])('reads %s as %s', (text, day) => expect(readDay(text)).toBe(day));
