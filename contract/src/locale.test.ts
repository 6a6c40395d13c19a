import { expect, test } from 'vitest';
import de from '../messages/de.json' with { type: 'json' };
import en from '../messages/en.json' with { type: 'json' };
import { ERRORS } from './errors.ts';
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

test('both languages hold the same texts with the same placeholders', () => {
  const plain = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
  expect(new Set(Object.keys(de).map(plain))).toEqual(new Set(Object.keys(en).map(plain)));
  const german = de as Record<string, string>;
  for (const [key, text] of Object.entries(en)) {
    if (!(key in german)) continue;
    const names = (source: string) => [...new Set(source.match(/\{\{\w+/g) ?? [])].sort();
    expect(names(german[key]!), key).toEqual(names(text));
  }
});

test('every error has a text in every language', () => {
  for (const code of Object.keys(ERRORS)) {
    expect(en).toHaveProperty([`error.${code}`]);
    expect(de).toHaveProperty([`error.${code}`]);
  }
});

test('no text is empty', () => {
  for (const set of [de, en] as Record<string, string>[])
    for (const [key, text] of Object.entries(set)) expect(text.trim(), key).not.toBe('');
});

test('dates are written in the form of the language', () => {
  expect(dateLocale('en')).toBe('en-GB');
  expect(dateLocale('de')).toBe('de');
  expect(directionOf('ar-EG')).toBe('rtl');
  expect(directionOf('de')).toBe('ltr');
});
