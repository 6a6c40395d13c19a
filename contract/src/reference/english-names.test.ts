import { expect, it } from 'vitest';
import { ENGLISH_NAMES } from './english-names.ts';
import { GRADE_LEVELS } from './grade-levels.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { subjectChildren, SUBJECTS } from './subjects.ts';

it('contains every media type, subject and grade level', () => {
  const codes = [...MEDIA_TYPES, ...SUBJECTS, ...GRADE_LEVELS].map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect([...ENGLISH_NAMES.keys()].sort()).toEqual(codes.sort());
});

it('contains no duplicate name below a subject', () => {
  for (const above of ['', ...SUBJECTS.map(({ code }) => code)]) {
    const names = subjectChildren(above).map((code) => ENGLISH_NAMES.get(code));
    expect(new Set(names).size, above).toBe(names.length);
  }
});

it('contains no German words and no long names', () => {
  for (const [code, name] of ENGLISH_NAMES) expect(name.length <= 70 && !/[äöüß]/i.test(name), `${code} ${name}`).toBe(true);
});
