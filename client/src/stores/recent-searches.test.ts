import { beforeEach, expect, it } from 'vitest';
import { forgetSearches, noteSearch, recentSearches } from './recent-searches.ts';

beforeEach(() => localStorage.clear());

it('keeps the last five, each once, the latest first', () => {
  for (const words of ['a', 'b', 'c', 'd', 'e', 'f', 'C', '']) noteSearch('p-1', words);
  expect(recentSearches('p-1')).toEqual(['C', 'f', 'e', 'd', 'b']);
});

it('shows nobody what somebody else searched for', () => {
  noteSearch('p-1', 'Vulkane');
  expect(recentSearches('p-2')).toEqual([]);
  noteSearch('p-2', 'Zellen');
  expect([recentSearches('p-1'), recentSearches('p-2')]).toEqual([[], ['Zellen']]);
  forgetSearches();
  expect(recentSearches('p-2')).toEqual([]);
});

it('counts what it does not know as nothing', () => {
  localStorage.setItem('recentSearches', '{"person":3}');
  expect(recentSearches('p-1')).toEqual([]);
});
