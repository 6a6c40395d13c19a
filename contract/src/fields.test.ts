import { expect, test } from 'vitest';
import { dayOrEmpty, line, locale, personName, text } from './fields.ts';

test('checks the length of a text after normalization', () => {
  expect(text(4).parse(' Cafe\u0301 ')).toBe('Caf\u00e9');
  expect(text(3).safeParse('Café').success).toBe(false);
});

test('accepts an empty string or a valid calendar day', () => {
  expect(dayOrEmpty.parse(undefined)).toBe('');
  expect(dayOrEmpty.safeParse('2026-02-30').success).toBe(false);
});

test('accepts language codes in the notation of the configuration', () =>
  expect(['de', 'pt-BR', 'DE', 'de_DE'].map((name) => locale.safeParse(name).success)).toEqual([true, true, false, false]));

test('removes line breaks and invisible characters from names', () => {
  const seen = (name: string) => line(60).parse(name);
  expect(['Doppel\u200b', 'Dop\u00adpel', '\u2066Doppel\u2069', ' Doppel\ufeff '].map(seen)).toEqual(Array(4).fill('Doppel'));
  expect(seen('ab\u202ecd')).toBe('abcd');
  expect(seen('ab\r\ncd\u2028ef')).toBe('ab cd ef');
  expect(line(60).min(1).safeParse('\u200b').success).toBe(false);
  expect(seen('Çağla Nguyễn')).toBe('Çağla Nguyễn');
});

test('rejects URLs and email addresses in names of people', () => {
  const fits = (name: string) => personName.safeParse(name).success;
  expect(['Jo-Ann', "D'Souza", 'Müller jun.', 'Prof. Dr. Å.'].map(fits)).toEqual([true, true, true, true]);
  expect(['Ihr Paket: https://evil.example', 'WWW.evil.example', 'a@b.example'].map(fits)).toEqual([false, false, false]);
});
