import { expect, test } from 'vitest';
import { POINT } from '../../testing/lending-point.ts';
import { openDaysBefore, openDaysBetween } from './rules.ts';

const week = Array.from({ length: 7 }, (_, i) => ({ open: i < 5, processed: i < 5, words: '' }));
const closed = { from: '2026-03-09', until: '2026-03-13', name: 'Zu', processed: false };
const point = { ...POINT, week, closures: [closed], pickup_grace: 2 };

test.each([
  ['2026-03-04', '2026-03-04', 0],
  ['2026-03-04', '2026-03-06', 2],
  ['2026-03-06', '2026-03-08', 0],
  ['2026-03-06', '2026-03-16', 1],
  ['2026-03-10', '2026-03-04', 0],
])('counts the opening days after %s up to and including %s: %i', (after, until, count) => {
  expect(openDaysBetween(point, after, until)).toBe(count);
});

test.each([
  ['2026-03-06', 2, '2026-03-04'],
  ['2026-03-17', 3, '2026-03-05'],
])('for the day %s, returns the day %i opening days earlier: %s', (day, count, before) => {
  expect(openDaysBefore(point, day, count)).toBe(before);
  expect(openDaysBetween(point, before, day)).toBe(count);
});

test('counts calendar days if the desk never opens', () => {
  const never = { ...point, week: week.map((day) => ({ ...day, open: false })) };
  expect(openDaysBetween(never, '2026-03-04', '2026-03-08')).toBe(4);
  expect(openDaysBefore(never, '2026-03-08', 4)).toBe('2026-03-04');
});
