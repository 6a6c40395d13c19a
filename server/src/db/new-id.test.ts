import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('creates ids of version 7 that sort in the order of their creation within a millisecond', () => {
  const now = new Date('2026-11-29T08:00:00Z');
  const ids = Array.from({ length: 1_000 }, () => newId(now));
  expect(ids.every((id) => UUID_7.test(id))).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(newId(new Date(now.getTime() + 1)) > ids.at(-1)!).toBe(true);
});

test('creates different ids beyond the counter', () => {
  const now = new Date('2026-11-29T08:00:01Z');
  expect(new Set(Array.from({ length: 5_000 }, () => newId(now))).size).toBe(5_000);
});
