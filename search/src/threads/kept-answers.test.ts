import { expect, test } from 'vitest';
import { createKeptAnswers, keyOf } from './kept-answers.ts';

test('keeps what was asked last, up to so many characters', () => {
  const kept = createKeptAnswers(352);
  const keys = Array.from({ length: 33 }, (_, i) => String.fromCharCode(97 + i));
  for (const key of keys.slice(0, 32)) kept.keep(key, '0123456789', kept.turn);
  expect(keys.slice(0, 32).every((key) => kept.find(key) === '0123456789')).toBe(true);
  kept.find('a');
  kept.keep(keys[32]!, '0123456789', kept.turn);
  expect(keys.filter((key) => kept.find(key) === undefined)).toEqual(['b']);
  // One that would push out many others is not kept.
  kept.keep('long', '0123456789', kept.turn);
  expect(kept.find('long')).toBeUndefined();
  expect(keys.filter((key) => kept.find(key) === undefined)).toEqual(['b']);
});

test('an answer from an index that has changed since is not kept', () => {
  const kept = createKeptAnswers();
  const { turn } = kept;
  kept.keep('a', 'before', turn);
  kept.forget();
  kept.keep('b', 'before', turn);
  expect([kept.find('a'), kept.find('b')]).toEqual([undefined, undefined]);
});

test('other people and other pages are other questions; one in the space of a model is none that is kept', () => {
  const query = { q: 'vulkan', visible: ['all'] };
  const keys = [query, { ...query, visible: ['all', 'school'] }, { ...query, offset: 24 }].map((each) => keyOf('search', each));
  expect(new Set([...keys, keyOf('facets', { ...query, field: 'subject' })]).size).toBe(4);
  expect(keyOf('semantic', { ...query, vector: new Float32Array(2) })).toBeNull();
});
