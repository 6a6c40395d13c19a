import { expect, test } from 'vitest';
import { createLruCache } from './newest-kept.ts';

test('keeps the most recently used entries up to the maximum size', () => {
  const kept = createLruCache<string>(10, (text) => text.length);
  kept.keep('a', 'aaaa');
  kept.keep('b', 'bbbb');
  expect(kept.room()).toBe(2);
  expect(kept.take(['b', 'a', 'x'])).toEqual({ found: new Map(Object.entries({ b: 'bbbb', a: 'aaaa' })), missing: ['x'] });
  kept.keep('c', 'cccc');
  expect(kept.take(['a', 'b', 'c']).missing, 'asked for before the others').toEqual(['b']);
  kept.keep('a', 'aa');
  kept.keep('d', 'dddd');
  expect(kept.take(['a', 'c', 'd']).missing, 'a shorter one in its place leaves room').toEqual([]);
  kept.drop('c');
  kept.drop('c');
  kept.keep('e', 'eeee');
  expect(kept.take(['a', 'c', 'd', 'e']).missing).toEqual(['c']);
  kept.keep('f', 'f'.repeat(11));
  expect(kept.take(['a', 'd', 'e', 'f']).found.size, 'larger than all that fits').toBe(0);
});
