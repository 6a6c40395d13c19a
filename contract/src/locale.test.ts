import { expect, test } from 'vitest';
import { chooseLanguage, dateLocale, directionOf, mergeMessages } from './locale.ts';

test('the stored choice wins, then the browser, then English', () => {
  expect(chooseLanguage('de', ['en'], ['de', 'en'])).toBe('de');
  expect(chooseLanguage('fr', ['de-AT', 'en'], ['de', 'en'])).toBe('de');
  expect(chooseLanguage(null, ['fr', 'pl'], ['de', 'en'])).toBe('en');
  expect(chooseLanguage(null, ['fr'], ['de'])).toBe('de');
});

test('custom texts stand over default ones, empty ones do not count', () => {
  expect(mergeMessages({ a: '1', b: '2' }, { b: '3', a: '', c: '4' })).toEqual({ a: '1', b: '3', c: '4' });
});

test('dates are written in the form of the language', () => {
  expect(dateLocale('en')).toBe('en-GB');
  expect(dateLocale('de')).toBe('de');
  expect(directionOf('ar-EG')).toBe('rtl');
  expect(directionOf('de')).toBe('ltr');
});
