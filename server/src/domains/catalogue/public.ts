/** What everybody may know of the catalogue: what search engines and other systems are told. */
import { admission } from '@fundus/contract/access';
import { catalogue, SearchWords, type Rights } from '@fundus/contract/catalogue/catalogue';
import type { FrontendConfig } from '@fundus/contract/config';
import type { MediaFile } from '@fundus/contract/files/files';
import type { SearchAnswer } from '@fundus/search/api';
import type { Portal, SignedIn } from '../../http/context.ts';
import { presentFiles } from '../files/index.ts';
import { personTokens } from '../licences/index.ts';
import { buildCards } from './cards.ts';
import { indexQuery } from './filters.ts';
import { entitlementFor, isIn, isPrivate, knownScope } from './policy.ts';
import { findCards, findFiles, type CardRow } from './repository.ts';
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
  return readHits(
    portal,
    await withSearchErrors(() => portal.search.search({ ...indexQuery(guest, knownScope(guest), query), offset, limit })),
  );
}

async function readHits(portal: Portal, answer: SearchAnswer): Promise<{ total: number; rows: CardRow[] }> {
  // What has only some of the words is no hit to a program.
  const identifiers = answer.hits.filter((hit) => !hit.partial).map((hit) => hit.id);
  const rows = await buildCards(guestOf(portal), identifiers);
  return { total: answer.total, rows: identifiers.flatMap((identifier) => rows.get(identifier) ?? []) };
}

/** Media of which a visitor may use anything today, and what; never what is private. */
export async function findUsableAt(
  portal: Portal,
  user: SignedIn | null,
  identifiers: readonly string[],
): Promise<{ row: CardRow; rights: Rights }[]> {
  const asking = { ...portal, user, now: portal.now() };
  const rows = (await findCards(portal.db, identifiers)).filter((row) => !isPrivate(row));
  return rows.flatMap((row) => {
    const { rights } = entitlementFor(asking, row);
    return rights ? [{ row, rights }] : [];
  });
}

/** A search over what any of several places may use. */
export async function searchAt(
  portal: Portal,
  users: readonly (SignedIn | null)[],
  words: { q: string; filters?: Readonly<Record<string, string>> },
  { offset, limit, sort = 'relevance' }: { offset: number; limit: number; sort?: 'relevance' | 'title' },
): Promise<{ total: number; rows: CardRow[] }> {
  const visible = [...new Set(users.flatMap(personTokens))].filter((token) => !token.startsWith('own:'));
  const query = { ...indexQuery(guestOf(portal), 'search', SearchWords.parse({ q: words.q, ...words.filters })), visible };
  return readHits(portal, await withSearchErrors(() => portal.search.search({ ...query, offset, limit, sort })));
}

/** Files of a medium with addresses that whoever holds a ticket opens. */
export async function presentFilesAt(portal: Portal, ticket: string, identifier: string): Promise<MediaFile[]> {
  return presentFiles({ ...portal, by: ticket, now: portal.now() }, await findFiles(portal.db, identifier));
}
