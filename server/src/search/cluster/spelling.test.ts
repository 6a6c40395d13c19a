import { expect, test } from 'vitest';
import type { Reply } from './client.ts';
import { correct, needsTolerance } from './spelling.ts';

const replyWith = (spelling: Record<string, string[]>): Reply => ({
  hits: { hits: [] },
  suggest: { spelling: Object.entries(spelling).map(([text, options]) => ({ text, options: options.map((each) => ({ text: each })) })) },
});

test.each([
  ['few matches and a word that another one resembles', 4, { vulkn: ['vulkan'], meer: [] }, true],
  ['enough matches', 5, { vulkn: ['vulkan'] }, false],
  ['few matches of known words', 0, { vulkan: [], meer: [] }, false],
])('repeats a query with typo tolerance only if needed after %s', (_, total, spelling, repeat) => {
  expect(needsTolerance(total, replyWith(spelling))).toBe(repeat);
});

test('does not repeat a query without words', () => {
  expect(needsTolerance(0, { hits: { hits: [] } })).toBe(false);
});

test('corrects only unknown words of the query', () => {
  const hit = { _id: 'a', _score: 1, _source: { id: 'a', language: 'de', text: { title: 'Vulkane am Meer' } } } as never;
  expect(correct('"Vulkne" und Meer', replyWith({ vulkne: ['vulkane'] }), [hit])).toBe('"Vulkane" und Meer');
  expect(correct('Meer', replyWith({ meer: [] }), [hit])).toBeUndefined();
});
