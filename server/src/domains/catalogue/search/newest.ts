/** What came in lately: for searches that are kept. */
import type { SearchWords, SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { Ctx } from '../../../http/context.ts';
import { buildCards } from '../cards.ts';
import { indexQuery, indexSort } from './filters.ts';
import { withSearchErrors } from './search-errors.ts';

export type Newcomer = { identifier: string; fn_titel: string; published: string };

/** Hits of a search that came in after the day, newest first; at most `limit`. Such a search has no partial hits. */
export async function listNewSince(
  ctx: Pick<Ctx, 'db' | 'search' | 'user' | 'now' | 'config'>,
  scope: SearchScope,
  words: SearchWords,
  day: string,
  limit: number,
): Promise<Newcomer[]> {
  const answer = await withSearchErrors(() => ctx.search.search({ ...indexQuery(ctx, scope, words), limit, sort: indexSort('newest') }));
  const full = answer.hits.filter((hit) => !hit.partial).map((hit) => hit.id);
  const rows = await buildCards(ctx, full);
  return full.flatMap((identifier) => {
    const row = rows.get(identifier);
    return row && row.published > day ? [{ identifier, fn_titel: row.fn_titel, published: row.published }] : [];
  });
}
