import { expect, it } from 'vitest';
import { ENGLISH_NAMES } from './english-names.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { SUBJECTS } from './subjects.ts';

const UPPER = SUBJECTS.filter(({ code }) => code.length <= 5);

it('contains every media type and every subject of the upper two levels', () => {
  const codes = [...MEDIA_TYPES, ...UPPER].map(({ code }) => code);
  expect([...ENGLISH_NAMES.keys()].sort()).toEqual([...new Set(codes)].sort());
});

it('contains no duplicate name within a top-level subject', () => {
  for (const { code } of SUBJECTS.filter((subject) => subject.code.length === 3)) {
    const names = UPPER.filter((one) => one.code.length === 5 && one.code.startsWith(code)).map((one) => ENGLISH_NAMES.get(one.code));
    expect(new Set(names).size, code).toBe(names.length);
  }
});
