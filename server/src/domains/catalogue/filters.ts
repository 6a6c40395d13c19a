/** From the words of a search to the query of the index. */
import { FILTER_FIELDS, type ResultType, type SearchWords, type SearchScope } from '@fundus/contract/catalogue/catalogue';
import { readEan, readIsbn } from '@fundus/contract/catalogue/work-numbers';
import { DAY } from '@fundus/contract/days';
import type { Filters, Query, SearchQuery } from '@fundus/search/api';
import type { Ctx } from '../../http/context.ts';
import { FIELD_OF_FILTER } from '../../search/search-index.ts';
import { CATALOGUE, ownSchoolTokens, ownTokens, personTokens } from '../licences/index.ts';

const RECENT_MONTHS = 24;

const KINDS: Record<ResultType, readonly string[]> = { all: [], media: ['media'], books: ['books'], apps: ['apps'] };

/** The filters that are set, by the field they filter. */
function filtersOf(words: SearchWords): Filters {
  const set = FILTER_FIELDS.map((field) => [FIELD_OF_FILTER[field], words[`filter_${field}`]] as const);
  return Object.fromEntries([['kind', KINDS[words.c]] as const, ...set].filter(([, values]) => values.length > 0));
}

export const visibleTo = (ctx: Pick<Ctx, 'user'>, scope: SearchScope): string[] =>
  scope === 'catalogue' ? [CATALOGUE, ...ownTokens(ctx.user)] : personTokens(ctx.user);

/** An ISBN or EAN by itself is looked for as it is kept, however it is written. */
const asKept = (q: string): string => (/^[\dXx\s-]{10,17}$/.test(q.trim()) ? (readIsbn(q) ?? readEan(q) ?? q) : q);

/** The query of a person over a scope. */
export const indexQuery = (ctx: Pick<Ctx, 'user'>, scope: SearchScope, words: SearchWords): Query => ({
  q: asKept(words.q),
  filters: filtersOf(words),
  visible: visibleTo(ctx, scope),
});

/** Own school's licences, grade and needs of the chosen class, the last 24 months and recommendations weigh a little more (docs/behaviour/search.md#order). */
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
