import { expect, test } from 'vitest';
import { dayOrEmpty, locale, text } from './fields.ts';

test('what people write has no blanks around it and is composed before it is measured', () => {
  expect(text(4).parse(' Cafe\u0301 ')).toBe('Caf\u00e9');
  expect(text(3).safeParse('Café').success).toBe(false);
});

test('a day of a query may be left out, and is one', () => {
  expect(dayOrEmpty.parse(undefined)).toBe('');
  expect(dayOrEmpty.safeParse('2026-02-30').success).toBe(false);
});

test('languages are named as in the configuration', () =>
  expect(['de', 'pt-BR', 'DE', 'de_DE'].map((name) => locale.safeParse(name).success)).toEqual([true, true, false, false]));
