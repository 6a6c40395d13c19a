/** From the words of a search to the query of the index. */
import type { ResultType, SearchWords } from '@fundus/contract/catalogue';
import type { Filters, Query, SearchQuery } from '@fundus/search/door';
import type { Ctx } from '../../http/context.ts';
import { HOLDINGS, ownSchoolTokens, personTokens } from '../licences/index.ts';

/** `media`: what the person may use; `holdings`: everything there is. */
export type Scope = 'media' | 'holdings';

const DAY = 86_400_000;
const RECENT_MONTHS = 24;

const KINDS: Record<ResultType, readonly string[]> = { all: [], media: ['media'], books: ['books'], apps: ['apps'] };

/** The filters that are set, by the field they filter. */
export function filtersOf(words: SearchWords): Filters {
  const all: Filters = {
    kind: KINDS[words.c],
    fn_geb: words.filter_fn_geb,
    fn_sprache: words.filter_fn_sprache,
    fn_typ: words.filter_fn_typ,
    fn_adressat: words.filter_fn_adressat,
    fn_schlag: words.filter_fn_schlag,
    lizenz: words.filter_lizenzen,
    fn_prodname: words.filter_fn_prodname,
  };
  return Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0));
}

export const visibleTo = (ctx: Pick<Ctx, 'user'>, scope: Scope): string[] => (scope === 'holdings' ? [HOLDINGS] : personTokens(ctx.user));

/** The query of a person over a scope. */
export const indexQuery = (ctx: Pick<Ctx, 'user'>, scope: Scope, words: SearchWords): Query => ({
  q: words.q,
  filters: filtersOf(words),
  visible: visibleTo(ctx, scope),
});

/** Own school's licences, the grade of the chosen class, the last 24 months and recommendations weigh a little more (behaviour.md 5.15). */
export function boostsFor(ctx: Pick<Ctx, 'user' | 'now'>, grade?: string): NonNullable<SearchQuery['boosts']> {
  const recent = Math.floor(ctx.now.getTime() / DAY - RECENT_MONTHS * 30.4);
  return [
    ...ownSchoolTokens(ctx.user).map((token) => ({ token, factor: 1.15 })),
    ...(grade ? [{ field: 'fn_adressat', value: grade, factor: 1.2 }] : []),
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
