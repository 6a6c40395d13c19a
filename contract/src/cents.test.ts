import { expect, test } from 'vitest';
import { centsOf, writeCents } from './cents.ts';

test.each([
  ['', null],
  ['1190', 119_000],
  ['1190,5', 119_050],
  ['1.190,50 €', 119_050],
  ['1.190', 119_000],
  ['1,190.50', 119_050],
  ['1190.05', 119_005],
  ['EUR 12,00', 1_200],
  ['12,345', 1_234_500],
  ['-5', undefined],
  ['viel', undefined],
  ['1.19.0', undefined],
])('%s', (written, cents) => expect(centsOf(written)).toBe(cents));

test('what is written is read again', () => {
  for (const lang of ['de', 'en']) expect(centsOf(writeCents(119_005, lang))).toBe(119_005);
  expect(writeCents(null, 'de')).toBe('');
});
