/** Cache of the most recently shown cards, which is invalidated together with the index. Most searches need no database query. */
import { today } from '@fundus/contract/days';
import type { Ctx } from '../../http/context.ts';
import type { SearchIndex } from '../../search/search-index.ts';
import { findEntitlement, licenceTerms } from '../licences/index.ts';
import { isVisibleIn, isPrivate, visibleScope, type AccessContext } from './policy.ts';
import { findPrivateMedia } from './own-repository.ts';
import { findBookmarked, listBookmarked } from './bookmark-repository.ts';
import { writeCard, type WrittenCard } from './present.ts';
import { createLruCache, type LruCache } from './search/newest-kept.ts';
import { findCards, type CardRow } from './repository.ts';

/** Maximum number of cached rows. */
const MAX_ROWS = 10_000;
/** Maximum number of characters of the cached cards, which is enough for about thirty thousand cards. */
const MAX_WRITTEN = 32 * 1024 ** 2;

/** Caches of one index. `turns` counts invalidations; `onInvalidated` receives the identifiers of invalidated cards. */
type Kept = {
  rows: LruCache<CardRow>;
  written: LruCache<WrittenCard>;
  turns: number;
  onInvalidated: (identifiers: readonly string[]) => void;
};

const kept = new WeakMap<SearchIndex, Kept>();

function cacheOf(search: SearchIndex): Kept {
  const known = kept.get(search);
  if (known) return known;
  const rows = createLruCache<CardRow>(MAX_ROWS, () => 1);
  const written = createLruCache<WrittenCard>(MAX_WRITTEN, ({ shared }) => shared.length);
  const fresh = { rows, written, turns: 0, onInvalidated: () => {} };
  kept.set(search, fresh);
  return fresh;
}

type Reading = Pick<Ctx<'search'>, 'db' | 'search'>;

/**
 * Returns rows by identifier, from the cache if possible. Unknown media and private media of others are omitted. A row is never older than the index.
 */
export async function buildCards(ctx: Reading & AccessContext, identifiers: readonly string[]): Promise<Map<string, CardRow>> {
  const rows = await findCachedRows(ctx, identifiers);
  for (const [identifier, row] of rows) if (isHidden(ctx, row)) rows.delete(identifier);
  return rows;
}

const isHidden = (ctx: AccessContext, row: WrittenCard['row']): boolean => isPrivate(row) && !isVisibleIn(ctx, 'search', row);

/**
 * Returns rows by identifier, from the cache if possible. Private media are included, so the caller must check the access. A row is never older than
 * the index.
 */
export const findCachedRows = (ctx: Reading, identifiers: readonly string[]): Promise<Map<string, CardRow>> =>
  readCached(ctx, cacheOf(ctx.search).rows, identifiers, (row) => row);

/**
 * Returns cards as JSON by identifier, from the cache if possible. Unknown media and private media of others are omitted. A card is never older than
 * the index.
 */
export async function findCachedCards(ctx: Reading & AccessContext, identifiers: readonly string[]): Promise<Map<string, WrittenCard>> {
  const cards = await readCached(ctx, cacheOf(ctx.search).written, identifiers, (row) => writeCard(ctx, row));
  for (const [identifier, { row }] of cards) if (isHidden(ctx, row)) cards.delete(identifier);
  return cards;
}

/** Caches cards before they are requested. Returns false if the cache is full. Media that change at the same time are not cached. */
export async function cacheCards(ctx: Reading & Pick<Ctx, 'config'>, identifiers: readonly string[]): Promise<boolean> {
  const { written } = cacheOf(ctx.search);
  if (written.room() <= 0) return false;
  await readCached(ctx, written, identifiers, (row) => writeCard(ctx, row));
  return true;
}

async function readCached<T>(
  { db, search }: Reading,
  things: LruCache<T>,
  identifiers: readonly string[],
  make: (row: CardRow) => T,
): Promise<Map<string, T>> {
  const { found, missing } = things.take(identifiers);
  if (missing.length === 0) return found;
  const { turns } = cacheOf(search);
  for (const row of await findCards(db, missing)) {
    const thing = make(row);
    found.set(row.identifier, thing);
    // Caches the row only if no card was invalidated since it was read.
    if (cacheOf(search).turns === turns) things.keep(row.identifier, thing);
  }
  return found;
}

/** Returns the rows, by identifier, of all media whose existence the visitor may know of. Always reads the database. */
export async function findKnownCards(ctx: Ctx, identifiers: readonly string[]): Promise<Map<string, CardRow>> {
  const rows = await findCards(ctx.db, identifiers);
  return new Map(rows.filter((row) => isVisibleIn(ctx, visibleScope(ctx), row)).map((row) => [row.identifier, row]));
}

/** Returns the identifiers of private media that the visitor cannot access. */
export async function findHidden(ctx: Ctx, identifiers: readonly string[]): Promise<Set<string>> {
  const rows = await findPrivateMedia(ctx.db, identifiers);
  return new Set(
    rows
      .filter((row) => row.retired || !findEntitlement(ctx.user, row, [], today(ctx.now), licenceTerms(ctx.config)).active)
      .map((row) => row.identifier),
  );
}

/** Removes cards from the cache. Must be called before the change is visible in the index. */
export function invalidateCards(search: SearchIndex, identifiers: readonly string[]): void {
  const store = cacheOf(search);
  store.turns++;
  for (const identifier of identifiers) {
    store.rows.drop(identifier);
    store.written.drop(identifier);
  }
  store.onInvalidated(identifiers);
}

/** Registers the function that is called with the identifiers of invalidated cards. */
export function onCardsInvalidated(search: SearchIndex, listener: (identifiers: readonly string[]) => void): void {
  cacheOf(search).onInvalidated = listener;
}

/** Returns those of the given media that the user has bookmarked, which are none for an anonymous visitor. */
export async function findBookmarkedBy({ db, caches, user }: Ctx, identifiers: readonly string[]): Promise<ReadonlySet<string>> {
  // A learner-code session has no bookmarks.
  if (!user || user.by_code || identifiers.length === 0) return new Set();
  const read = async (rows: Promise<{ identifier: string }[]>) => new Set((await rows).map((row) => row.identifier));
  if (!caches.enabled || db.isTransaction) return read(findBookmarked(db, user.id, identifiers));
  return (await caches.bookmarks.get(user.id, () => read(listBookmarked(db, user.id))))!;
}
