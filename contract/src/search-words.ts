/** What a search is asked with: words, result type, filters and order. */
import { z } from 'zod';

/** `c`: the result type of the select. */
export const RESULT_TYPES = ['all', 'media', 'books', 'apps'] as const;
export const ResultType = z.enum(RESULT_TYPES);
export type ResultType = z.output<typeof ResultType>;

/** `rated`: by reviews, what has none comes last (behaviour.md 5.10.1). */
export const SORTS = ['relevance', 'title', 'newest', 'used', 'rated'] as const;

/** The fields a person filters by, and whether their values form a tree (their filter values then end in `*`, spec §9). */
export const FACET_FIELDS = { fn_geb: true, fn_sprache: true, fn_typ: false, fn_adressat: true } as const;
export type FacetField = keyof typeof FACET_FIELDS;
export const FACETS = Object.keys(FACET_FIELDS) as [FacetField, ...FacetField[]];

/** Several values are joined with `|`; subject, language and grade values get a trailing `*` (spec §9). */
export const joinFilter = (field: FacetField, values: readonly string[]): string =>
  values.map((value) => (FACET_FIELDS[field] && !value.endsWith('*') ? `${value}*` : value)).join('|');

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

/** The words and filters of a search, as the specification names them (§7). */
export const SearchWords = z.object({
  q: z.string().max(2_000).default(''),
  c: ResultType.default('all'),
  filter_fn_geb: filter,
  filter_fn_sprache: filter,
  filter_fn_typ: filter,
  filter_fn_adressat: filter,
  filter_fn_schlag: filter,
  filter_lizenzen: filter,
  filter_fn_prodname: filter,
});
export type SearchWords = z.output<typeof SearchWords>;
