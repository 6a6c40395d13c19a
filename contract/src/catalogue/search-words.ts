/** Parameters of a search: words, result type, filters and order. */
import { z } from 'zod';

/** Types of results, selected with the parameter `c`. */
export const RESULT_TYPES = ['all', 'media', 'books', 'apps'] as const;
export const ResultType = z.enum(RESULT_TYPES);
export type ResultType = z.output<typeof ResultType>;

/** Scopes of a search: `search` for media that the user may use, `catalogue` for all media. */
export const SEARCH_SCOPES = ['search', 'catalogue'] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];
/** Screen of each scope, as named in docs/specification.md#routes. */
export const SCOPE_SCREENS = { search: 'search', catalogue: 'csearch' } as const satisfies Record<SearchScope, string>;

/** Sort orders. `rated` sorts by average rating and puts unrated media last (docs/behaviour/reviews.md#average). */
export const SORTS = ['relevance', 'title', 'newest', 'used', 'rated'] as const;

/**
 * Filters of a search in display order, named `filter_<name>` in API calls and URLs. With `choose`, the screen offers the values with counts. With
 * `tree`, values form a tree and end in `*` (docs/specification.md#calls).
 */
export const FILTERS = {
  fn_geb: { choose: true, tree: true },
  fn_sprache: { choose: true, tree: true },
  fn_typ: { choose: true, tree: false },
  fn_adressat: { choose: true, tree: true },
  fn_schlag: { choose: false, tree: false },
  fn_prodname: { choose: false, tree: false },
  lizenzen: { choose: false, tree: false },
  meets: { choose: false, tree: false },
  dauer: { choose: false, tree: false },
} as const satisfies Record<string, { choose: boolean; tree: boolean }>;
export type FilterField = keyof typeof FILTERS;
export const FILTER_FIELDS = Object.keys(FILTERS) as [FilterField, ...FilterField[]];

/** Filters whose values the screen offers. */
export type FacetField = { [F in FilterField]: (typeof FILTERS)[F]['choose'] extends true ? F : never }[FilterField];
export const FACETS = FILTER_FIELDS.filter((field) => FILTERS[field].choose) as [FacetField, ...FacetField[]];

/** Joins filter values with `|`. Values of trees get a trailing `*` (docs/specification.md#calls). */
export const joinFilter = (field: FilterField, values: readonly string[]): string =>
  values.map((value) => (FILTERS[field].tree && !value.endsWith('*') ? `${value}*` : value)).join('|');

/** Splits a value such as `080*|100*` at `|` and ignores empty parts. */
export const splitFilter = (joined: string | undefined): string[] =>
  (joined ?? '')
    .split('|')
    .map((value) => value.trim())
    .filter(Boolean);

const filter = z
  .string()
  .max(4_000)
  .optional()
  .transform(splitFilter)
  .refine((values) => values.length <= 200, { message: 'max' });

/** Maximum running time in minutes, which must be between 1 and 999. */
const minutes = filter.refine((values) => values.every((value) => /^[1-9]\d{0,2}$/.test(value)), { message: 'format' });

const filters = Object.fromEntries(FILTER_FIELDS.map((field) => [`filter_${field}`, field === 'dauer' ? minutes : filter])) as {
  [F in FilterField as `filter_${F}`]: typeof filter;
};

/** Words and filters of a search. Parameter names follow the specification (§7). */
export const SearchWords = z.object({
  q: z.string().max(2_000).default(''),
  c: ResultType.default('all'),
  /** True to return only media that the user can play or borrow now. Ignored in the scope `catalogue`. */
  usable: z.stringbool().default(false),
  ...filters,
});
export type SearchWords = z.output<typeof SearchWords>;
