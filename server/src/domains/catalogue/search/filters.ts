/** Converts the parameters of a search to an index query. */
import { FILTER_FIELDS, type FilterField, type ResultType, type SearchWords, type SearchScope } from '@fundus/contract/catalogue/catalogue';
import { parseEan, parseIsbn } from '@fundus/contract/catalogue/work-numbers';
import { normalizeText } from '@fundus/contract/unicode';
import { DAY } from '@fundus/contract/days';
import type { Filters, Query, SearchQuery } from '@fundus/search/api';
import type { Ctx } from '../../../http/context.ts';
import { FIELD_OF_FILTER } from '../../../search/search-index.ts';
import { CATALOGUE, ownSchoolTokens, ownTokens, personTokens, usablePersonTokens } from '../../licences/index.ts';

const RECENT_MONTHS = 24;

const KINDS: Record<ResultType, readonly string[]> = { all: [], media: ['media'], books: ['books'], apps: ['apps'] };

/** Returns the filters that are set, by index field. */
function filtersOf(words: SearchWords): Filters {
  const set = FILTER_FIELDS.map((field) => [FIELD_OF_FILTER[field], valuesOf(field, words[`filter_${field}`])] as const);
  return Object.fromEntries([['kind', KINDS[words.c]] as const, ...set].filter(([, values]) => values.length > 0));
}

/**
 * Returns the indexed values of a filter. Media are indexed by their length in minutes, rounded up, so a maximum length matches all values up to it.
 */
const valuesOf = (field: FilterField, values: readonly string[]): readonly string[] =>
  field === 'dauer' && values.length > 0 ? Array.from({ length: Math.max(...values.map(Number)) }, (_, i) => String(i + 1)) : values;

/** Returns the tokens of a scope. `usable` restricts them to media that can be used now (docs/behaviour/search.md#scopes). */
export const visibleTo = (ctx: Pick<Ctx, 'user' | 'config'>, scope: SearchScope, usable = false): string[] =>
  scope === 'catalogue' ? [CATALOGUE, ...ownTokens(ctx.user)] : usable ? usablePersonTokens(ctx.user, ctx.config) : personTokens(ctx.user);

/** Characters between the digits of an ISBN or EAN: white space and all kinds of hyphens. */
const GAP = String.raw`[\s\u00ad\u2010-\u2015\u2212-]{0,3}`;
const WORK_NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:urn:)?(?:(?:isbn|ean|gtin)(?:${GAP}1[03])?(?:${GAP}(?:nr|no|nummer|number))?${GAP}[:.]{0,2}\s{0,3})?(\d(?:${GAP}\d){8,11}${GAP}[\dXx])(?![\p{L}\p{N}])`,
  'giu',
);

/** Returns the query with each ISBN or EAN in its stored form, which has thirteen digits and no hyphens or prefix. Other numbers are not changed. */
export const normaliseNumbers = (q: string): string =>
  q.replace(WORK_NUMBER, (written, number: string) => {
    // If the query contains other words, groups of digits separated by spaces are treated as several numbers.
    if (/\s/.test(number) && /^\d/.test(written) && written !== q.trim()) return written;
    const digits = number.replace(/[^\dXx]/g, '');
    return parseIsbn(digits) ?? parseEan(digits) ?? written;
  });

/** Returns the index query for a search of the user in a scope. */
export const indexQuery = (ctx: Pick<Ctx, 'user' | 'config'>, scope: SearchScope, words: SearchWords): Query => ({
  q: normaliseNumbers(normalizeText(words.q)),
  filters: filtersOf(words),
  visible: visibleTo(ctx, scope, words.usable),
});

/**
 * Returns boosts for licences of the user's school, for grade and needs of the chosen class, for media of the last 24 months and for recommendations
 * (docs/behaviour/search.md#order).
 */
export function boostsFor(
  ctx: Pick<Ctx, 'user' | 'now'>,
  { grade, needs = [] }: { grade?: string | undefined; needs?: readonly string[] } = {},
): NonNullable<SearchQuery['boosts']> {
  const recent = Math.floor(ctx.now.getTime() / DAY - RECENT_MONTHS * 30.4);
  return [
    ...ownSchoolTokens(ctx.user).map((token) => ({ token, factor: 1.15 })),
    ...(grade ? [{ field: 'fn_adressat', value: grade, factor: 1.2 }] : []),
    ...needs.map((value) => ({ field: 'meets', value, factor: 1.2 })),
    { number: 'published', min: recent, factor: 1.05 },
    { number: 'recommended', min: 1, factor: 1.1 },
  ];
}

const SORTS = {
  relevance: 'relevance',
  title: 'title',
  newest: { number: 'published', order: 'desc' },
  used: { number: 'used', order: 'desc' },
  rated: { number: 'rated', order: 'desc' },
} as const;

export const indexSort = (sort: keyof typeof SORTS): NonNullable<SearchQuery['sort']> => SORTS[sort];
