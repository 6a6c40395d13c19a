import { describe, expect, it } from 'vitest';
import {
  collectNotes,
  listOf,
  readDay,
  readDuration,
  readSupplierFields,
  readKeywords,
  readMediaType,
  parseYear,
  readBoolean,
  safeIdentifier,
} from './everyday.ts';

const reading = <T>(read: (notes: ReturnType<typeof collectNotes>) => T): [T, number] => {
  const notes = collectNotes();
  return [read(notes), notes.list.length];
};

it.each([
  ['tib-123', 'tib-123'],
  ['10.1000/182', '10.1000~2F182'],
  ['a b', 'a~20b'],
  ['a/b', 'a~2Fb'],
  ['a~2Fb', 'a~7E2Fb'],
  ['a~b', 'a~b'],
  [' DE:SODIS:1 ', 'DE:SODIS:1'],
  ['Ägypten', 'Ägypten'],
])('converts the identifier %j to %j', (raw, safe) => {
  expect(safeIdentifier(raw)).toBe(safe);
});

it.each<[unknown, number | undefined, number]>([
  [2014, 2014, 0],
  ['2014', 2014, 0],
  ['ca. 2014', 2014, 0],
  ['©1999', 1999, 0],
  ['2014-05-01', 2014, 0],
  ['20145', undefined, 1],
  ['neu', undefined, 1],
  ['', undefined, 0],
  [null, undefined, 0],
])('parses the year %j as %j', (raw, year, notes) => {
  expect(reading((n) => parseYear(raw, n))).toEqual([year, notes]);
});

it.each<[unknown, number | undefined, number]>([
  [95, 95, 0],
  ['95', 95, 0],
  ['12:34', 754, 0],
  ['1:02:03', 3723, 0],
  ['45 min', 2700, 0],
  ['ca. 45 Min.', 2700, 0],
  ['1 h 5 min', 3900, 0],
  ['1,5 Std.', 5400, 0],
  ['2 Stunden 10 Sekunden', 7210, 0],
  ['1,5 h', 5400, 0],
  ['PT1H5M', 3900, 0],
  ['PT90S', 90, 0],
  ['lang', undefined, 1],
  ['', undefined, 0],
])('parses the duration %j as %j', (raw, seconds, notes) => {
  expect(reading((n) => readDuration(raw, n))).toEqual([seconds, notes]);
});

it.each<[unknown, string | undefined, number]>([
  ['2024-05-01', '2024-05-01', 0],
  ['2024-05-01T10:00:00Z', '2024-05-01', 0],
  ['1.5.2024', '2024-05-01', 0],
  ['01.05.24', '2024-05-01', 0],
  ['31.02.2024', undefined, 1],
  ['gestern', undefined, 1],
])('parses the day %j as %j', (raw, day, notes) => {
  expect(reading((n) => readDay(raw, n))).toEqual([day, notes]);
});

it.each<[unknown, boolean | undefined, number]>([
  ['ja', true, 0],
  [true, true, 0],
  ['x', true, 0],
  ['Nein', false, 0],
  [0, false, 0],
  ['vielleicht', false, 1],
  ['', undefined, 0],
])('parses the boolean value %j as %j', (raw, value, notes) => {
  expect(reading((n) => readBoolean('recommended', raw, n))).toEqual([value, notes]);
});

describe('list value', () => {
  it('is split from texts and list items', () => {
    expect(listOf('a; b|c')).toEqual(['a', 'b', 'c']);
    expect(listOf(['a; b', ' c ', '', 5, null])).toEqual(['a', 'b', 'c', '5']);
    expect(listOf('a, b', /[;,]/)).toEqual(['a', 'b']);
    expect(listOf(undefined)).toEqual([]);
  });

  it('is deduplicated regardless of case', () => {
    const long = Array.from({ length: 40 }, (_, i) => `Begriff ${i}`).join(', ');
    expect(reading((n) => readKeywords(['Vogel', 'vogel', long], n))).toEqual([['Vogel', ...long.split(', ')], 0]);
    const [words, notes] = reading((n) => readKeywords(['x'.repeat(500)], n));
    expect([words[0]!.length, notes]).toEqual([160, 1]);
  });

  it('contains at most 200 keywords', () => {
    const words = Array.from({ length: 250 }, (_, i) => `w${i}`);
    const [kept, notes] = reading((n) => readKeywords(words, n));
    expect([kept.length, notes]).toEqual([200, 1]);
  });
});

it.each<[string[], string | undefined, string, number]>([
  [['49', 'article'], undefined, '49', 0],
  [['Unsinn', 'Video'], undefined, '49', 0],
  [['Unsinn'], 'https://example.org/a.mp3', '29', 1],
  [['77'], undefined, '77', 1],
  [[], 'https://example.org', '58', 0],
])('with the type %j and the address %j, returns the media type %s', (values, url, code, notes) => {
  expect(reading((n) => readMediaType(values, url, n))).toEqual([code, notes]);
});

it('converts subjects without a code to keywords', () => {
  const notes = collectNotes({ fn_geb: 'Fach' });
  const record = readSupplierFields({ identifier: '1', fn_titel: 'T', fn_geb: 'Erdkunde; Wetterkunde', fn_schlag: 'Regen' }, notes);
  expect([record.fn_geb, record.fn_schlag]).toEqual([['220'], ['Regen', 'Wetterkunde']]);
  expect(notes.list).toEqual([{ field: 'Fach', reason: 'keyword', value: 'Wetterkunde' }]);
});

it('omits an object that cannot be converted to text', () => {
  const raw = { toString: '' };
  expect(reading((n) => parseYear(raw, n))[0]).toBeUndefined();
  expect(reading((n) => readDuration(raw, n))[0]).toBeUndefined();
  expect(reading((n) => readDay(raw, n))[0]).toBeUndefined();
});
