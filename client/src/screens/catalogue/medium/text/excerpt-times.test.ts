import { expect, test } from 'vitest';
import { createExcerptTimes, moveExcerptTime } from './excerpt-times.ts';

test.each([
  [12.7, 100, { start: 12, end: 42 }],
  [90, 100, { start: 90, end: 100 }],
  [100, 100, { start: 99, end: 100 }],
  [12, 0, { start: 12, end: 42 }],
])('starts an excerpt at %s s of a film of %s s', (position, duration, times) => {
  expect(createExcerptTimes(position, duration)).toEqual(times);
});

test.each([
  ['start', 15.9, { start: 15 }],
  ['start', 50, { start: 50, end: 80 }],
  ['start', 90, { start: 90, end: 100 }],
  ['end', 20.1, { end: 21 }],
  ['end', 5, { end: 5, start: 0 }],
  ['end', 120, { end: 100 }],
] as const)('sets the %s to %s s and moves the other end if necessary', (name, position, changed) => {
  expect(moveExcerptTime(name, position, { start: 10, end: 40 }, 100)).toEqual(changed);
});
