import { expect, test } from 'vitest';
import { z } from 'zod';
import { newKey } from './use-key.ts';

test('returns a UUID', () => {
  const keys = Array.from({ length: 200 }, newKey);
  expect(keys.filter((key) => !z.uuid().safeParse(key).success)).toEqual([]);
  expect(new Set(keys).size).toBe(200);
});
