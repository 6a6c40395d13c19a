import { expect, test } from 'vitest';
import { z } from 'zod';
import { createUuid } from './use-key.ts';

test('returns a UUID', () => {
  const keys = Array.from({ length: 200 }, createUuid);
  expect(keys.filter((key) => !z.uuid().safeParse(key).success)).toEqual([]);
  expect(new Set(keys).size).toBe(200);
});
