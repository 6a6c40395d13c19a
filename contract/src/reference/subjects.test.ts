import { describe, expect, it } from 'vitest';
import { MAIN_SUBJECTS, mainSubject, NEUTRAL_SUBJECT } from './main-subjects.ts';
import { isSubject, SUBJECTS, subjectAncestors, subjectChildren, subjectLabel, subjectPath, topSubject } from './subjects.ts';

describe('subject tree', () => {
  it('contains 1,619 unique, sorted codes on five levels', () => {
    const levels = [0, 0, 0, 0, 0];
    for (const { code } of SUBJECTS) levels[(code.length - 3) / 2]! += 1;
    expect(levels).toEqual([37, 306, 716, 447, 113]);
    expect(new Set(SUBJECTS.map(({ code }) => code)).size).toBe(1619);
    expect(SUBJECTS.map(({ code }) => code)).toEqual(SUBJECTS.map(({ code }) => code).sort());
  });

  it('contains only well-formed codes whose parents exist', () => {
    const bad = SUBJECTS.filter(
      ({ code, label }) =>
        !/^\d{3}(\d\d){0,4}$/.test(code) ||
        !subjectAncestors(code).every(isSubject) ||
        !/^[\p{Lu}\d]/u.test(label) ||
        label !== label.trim(),
    );
    expect(bad).toEqual([]);
  });

  it('contains top-level labels in mixed case', () => {
    const top = subjectChildren('').map(subjectLabel);
    expect(top.filter((label) => label === label.toUpperCase())).toEqual([]);
    expect(top).toContain('Kinder- und Jugendbildung');
    expect(top).toContain('Umweltgefährdung, Umweltschutz');
  });

  it.each([
    ['080', [], 'Biologie', '080'],
    ['08005', ['080'], 'Biologie › Zoologie', '080'],
    [
      '08005040501',
      ['080', '08005', '0800504', '080050405'],
      'Biologie › Zoologie › Wirbeltiere › Säugetiere › Haustiere, Nutztiere',
      '080',
    ],
    ['20001', ['200'], 'Fremdsprachen › Englisch', '200'],
  ])('places %s below %j', (code, ancestors, path, top) => {
    expect(subjectAncestors(code)).toEqual(ancestors);
    expect(subjectPath(code)).toBe(path);
    expect(topSubject(code)).toBe(top);
  });

  it('returns an unknown code as its label', () => {
    expect(isSubject('999')).toBe(false);
    expect(subjectLabel('999')).toBe('999');
  });

  it('returns the children of a code', () => {
    expect(subjectChildren('64099')).toEqual([]);
    expect(subjectChildren('160')).toEqual(['16001', '16002', '16003', '16005', '16006', '16080']);
  });
});

describe('main subjects', () => {
  it('match the top level of the tree', () => {
    expect(MAIN_SUBJECTS.map(({ code }) => code)).toEqual([...subjectChildren('')]);
  });

  it('have unique keys, labels and symbols', () => {
    for (const field of ['key', 'label', 'icon'] as const)
      expect(new Set(MAIN_SUBJECTS.map((subject) => subject[field])).size).toBe(MAIN_SUBJECTS.length);
    for (const { key, hue, chroma } of MAIN_SUBJECTS) {
      expect(key).toMatch(/^[a-z]+$/);
      expect(hue).toBeGreaterThanOrEqual(0);
      expect(hue).toBeLessThan(360);
      expect(chroma).toBeGreaterThan(0);
      expect(chroma).toBeLessThanOrEqual(1.1);
    }
  });

  it.each([
    [['0800504', '100'], 'biologie'],
    [['99901', '100'], 'chemie'],
    [['20001'], 'sprachen'],
    [['999'], 'allgemein'],
    [[], 'allgemein'],
  ])('assign %j to %s', (codes, key) => {
    expect(mainSubject(codes).key).toBe(key);
  });

  it('fall back to the most neutral colour', () => {
    expect(NEUTRAL_SUBJECT.chroma).toBe(Math.min(...MAIN_SUBJECTS.map(({ chroma }) => chroma)));
  });
});
