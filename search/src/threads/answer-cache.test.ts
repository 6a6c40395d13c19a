import { expect, test } from 'vitest';
import { createAnswerCache, keyOf } from './answer-cache.ts';

test('evicts the least recently used answers above the size limit', () => {
  const cache = createAnswerCache(352);
  const keys = Array.from({ length: 33 }, (_, i) => String.fromCharCode(97 + i));
  for (const key of keys.slice(0, 32)) cache.store(key, '0123456789', cache.turn);
  expect(keys.slice(0, 32).every((key) => cache.find(key) === '0123456789')).toBe(true);
  cache.find('a');
  cache.store(keys[32]!, '0123456789', cache.turn);
  expect(keys.filter((key) => cache.find(key) === undefined)).toEqual(['b']);
  // A long answer is not cached, because it would evict many others.
  cache.store('long', '0123456789', cache.turn);
  expect(cache.find('long')).toBeUndefined();
  expect(keys.filter((key) => cache.find(key) === undefined)).toEqual(['b']);
});

test('does not cache an answer computed before an index change', () => {
  const cache = createAnswerCache();
  const { turn } = cache;
  cache.store('a', 'before', turn);
  cache.clear();
  cache.store('b', 'before', turn);
  expect([cache.find('a'), cache.find('b')]).toEqual([undefined, undefined]);
});

test('uses different keys for different pages and visibility', () => {
  const query = { q: 'vulkan', visible: ['all'] };
  const keys = [query, { ...query, visible: ['all', 'school'] }, { ...query, offset: 24 }].map((each) => keyOf('search', each));
  expect(new Set([...keys, keyOf('facets', { ...query, field: 'subject' })]).size).toBe(4);
  expect(keyOf('semantic', { ...query, vector: new Float32Array(2) })).toBeNull();
});
