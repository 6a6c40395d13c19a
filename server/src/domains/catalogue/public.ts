/** What everybody may know of the catalogue: what search engines and other systems are told. */
import { admission } from '@fundus/contract/access';
import { catalogue, SearchWords } from '@fundus/contract/catalogue/catalogue';
import type { FrontendConfig } from '@fundus/contract/config';
import type { Portal } from '../../http/context.ts';
import { buildCards } from './cards.ts';
import { indexQuery } from './filters.ts';
import { isIn, knownScope } from './policy.ts';
import { findCards, type CardRow } from './repository.ts';
import { withSearchErrors } from './search-errors.ts';

/** Where guests may look through the catalogue, or through what is free to them. */
export const isPublic = (config: FrontendConfig): boolean =>
  admission(config.Katalog ? catalogue.catalogueSearch : catalogue.search, null, config) === 'admitted';

const guestOf = (portal: Portal) => ({ ...portal, user: null, now: portal.now() });

/** Those of the media that guests may know of, as the database has them now. */
export async function findPublicCards(portal: Portal, identifiers: readonly string[]): Promise<Map<string, CardRow>> {
  const guest = guestOf(portal);
  if (!isPublic(portal.config) || identifiers.length === 0) return new Map();
  const rows = await findCards(portal.db, identifiers);
  return new Map(rows.flatMap((row) => (isIn(guest, knownScope(guest), row) ? [[row.identifier, row] as const] : [])));
}

/** A search as a guest. */
export async function searchPublic(
  portal: Portal,
  words: { q: string; filters?: Readonly<Record<string, string>> },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: CardRow[] }> {
  const guest = guestOf(portal);
  const query = SearchWords.parse({ q: words.q, ...words.filters });
  const answer = await withSearchErrors(() => portal.search.search({ ...indexQuery(guest, knownScope(guest), query), offset, limit }));
  // What has only some of the words is no hit to a program.
  const identifiers = answer.hits.filter((hit) => !hit.partial).map((hit) => hit.id);
  const rows = await buildCards(guest, identifiers);
  return { total: answer.total, rows: identifiers.flatMap((identifier) => rows.get(identifier) ?? []) };
}
