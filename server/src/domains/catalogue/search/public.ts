/** The public part of the catalogue, for search engines and other external systems. */
import { admission } from '@fundus/contract/access';
import { catalogue, SearchWords, type Rights } from '@fundus/contract/catalogue/catalogue';
import type { FrontendConfig } from '@fundus/contract/config';
import type { MediaFile } from '@fundus/contract/files/files';
import type { Portal } from '../../../http/context.ts';
import { presentFiles } from '../../files/index.ts';
import { personTokens } from '../../licences/index.ts';
import { buildCards } from '../cards.ts';
import { indexQuery } from './filters.ts';
import { entitlementFor, isVisibleIn, isPrivate, visibleScope } from '../policy.ts';
import { findCards, findFiles, type CardRow } from '../repository.ts';
import { suggest } from './search.ts';
import { withSearchErrors } from './search-errors.ts';
import { findUnion, type UnionPage } from './union.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Returns whether anonymous visitors may search the catalogue or the free media. */
export const isPublic = (config: FrontendConfig): boolean =>
  admission(config.Katalog ? catalogue.catalogueSearch : catalogue.search, null, config) === 'admitted';

const guestOf = ({ config, now }: Pick<Portal, 'config' | 'now'>) => ({ config, user: null, now: now() });

/** Returns the rows of the media that anonymous visitors may know of. Always reads the database. */
export async function findPublicCards(portal: Portal, identifiers: readonly string[]): Promise<Map<string, CardRow>> {
  const guest = guestOf(portal);
  if (!isPublic(portal.config) || identifiers.length === 0) return new Map();
  const rows = await findCards(portal.db, identifiers);
  return new Map(rows.flatMap((row) => (isVisibleIn(guest, visibleScope(guest), row) ? [[row.identifier, row] as const] : [])));
}

/** Searches as an anonymous visitor for media that match any of `qs`. If the whole catalogue is public, `tokens` restrict the search. */
export async function searchPublic(
  portal: Portal<'search'>,
  qs: readonly string[],
  page: UnionPage,
  tokens?: readonly string[],
): Promise<{ total: number; rows: CardRow[] }> {
  const guest = guestOf(portal);
  const scope = visibleScope(guest);
  const within = tokens && scope === 'catalogue' ? { visible: tokens } : {};
  const found = await findUnion(
    portal.search,
    qs.map((q) => ({ ...indexQuery(guest, scope, SearchWords.parse({ q })), ...within })),
    page,
  );
  return { total: found.total, rows: await readHits(portal, found.identifiers) };
}

/** Returns the suggestions that an anonymous visitor receives. */
export async function suggestPublic(portal: Portal<'search'>, q: string): Promise<string[]> {
  const guest = guestOf(portal);
  const { suggestions } = await suggest({ ...portal, ...guest }, visibleScope(guest), { q, limit: 8 });
  return suggestions.map(({ text }) => text);
}

async function readHits(portal: Portal<'search'>, identifiers: readonly string[]): Promise<CardRow[]> {
  const rows = await buildCards({ ...portal, ...guestOf(portal) }, identifiers);
  return identifiers.flatMap((identifier) => rows.get(identifier) ?? []);
}

/** Returns those of the media that are not private and that the visitor may use today, with their rights. */
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

/** Returns the visibility tokens of the users, except those for private media. */
const tokensOf = (users: readonly (SignedIn | null)[]): string[] =>
  [...new Set(users.flatMap(personTokens))].filter((token) => !token.startsWith('own:'));

const MAX_KEYWORDS = 10_000;

/** Returns the most frequent keywords of media that at least one of the users may use, sorted alphabetically. */
export async function listKeywordsAt(portal: Portal<'search'>, users: readonly (SignedIn | null)[]): Promise<string[]> {
  const counts = await withSearchErrors(() =>
    portal.search.facets({ q: '', visible: tokensOf(users), field: 'fn_schlag', limit: MAX_KEYWORDS }),
  );
  return counts.map(({ value }) => value).sort((one, other) => one.localeCompare(other, 'de'));
}

/** Searches media that at least one of the users may use and that match any of `qs`. */
export async function searchAt(
  portal: Portal<'search'>,
  users: readonly (SignedIn | null)[],
  { qs, filters }: { qs: readonly string[]; filters?: Readonly<Record<string, string>> },
  page: UnionPage,
): Promise<{ total: number; rows: CardRow[] }> {
  const visible = tokensOf(users);
  const queries = qs.map((q) => ({ ...indexQuery(guestOf(portal), 'search', SearchWords.parse({ q, ...filters })), visible }));
  const found = await findUnion(portal.search, queries, page);
  return { total: found.total, rows: await readHits(portal, found.identifiers) };
}

/** Returns the files of a medium with addresses that are opened with the ticket. */
export async function presentFilesAt(portal: Portal<'contentUrl'>, ticket: string, identifier: string): Promise<MediaFile[]> {
  return presentFiles({ ...portal, by: ticket, now: portal.now() }, await findFiles(portal.db, identifier));
}
