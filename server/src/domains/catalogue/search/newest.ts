/** Finds media added recently that match a saved search. */
import type { SearchWords, SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { Ctx } from '../../../http/context.ts';
import { buildCards } from '../cards.ts';
import { indexQuery, indexSort } from './filters.ts';
import { withSearchErrors } from './search-errors.ts';

export type NewMedium = { identifier: string; fn_titel: string; published: string };

/** Returns at most `limit` matching media that were added after a day, newest first. Partial matches are excluded. */
export async function listNewSince(
  ctx: Pick<Ctx<'search'>, 'db' | 'search' | 'user' | 'now' | 'config'>,
  scope: SearchScope,
  words: SearchWords,
  day: string,
  limit: number,
): Promise<NewMedium[]> {
  const answer = await withSearchErrors(() => ctx.search.search({ ...indexQuery(ctx, scope, words), limit, sort: indexSort('newest') }));
  const full = answer.hits.filter((hit) => !hit.partial).map((hit) => hit.id);
  const rows = await buildCards(ctx, full);
  return full.flatMap((identifier) => {
    const row = rows.get(identifier);
    return row && row.published > day ? [{ identifier, fn_titel: row.fn_titel, published: row.published }] : [];
  });
}
