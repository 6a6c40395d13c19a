/** What a search is asked with: words, result type, filters and order. */
import { z } from 'zod';

/** `c`: the result type of the select. */
export const RESULT_TYPES = ['all', 'media', 'books', 'apps'] as const;
export const ResultType = z.enum(RESULT_TYPES);
export type ResultType = z.output<typeof ResultType>;

/** `search`: what the person may use; `catalogue`: everything there is. */
export const SEARCH_SCOPES = ['search', 'catalogue'] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];
/** The screen of each, as docs/specification.md#routes calls it. */
export const SCOPE_SCREENS = { search: 'search', catalogue: 'csearch' } as const satisfies Record<SearchScope, string>;

/** `rated`: by reviews, what has none comes last (docs/behaviour/reviews.md#average). */
export const SORTS = ['relevance', 'title', 'newest', 'used', 'rated'] as const;

/**
 * The filters of a search, `filter_<name>` in calls and addresses, in the order in which they are shown. `choose`: the screen offers their
 * values, with counts; the others come by links ("More by …") and are shown as chips. `tree`: their values form one and then end in `*` (docs/specification.md#calls).
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

/** The filters whose values are offered. */
export type FacetField = { [F in FilterField]: (typeof FILTERS)[F]['choose'] extends true ? F : never }[FilterField];
export const FACETS = FILTER_FIELDS.filter((field) => FILTERS[field].choose) as [FacetField, ...FacetField[]];

/** Several values are joined with `|`; subject, language and grade values get a trailing `*` (docs/specification.md#calls). */
export const joinFilter = (field: FilterField, values: readonly string[]): string =>
  values.map((value) => (FILTERS[field].tree && !value.endsWith('*') ? `${value}*` : value)).join('|');

/** The other way: `080*|100*` → `['080*', '100*']`. Empty parts do not count. */
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

/** The longest medium that is let through, in minutes. */
const minutes = filter.refine((values) => values.every((value) => /^[1-9]\d{0,2}$/.test(value)), { message: 'format' });

const filters = Object.fromEntries(FILTER_FIELDS.map((field) => [`filter_${field}`, field === 'dauer' ? minutes : filter])) as {
  [F in FilterField as `filter_${F}`]: typeof filter;
};

/** The words and filters of a search, as the specification names them (§7). */
export const SearchWords = z.object({
  q: z.string().max(2_000).default(''),
  c: ResultType.default('all'),
  /** Only what the person can really use now: it opens here, or it is lent. The whole catalogue does not know it. */
  usable: z.stringbool().default(false),
  ...filters,
});
export type SearchWords = z.output<typeof SearchWords>;
