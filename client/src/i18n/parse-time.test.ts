import { expect, test } from 'vitest';
import { parseTime } from './parse-time.ts';

test.each([
  ['252', 252],
  ['72.5', 72.5],
  ['72s', 72],
  ['4:12', 252],
  ['1:04:12', 3852],
  ['1h4m12s', 3852],
  ['4m', 240],
  ['90:00', 5400],
  [' 7 ', 7],
  [12, 12],
  ['', null],
  ['-4', null],
  ['4:99', null],
  ['abc', null],
  ['1e9x', null],
  [undefined, null],
  [null, null],
  [NaN, null],
] as const)('parses %s as %s', (text, seconds) => expect(parseTime(text)).toBe(seconds));
