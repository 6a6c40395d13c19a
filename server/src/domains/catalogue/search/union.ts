/** Combines several searches, for external programs (docs/operate/exchange.md#sru). */
import type { Query } from '@fundus/search/api';
import type { SearchIndex } from '../../../search/search-index.ts';
import { withSearchErrors } from './search-errors.ts';

export type UnionPage = { offset: number; limit: number; sort?: 'relevance' | 'title' };

/** Number of hits per search up to which the total is exact. Beyond it, the total is estimated. */
const COUNTED = 1_000;

/** Returns the hits of several searches alternately and without duplicates, so that pages are consistent. Partial matches are excluded. */
export async function findUnion(
  search: Pick<SearchIndex, 'search'>,
  queries: readonly Query[],
  { offset, limit, sort = 'relevance' }: UnionPage,
): Promise<{ total: number; identifiers: string[] }> {
  const [only] = queries;
  const searchFor = (query: Query, page: { offset: number; limit: number }) =>
    withSearchErrors(() => search.search({ ...query, ...page, sort }));
  if (only && queries.length === 1) {
    const { total, hits } = await searchFor(only, { offset, limit });
    return { total, identifiers: wholeHits(hits) };
  }
  const end = Math.max(offset + limit, COUNTED);
  const lists = await Promise.all(
    queries.map(async (query) => {
      const found = await searchFor(query, { offset: 0, limit: COUNTED });
      const identifiers = wholeHits(found.hits);
      for (let from = COUNTED; from < Math.min(end, found.total); from += COUNTED)
        identifiers.push(...wholeHits((await searchFor(query, { offset: from, limit: COUNTED })).hits));
      return { query, total: found.total, identifiers };
    }),
  );
  const seen = new Set<string>();
  for (let rank = 0; rank < end; rank += 1)
    for (const { identifiers } of lists) {
      const identifier = identifiers[rank];
      if (identifier !== undefined) seen.add(identifier);
    }
  const isWhole = lists.every(({ total, identifiers }) => identifiers.length >= total);
  const total = isWhole ? seen.size : Math.max(seen.size, await estimateTotal(lists, (query) => searchFor(query, { offset: 0, limit: 0 })));
  return { total, identifiers: [...seen].slice(offset, offset + limit) };
}

const wholeHits = (hits: readonly { id: string; partial: boolean }[]): string[] => hits.flatMap(({ id, partial }) => (partial ? [] : [id]));

/** Returns the size of the union by inclusion–exclusion. The searches must differ only in their words. */
async function estimateTotal(
  lists: readonly { query: Query; total: number }[],
  count: (query: Query) => Promise<{ total: number }>,
): Promise<number> {
  let total = 0;
  for (let chosen = 1; chosen < 2 ** lists.length; chosen += 1) {
    const among = lists.filter((_, i) => (chosen >> i) & 1);
    const one = among[0]!;
    const common = among.length === 1 ? one.total : (await count({ ...one.query, q: among.map(({ query }) => query.q).join(' ') })).total;
    total += among.length % 2 === 1 ? common : -common;
  }
  return total;
}
