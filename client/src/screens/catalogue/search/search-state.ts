/** Functions that change the search state. */
import { FILTER_FIELDS, type FilterField } from '@fundus/contract/catalogue/catalogue';
import { searchQuery, type Filters, type SearchState } from '@fundus/contract/catalogue/search-state';
import { type ResultScope, scopeHref } from '../../../components/search/search-scope.ts';

export const searchHref = (scope: ResultScope, state: SearchState): string => scopeHref(scope, searchQuery(state));

export const withFilter = (state: SearchState, field: FilterField, values: readonly string[]): SearchState => ({
  ...state,
  filters: { ...state.filters, [field]: values },
});

export const NO_FILTERS = Object.fromEntries(FILTER_FIELDS.map((field) => [field, []])) as unknown as Filters;

/** Returns all chosen filter values in the order of the filters. */
export const chosenFilters = ({ filters }: SearchState): { field: FilterField; value: string }[] =>
  FILTER_FIELDS.flatMap((field) => filters[field].map((value) => ({ field, value })));

export const withoutValue = (state: SearchState, { field, value }: { field: FilterField; value: string }): SearchState =>
  withFilter(
    state,
    field,
    state.filters[field].filter((other) => other !== value),
  );
