import { expect, test } from 'vitest';
import { daysBetween, shiftDay, shiftMonths, today } from './days.ts';

test('returns the current day in Berlin in summer and winter', () => {
  const days = ['2026-11-21T22:59:59Z', '2026-11-21T23:00:00Z', '2026-07-31T21:59:59Z', '2026-07-31T22:00:00Z', '2026-12-31T23:30:00Z'];
  expect(days.map((at) => today(new Date(at)))).toEqual(['2026-11-21', '2026-11-22', '2026-07-31', '2026-08-01', '2027-01-01']);
});

test('shifts a day across months, years and clock changes', () => {
  expect([shiftDay('2026-12-31', 1), shiftDay('2028-03-01', -1), shiftDay('2026-03-28', 2)]).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2026-03-30',
  ]);
});

test('counts the days between two dates', () => {
  expect([daysBetween('2026-12-31', '2027-01-02'), daysBetween('2026-10-26', '2026-10-24')]).toEqual([2, -2]);
});

test('clamps a date shifted by months to the end of the month', () => {
  const from = ['2026-11-21', '2026-01-31', '2028-01-30', '2026-12-31'];
  expect(from.map((day) => shiftMonths(day, 1))).toEqual(['2026-12-21', '2026-02-28', '2028-02-29', '2027-01-31']);
  expect(shiftMonths('2026-12-31', 14)).toBe('2028-02-29');
});
