import { expect, it } from 'vitest';
import { changesOf, mergeFields } from './merge-fields.ts';

const before = { title: 'Vulkane', grades: [8], note: '' };

it('returns the fields whose content changed', () => {
  expect(changesOf(before, { ...before, grades: [8] })).toEqual({});
  expect(changesOf(before, { title: 'Vulkane', grades: [8, 9], note: '' })).toEqual({ grades: [8, 9] });
});

it('merges changes of different fields', () => {
  expect(mergeFields(before, { ...before, title: 'Feuerberge' }, { ...before, note: 'Heft' })).toEqual({
    values: { title: 'Feuerberge', grades: [8], note: 'Heft' },
    both: [],
  });
});

it('lists fields that both users changed differently', () => {
  const mine = { title: 'Meins', grades: [9], note: '' };
  expect(mergeFields(before, mine, { title: 'Ihres', grades: [9], note: '' })).toEqual({ values: mine, both: ['title'] });
});
