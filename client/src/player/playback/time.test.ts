import { describe, expect, test } from 'vitest';
import { parseTime, spokenTime } from './time.ts';

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
] as const)('parseTime(%s) is %s', (text, seconds) => expect(parseTime(text)).toBe(seconds));

describe('spokenTime', () => {
  const words: Record<string, [string, string]> = {
    hours: ['Stunde', 'Stunden'],
    minutes: ['Minute', 'Minuten'],
    seconds: ['Sekunde', 'Sekunden'],
  };
  const say = (key: string, { count }: { count: number }): string => `${count} ${words[key.split('.').at(-1)!]![count === 1 ? 0 : 1]}`;
  test.each([
    [72, '1 Minute 12 Sekunden'],
    [60, '1 Minute'],
    [3661, '1 Stunde 1 Minute 1 Sekunde'],
    [0.4, '0 Sekunden'],
    [NaN, '0 Sekunden'],
  ])('%s is read as %s', (seconds, text) => expect(spokenTime(seconds, say)).toBe(text));
});
