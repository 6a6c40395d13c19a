/** Checks that each message key exists in every language and in the file of its area. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS } from './errors.ts';
import { PUPIL } from './locale.ts';
import { de, en, TEXTS } from './messages.ts';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(^|\/)messages\.[^/]+\.json$/.test(path),
);
const read = (path: string): Record<string, string> => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));
const plain = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
/** Keys without those for learners that have a base text, because English needs no separate texts for learners. */
const spoken = (texts: Record<string, string>) => {
  const keys = Object.keys(texts).map(plain);
  return new Set(keys.filter((key) => !key.endsWith(PUPIL) || !keys.includes(key.slice(0, -PUPIL.length))));
};

describe('message files', () => {
  test('are all imported under their folder', () => {
    const joined = Object.entries(TEXTS).flatMap(([folder, { de, en }]) => [
      [join(folder, 'messages.de.json'), de] as const,
      [join(folder, 'messages.en.json'), en] as const,
    ]);
    expect(joined.map(([path]) => path).sort()).toEqual([...files].sort());
    for (const [path, texts] of joined) expect(texts, path).toEqual(read(path));
  });

  test('assign each area to exactly one folder', () => {
    const areas = Object.values(TEXTS).flatMap((folder) => folder.areas);
    expect(areas.filter((area, i) => areas.indexOf(area) !== i)).toEqual([]);
  });

  test.each(files)('contain only sorted keys of their own areas: %s', (path) => {
    const keys = Object.keys(read(path));
    const areas: readonly string[] = TEXTS[dirname(path) as keyof typeof TEXTS].areas;
    expect(keys.filter((key) => !areas.includes(key.split('.')[0]!))).toEqual([]);
    expect(areas.filter((area) => !keys.some((key) => key.split('.')[0] === area))).toEqual([]);
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  test('contain no duplicate key', () => {
    for (const language of ['de', 'en']) {
      const keys = files.filter((path) => path.endsWith(`.${language}.json`)).flatMap((path) => Object.keys(read(path)));
      expect(keys.length).toBeGreaterThan(3000);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test.each(Object.entries(TEXTS))('contain every key of %s in both languages', (_, { de, en }) => expect(spoken(de)).toEqual(spoken(en)));
});

test('uses the same placeholders in both languages', () => {
  const german: Record<string, string> = de;
  for (const [key, text] of Object.entries(en)) {
    if (!(key in german)) continue;
    const names = (source: string) => [...new Set(source.match(/\{\{\w+/g) ?? [])].sort();
    expect(names(german[key]!), key).toEqual(names(text));
  }
});

test('contains a text for every error code in every language', () => {
  for (const code of Object.keys(ERRORS)) {
    expect(en).toHaveProperty([`error.${code}`]);
    expect(de).toHaveProperty([`error.${code}`]);
  }
});

test('contains no empty texts', () => {
  for (const texts of [de, en]) for (const [key, text] of Object.entries(texts)) expect(text.trim(), key).not.toBe('');
});

/** Matches "Sie", "Ihnen" and "Ihr" inside a sentence. At its start they may refer to another person or thing. */
const FORMAL = /(?<=[\p{L}\d,“”)}] (?:\()?)(?:Sie|Ihnen|Ihre?[mnrs]?)(?![\p{L}])/u;
/** Areas whose texts are shown to both learners and adults. */
const OF_PUPILS = ['card', 'choice', 'date', 'error', 'offline', 'player', 'save'];

test('contains an informal variant of each formal text that learners can see', () => {
  const texts: Record<string, string> = de;
  const formal = Object.entries(texts).filter(([key, text]) => OF_PUPILS.includes(key.split('.')[0]!) && FORMAL.test(text));
  expect(formal.length).toBeGreaterThan(20);
  const informalOf = (key: string) => texts[plain(key) + PUPIL + key.slice(plain(key).length)];
  expect(formal.filter(([key]) => !key.includes(PUPIL) && informalOf(key) === undefined)).toEqual([]);
  expect(Object.entries(texts).filter(([key, text]) => plain(key).endsWith(PUPIL) && FORMAL.test(text))).toEqual([]);
});
