import { readSearch, type SearchState } from '@fundus/contract/catalogue/search-state';
import { FILTER_FIELDS, RESULT_TYPES, SORTS } from '@fundus/contract/catalogue/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenFilters, NO_FILTERS, searchHref, withFilter, withoutValue } from './search-state.ts';

const empty: SearchState = { q: '', c: 'all', sort: 'relevance', filters: NO_FILTERS };

describe('search address', () => {
  it('contains the parameters of the search state', () => {
    const state = { ...withFilter(empty, 'fn_geb', ['080', '100']), q: 'Zelle', c: 'books' as const, sort: 'newest' as const };
    expect(decodeURIComponent(searchHref('search', state))).toBe('/search?q=Zelle&c=books&filter_fn_geb=080*|100*&sort=newest');
  });

  it('marks only subjects, languages and grades with a star', () => {
    let state = withFilter(empty, 'fn_typ', ['49', '19']);
    state = withFilter(state, 'fn_sprache', ['de']);
    state = withFilter(state, 'fn_adressat', ['A(5)']);
    state = withFilter(state, 'fn_prodname', ['Nordwind Schulfilm']);
    const params = new URL(searchHref('catalogue', state), 'http://x').searchParams;
    expect(Object.fromEntries(params)).toEqual({
      filter_fn_typ: '49|19',
      filter_fn_sprache: 'de*',
      filter_fn_adressat: 'A(5)*',
      filter_fn_prodname: 'Nordwind Schulfilm',
    });
  });

  it('preserves valid class parameters', () => {
    const state = readSearch('grade=A(8)&needs=captions|wings|no_sound');
    expect(state.forClass).toEqual({ grade: 'A(8)', needs: ['captions', 'no_sound'] });
    expect(decodeURIComponent(searchHref('search', state))).toBe('/search?grade=A(8)&needs=captions|no_sound');
    expect(readSearch('grade=8b&needs=wings').forClass).toBeUndefined();
  });

  it('ignores sorting by usage if trending is disabled', () =>
    expect([false, true].map((DisableTrending) => readSearch('sort=used', { DisableTrending }).sort)).toEqual(['used', 'relevance']));

  it('omits default values', () => expect(searchHref('search', empty)).toBe('/search'));

  it('accepts missing stars, duplicates, and unknown values', () => {
    const state = readSearch('q=%20Wasser%20&c=films&sort=best&filter_fn_geb=080*|080||100&filter_unknown=1');
    expect(state).toEqual({ ...withFilter(empty, 'fn_geb', ['080', '100']), q: 'Wasser' });
  });

  it('restores every search state', () => {
    const code = fc.stringMatching(/^[A-Z0-9()]{1,8}$/);
    const values = fc.uniqueArray(code, { maxLength: 4 });
    const filters = fc.record(Object.fromEntries(FILTER_FIELDS.map((field) => [field, values])));
    const words = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim());
    const states = fc.record({ q: words, c: fc.constantFrom(...RESULT_TYPES), sort: fc.constantFrom(...SORTS), filters });
    fc.assert(
      fc.property(states, (state) => {
        const search = new URL(searchHref('search', state as unknown as SearchState), 'http://x').search;
        expect(readSearch(search)).toEqual(state);
      }),
    );
  });

  it('keeps all other filters when one value is removed', () => {
    const state = withFilter(withFilter(empty, 'fn_geb', ['080', '100']), 'fn_typ', ['49']);
    expect(chosenFilters(withoutValue(state, { field: 'fn_geb', value: '080' }))).toEqual([
      { field: 'fn_geb', value: '100' },
      { field: 'fn_typ', value: '49' },
    ]);
  });
});
