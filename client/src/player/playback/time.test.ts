import { describe, expect, test } from 'vitest';
import { spokenTime } from './time.ts';

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
  ])('converts %s seconds to the words %s', (seconds, text) => expect(spokenTime(seconds, say)).toBe(text));
});
