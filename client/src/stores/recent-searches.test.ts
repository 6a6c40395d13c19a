import { beforeEach, expect, it } from 'vitest';
import { forgetSearches, addRecentSearch, recentSearches } from './recent-searches.ts';

beforeEach(() => localStorage.clear());

it('keeps the five latest unique searches, newest first', () => {
  for (const words of ['a', 'b', 'c', 'd', 'e', 'f', 'C', '']) addRecentSearch('p-1', words);
  expect(recentSearches('p-1')).toEqual(['C', 'f', 'e', 'd', 'b']);
});

it('separates the searches of different users', () => {
  addRecentSearch('p-1', 'Vulkane');
  expect(recentSearches('p-2')).toEqual([]);
  addRecentSearch('p-2', 'Zellen');
  expect([recentSearches('p-1'), recentSearches('p-2')]).toEqual([[], ['Zellen']]);
  forgetSearches();
  expect(recentSearches('p-2')).toEqual([]);
});

it('ignores invalid stored data', () => {
  localStorage.setItem('recentSearches', '{"person":3}');
  expect(recentSearches('p-1')).toEqual([]);
});
