import { expect, test } from 'vitest';
import { createKeptAnswers, keyOf } from './kept-answers.ts';

test('keeps what was asked last, up to so many characters', () => {
  const kept = createKeptAnswers(30);
  kept.keep('a', '0123456789', kept.turn);
  kept.keep('b', '0123456789', kept.turn);
  expect(kept.find('a')).toBe('0123456789');
  kept.keep('c', '0123456789', kept.turn);
  expect(['a', 'b', 'c'].map((key) => kept.find(key) !== undefined)).toEqual([true, false, true]);
  kept.keep('d', 'x'.repeat(31), kept.turn);
  expect(['a', 'c', 'd'].map((key) => kept.find(key))).toEqual([undefined, undefined, undefined]);
  kept.keep('e', '01234', kept.turn);
  expect(kept.find('e')).toBe('01234');
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
