import { expect, test } from 'vitest';
import { parseAmount, splitCents, formatAmount } from './cents.ts';

test.each([
  ['', null],
  ['1190', 119_000],
  ['1190,5', 119_050],
  ['1.190,50 €', 119_050],
  ['1.190', 119_000],
  ['1,190.50', 119_050],
  ['1’190.50', 119_050],
  ['1190.05', 119_005],
  ['EUR 12,00', 1_200],
  ['12,345', 1_234_500],
  ['-5', undefined],
  ['viel', undefined],
  ['1.19.0', undefined],
])('parses the amount "%s"', (written, cents) => expect(parseAmount(written)).toBe(cents));

test('parses every formatted amount', () => {
  for (const lang of ['de', 'en']) expect(parseAmount(formatAmount(119_005, lang))).toBe(119_005);
  expect(formatAmount(null, 'de')).toBe('');
});

test('splits an amount into parts that differ by at most one cent', () => {
  for (const [cents, parts] of [
    [1_000, 3],
    [1_999, 7],
    [0, 2],
    [5, 1],
  ] as const) {
    const split = splitCents(cents, parts);
    expect(split.reduce((sum, each) => sum + each, 0)).toBe(cents);
    expect(Math.max(...split) - Math.min(...split)).toBeLessThanOrEqual(1);
  }
});
