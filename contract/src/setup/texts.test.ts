import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pluralForm, withPlurals } from '../locale.ts';
import { writeCsv } from '../table-file.ts';
import { checkText, expectedMessages, isLong, NotJson, parseCsv, parseCsvTexts, parseJsonTexts, textState } from './texts.ts';

describe('checkText', () => {
  test.each([
    ['a', 'Hallo {{name}}', 'Moin {{ name }}!', null],
    ['a', '{{count, number}} von {{all}}', '{{count}} aus {{all}}', null],
    ['a', 'Hallo {{name}}', 'Moin', { code: 'placeholder_missing', name: 'name' }],
    ['a', 'Hallo {{name}}', 'Moin {name}', { code: 'placeholder_missing', name: 'name' }],
    ['a', 'Hallo', 'Moin {{name}}', { code: 'placeholder_unknown', name: 'name' }],
    ['a_one', '{{count}} Platz', 'Ein Platz', null],
    ['a_two', '{{count}} Plätze', 'Zwei Plätze', null],
    ['a_other', '{{count}} Plätze', 'Viele Plätze', { code: 'placeholder_missing', name: 'count' }],
    ['a_one', 'Ein Platz für {{name}}', '{{count}} Platz für {{name}}', null],
    ['a', 'kein HTML', '<b>fett</b>', { code: 'html_mismatch', name: 'b' }],
    ['a', 'ein <b>fettes</b> Wort', 'ein <b>starkes</b> Wort', null],
    ['a', 'ein <b>fettes</b> Wort', 'ein <i>schräges</i> Wort', { code: 'html_mismatch', name: 'i' }],
    ['a', 'ein <b>fettes</b> Wort', 'ein <b>offenes Wort', { code: 'html_mismatch', name: '/b' }],
    ['a', 'ein <b>fettes</b> Wort', 'kein Wort', { code: 'html_mismatch', name: 'b' }],
    ['a', '<br>', '<br><br>', { code: 'html_mismatch', name: 'br' }],
    ['a', 'Zahlen', '3 < 5 und 7 > 6', null],
    ['a', 'x', 'y'.repeat(2000), null],
    ['a', 'x', 'y'.repeat(2001), { code: 'too_long' }],
  ])('compares the key %s with the default %s and the custom text %s', (key, base, own, problem) =>
    expect(checkText(key, base, own)).toEqual(problem),
  );

  test('warns if a text is more than 50 % longer than the default', () => {
    expect(isLong('Zwanzig Zeichen hier', 'x'.repeat(30))).toBe(false);
    expect(isLong('Zwanzig Zeichen hier', 'x'.repeat(31))).toBe(true);
    expect(isLong('OK', 'Ja, gerne')).toBe(false);
  });
});

test('derives the state of a custom text', () => {
  const about = { base: 'neu', own: 'eigen', written: 'neu', translated: true };
  expect(textState(about)).toBe('changed');
  expect(textState({ ...about, written: 'alt' })).toBe('outdated');
  expect(textState({ ...about, own: null })).toBe('same');
  expect(textState({ ...about, own: null, translated: false })).toBe('missing');
  expect(textState({ ...about, base: undefined })).toBe('unused');
});

describe('plural forms', () => {
  const defaults = new Map([
    ['en', { 'a.n_one': '{{count}} seat', 'a.n_other': '{{count}} seats', b: 'B' }],
    ['de', { 'a.n_one': '{{count}} Platz', 'a.n_other': '{{count}} Plätze', b: 'B' }],
  ]);
  test.each([
    ['de', ['a.n_one', 'a.n_other', 'b']],
    ['pl', ['a.n_few', 'a.n_many', 'a.n_one', 'a.n_other', 'b']],
    ['ar', ['a.n_few', 'a.n_many', 'a.n_one', 'a.n_other', 'a.n_two', 'a.n_zero', 'b']],
    ['ja', ['a.n_other', 'b']],
  ])('for the language %s, include the keys %s', (locale, keys) => expect(Object.keys(expectedMessages(locale, defaults))).toEqual(keys));

  test('default to "other"', () => {
    expect(withPlurals({ n_other: 'viele', n_one: 'eins' }, 'pl')).toEqual({
      n_one: 'eins',
      n_few: 'viele',
      n_many: 'viele',
      n_other: 'viele',
    });
    expect(pluralForm('search.count_one')).toEqual({ base: 'search.count', category: 'one' });
    expect(pluralForm('player.someone')).toBeNull();
  });
});

describe('text files', () => {
  test('are parsed from flat and nested JSON', () => {
    expect(parseJsonTexts('\uFEFF{"nav":{"home":"Start","x":{"y":"Z"}},"a.b":"C"}')).toEqual({
      texts: { 'nav.home': 'Start', 'nav.x.y': 'Z', 'a.b': 'C' },
      invalid: [],
    });
    expect(parseJsonTexts('{"a":1,"b":{"c":null},"d":["x"],"e":"E"}')).toEqual({ texts: { e: 'E' }, invalid: ['a', 'b.c', 'd'] });
  });
  test.each(['', 'x', '[]', '"a"', 'null', '{"a":'])('are rejected if they are not JSON: %s', (source) =>
    expect(() => parseJsonTexts(source)).toThrow(NotJson),
  );

  test('are parsed from CSV with either separator and an optional header', () => {
    expect(parseCsvTexts('key,default,own\r\na,"Alt, gut","Neu ""x""\nzwei"\r\nb,B,\r\n').texts).toEqual({ a: 'Neu "x"\nzwei' });
    expect(parseCsvTexts('\uFEFFkey;text\na;Eins\nb;Zwei').texts).toEqual({ a: 'Eins', b: 'Zwei' });
    expect(parseCsvTexts('a,Eins\nb,Zwei')).toEqual({ texts: { a: 'Eins', b: 'Zwei' }, invalid: [] });
    expect(parseCsvTexts('key,own\nnur').invalid).toEqual(['nur']);
  });

  test.each(['de', 'en'])('are parsed unchanged after being written in %s', (lang) => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.stringMatching(/^[a-z]{1,6}$/),
            fc.string().map((text) => `x${text}`.replaceAll('\r', '')),
          ),
          { minLength: 1 },
        ),
        (rows) => {
          const source = writeCsv([['key', 'own'], ...rows], lang);
          expect(parseCsv(source).slice(1)).toEqual(rows);
          expect(parseCsvTexts(source).texts).toEqual(Object.fromEntries(rows));
        },
      ),
    );
    for (const text of ['=SUM(A1)', '+49', '-1', '@x', "'quoted"])
      expect(
        parseCsvTexts(
          writeCsv(
            [
              ['key', 'own'],
              ['a', text],
            ],
            lang,
          ),
        ).texts,
      ).toEqual({ a: text });
  });
});
