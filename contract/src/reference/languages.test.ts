import { describe, expect, it } from 'vitest';
import { isLanguage, languageCode, languageLabel, LANGUAGES } from './languages.ts';

describe('languages', () => {
  it('are complete and have unique codes', () => {
    expect(LANGUAGES.length).toBe(492);
    expect(new Set(LANGUAGES.map(({ code }) => code)).size).toBe(LANGUAGES.length);
    expect(LANGUAGES.filter(({ code, label }) => !/^(?:[a-z]{2,3}|[sp]1|o[12]|qaa-qtz)$/.test(code) || !/^\p{Lu}/u.test(label))).toEqual(
      [],
    );
  });

  it('have unique names', () => {
    const names = LANGUAGES.map(({ label }) => label);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it.each([
    ['de', 'Deutsch'],
    ['en', 'Englisch'],
    ['uk', 'Ukrainisch'],
    ['gsg', 'Deutsche Gebärdensprache'],
    ['s1', 'Leichte Sprache'],
    ['p1', 'Einfache Sprache'],
    ['o1', 'Original mit Untertiteln'],
    ['o2', 'Ohne Sprache'],
    ['x9', 'x9'],
  ])('labels %s as %s', (code, label) => {
    expect(languageLabel(code)).toBe(label);
  });

  it.each([
    ['de', 'de'],
    [' DE ', 'de'],
    ['deu', 'de'],
    ['ger', 'de'],
    ['de-AT', 'de'],
    ['zh_Hans', 'zh'],
    ['Deutsch', 'de'],
    ['German', 'de'],
    ['Leichte Sprache', 's1'],
    ['fat', 'fat'],
    ['S1', 's1'],
    ['Elbisch', undefined],
    ['', undefined],
  ])('parses %j as %j', (raw, code) => {
    expect(languageCode(raw)).toBe(code);
    if (code) expect(isLanguage(code)).toBe(true);
  });
});
