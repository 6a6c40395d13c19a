/** Converts the state of a search to and from the URL and the parameters of API calls. Parameter names follow the specification (§7). */
import type { FrontendConfig } from '../config.ts';
import type { ClassNeed } from './meets.ts';
import {
  FILTER_FIELDS,
  FILTERS,
  joinFilter,
  RESULT_TYPES,
  SORTS,
  splitFilter,
  type FilterField,
  type ResultType,
  type SearchScope,
} from './search-words.ts';
import { CLASS_NEEDS } from './needs.ts';

export type Sort = (typeof SORTS)[number];

/** Filter values, without the trailing `*` that values of trees have in the URL. */
export type Filters = Readonly<Record<FilterField, readonly string[]>>;

/** Class to search for. Its grade, such as `A(7)`, and its needs affect only the ranking. */
export type ClassSearch = { grade: string | null; needs: readonly ClassNeed[] };

/** State of a search. `wide` includes media that cannot be opened online, and `ignore` lists filters that must not be derived from the question. */
export type SearchState = {
  q: string;
  c: ResultType;
  sort: Sort;
  filters: Filters;
  forClass?: ClassSearch;
  wide?: true;
  ignore?: readonly FilterField[];
};

function readClass(params: URLSearchParams): { forClass?: ClassSearch } {
  const grade = /^A\(\d{1,2}\)$/.exec(params.get('grade') ?? '')?.[0] ?? null;
  const wanted = splitFilter(params.get('needs') ?? '');
  const needs = CLASS_NEEDS.filter((need) => wanted.includes(need));
  return grade === null && needs.length === 0 ? {} : { forClass: { grade, needs } };
}

/** Parses a query such as `q=…&filter_fn_geb=080*|100*`. Ignores unknown parameters, and sorting by use if it is disabled. */
export function readSearch(
  search: string,
  { DisableTrending: hidesUse }: Partial<Pick<FrontendConfig, 'DisableTrending'>> = {},
): SearchState {
  const params = new URLSearchParams(search);
  const c = params.get('c') as ResultType;
  const sort = params.get('sort') as Sort;
  const away = splitFilter(params.get('ignore') ?? '');
  const ignored = FILTER_FIELDS.filter((field) => away.includes(field));
  const values = (field: FilterField) => {
    const given = splitFilter(params.get(`filter_${field}`) ?? '');
    return [...new Set(FILTERS[field].tree ? given.map((value) => value.replace(/\*$/, '')) : given)].filter(Boolean);
  };
  return {
    q: (params.get('q') ?? '').trim().slice(0, 2_000),
    c: RESULT_TYPES.includes(c) ? c : 'all',
    sort: SORTS.includes(sort) && !(hidesUse && sort === 'used') ? sort : 'relevance',
    filters: Object.fromEntries(FILTER_FIELDS.map((field) => [field, values(field)])) as unknown as Filters,
    ...readClass(params),
    ...(params.get('wide') === '1' && { wide: true as const }),
    ...(ignored.length > 0 && { ignore: ignored }),
  };
}

/** Returns the URL query of a search, without default values. */
export function searchQuery({ q, c, sort, filters, forClass, wide, ignore }: SearchState): Record<string, string> {
  const query: Record<string, string> = {};
  if (q) query.q = q;
  if (c !== 'all') query.c = c;
  for (const field of FILTER_FIELDS) {
    const values = filters[field];
    if (values.length > 0) query[`filter_${field}`] = joinFilter(field, values);
  }
  if (sort !== 'relevance') query.sort = sort;
  if (forClass?.grade) query.grade = forClass.grade;
  if (forClass && forClass.needs.length > 0) query.needs = forClass.needs.join('|');
  if (wide) query.wide = '1';
  if (ignore && ignore.length > 0) query.ignore = ignore.join('|');
  return query;
}

/**
 * Returns the query parameters of an API call. Only the word search is limited to usable media, because the AI search would return irrelevant ones
 * from the rest.
 */
export function callQuery(scope: SearchScope | 'meaning', state: SearchState): Record<string, string> {
  const { wide, ignore, ...query } = searchQuery(state);
  return {
    ...query,
    ...(scope === 'search' && wide === undefined && { usable: 'true' }),
    ...(scope === 'meaning' && ignore !== undefined && { ignore }),
  };
}

/** Number of results per page, which fills rows of two, three or four cards. */
const PAGE_SIZE = 24;

/** Returns the query parameters of an API call for one page of results. */
export const resultPage = (scope: SearchScope | 'meaning', state: SearchState, offset: number): Record<string, string | number> => ({
  ...callQuery(scope, state),
  offset,
  limit: PAGE_SIZE,
});
