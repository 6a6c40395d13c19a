import { expect, test } from 'vitest';
import { positionToSave, resumeAt, shouldSave } from './resume.ts';

test.each([
  [null, 600, null],
  [4, 600, null],
  [252.7, 600, 252],
  [590, 600, null],
  [252, null, 252],
])('resumes the position %s of %s at %s', (position, duration, at) => expect(resumeAt(position, duration)).toBe(at));

test.each([
  [12.7, 600, false, 12],
  [599, 600, false, 0],
  [300, 600, true, 0],
  [50, 57, false, 50],
  [55, 57, false, 0],
  [30, NaN, false, 30],
])('at the time %s of %s (ended: %s), saves the position %s', (time, duration, ended, kept) =>
  expect(positionToSave(time, duration, ended)).toBe(kept),
);

test.each([
  [0, null, false, false],
  [3, null, false, true],
  [12, 3, false, false],
  [13, 3, false, true],
  [4, 3, true, true],
  [3, 3, true, false],
  [0, 30, true, true],
])('at the position %s, last saved at %s (stopped: %s), saves the position: %s', (position, saved, stopped, worth) =>
  expect(shouldSave(position, saved, stopped)).toBe(worth),
);
