/** Checks that imports recognise the German and English labels that the portal shows and exports. */
import { nameIn } from '@fundus/contract/reference/english-names';
import { GRADE_LEVELS, readGrades } from '@fundus/contract/reference/grade-levels';
import { languageCodes, LANGUAGES } from '@fundus/contract/reference/languages';
import { MEDIA_TYPES } from '@fundus/contract/reference/media-types';
import { readSubject } from '@fundus/contract/reference/subject-labels';
import { SUBJECT_NAMES } from '@fundus/contract/reference/subject-names';
import { SUBJECTS } from '@fundus/contract/reference/subjects';
import { describe, expect, test } from 'vitest';
import { mediaTypeCode } from './media-type-names.ts';

type Entry = { code: string; label: string };

describe.each(['de', 'en'])('labels in %s', (language) => {
  /** Returns the entries whose label is read as another code, except labels that entries share in either language. */
  const misread = (entries: readonly Entry[], read: (label: string) => readonly (string | undefined)[]): string[] => {
    const users = new Map<string, Set<string>>();
    for (const { code, label } of entries)
      for (const each of ['de', 'en']) {
        const name = nameIn(each, code, label).toLowerCase();
        users.set(name, (users.get(name) ?? new Set()).add(code));
      }
    return entries
      .map(({ code, label }) => ({ code, name: nameIn(language, code, label) }))
      .filter(({ code, name }) => users.get(name.toLowerCase())!.size === 1 && !read(name).includes(code))
      .map(({ code, name }) => `${code} ${name}`);
  };

  test('are recognised for media types', () => expect(misread(MEDIA_TYPES, (label) => [mediaTypeCode(label)])).toEqual([]));

  test('are recognised for grade levels', () => expect(misread(GRADE_LEVELS, (label) => readGrades(label).codes)).toEqual([]));

  test('are recognised for languages', () =>
    expect(misread(LANGUAGES, (label) => languageCodes(label).codes)).toEqual(['gaa Ga', 'ii Yi']));

  test('are recognised for subjects', () => {
    // Everyday names mean another subject than a topic with the same label.
    const names = misread(SUBJECTS, (label) => readSubject(label).codes).map((entry) => entry.slice(entry.indexOf(' ') + 1));
    expect(names.filter((name) => !SUBJECT_NAMES.has(name.toLowerCase()))).toEqual([]);
    expect(names.length).toBeLessThan(40);
  });
});
