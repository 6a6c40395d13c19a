import { expect, test } from 'vitest';
import { chooseLanguage, dateLocale, directionOf, mergeMessages, createTranslator } from './locale.ts';

test("prefers the stored language to the browser's language", () => {
  expect(chooseLanguage('de', ['en'], ['de', 'en'])).toBe('de');
  expect(chooseLanguage('fr', ['de-AT', 'en'], ['de', 'en'])).toBe('de');
  expect(chooseLanguage(null, ['fr', 'pl'], ['de', 'en'])).toBe('en');
  expect(chooseLanguage(null, ['fr'], ['de'])).toBe('de');
});

test('prefers custom texts to default texts unless they are empty', () => {
  expect(mergeMessages({ a: '1', b: '2' }, { b: '3', a: '', c: '4' })).toEqual({ a: '1', b: '3', c: '4' });
});

test.each([
  ['a', { name: 'Ada' }, 'de', 'Hallo Ada, Ada!'],
  ['a', {}, 'de', 'Hallo , !'],
  ['seats', { count: 0 }, 'de', 'kein Platz'],
  ['rows', { count: 0 }, 'de', '0 Zeilen'],
  ['seats', { count: 1 }, 'de', 'ein Platz'],
  ['seats', { count: 1200 }, 'de', '1.200 Plätze'],
  ['seats', { count: 1200 }, 'en', '1,200 Plätze'],
  ['plain', { count: 1200 }, 'de', '1200'],
  ['literal', { name: '{{name}}' }, 'de', '{{name}} {x}'],
  ['unknown', {}, 'de', undefined],
] as const)('formats the text %s with %o in %s', (key, values, locale, said) => {
  const messages = {
    a: 'Hallo {{name}}, {{- name}}!',
    seats_zero: 'kein Platz',
    seats_one: 'ein Platz',
    seats_other: '{{count, number}} Plätze',
    rows_other: '{{count}} Zeilen',
    plain: '{{count}}',
    literal: '{{name}} {x}',
  };
  expect(createTranslator(locale, messages)(key, values)).toBe(said);
});

test('returns the locale of the date format', () => {
  expect(dateLocale('en')).toBe('en-GB');
  expect(dateLocale('de')).toBe('de');
});

test('returns the writing direction of a language', () => {
  expect(directionOf('ar-EG')).toBe('rtl');
  expect(directionOf('de')).toBe('ltr');
});
