/** Cards of the media shown last, kept beside the index they are shown from: most searches then need no row of the database. */
import { today } from '@fundus/contract/days';
import type { Ctx } from '../../http/context.ts';
import type { SearchIndex } from '../../search/search-index.ts';
import { findEntitlement, termsOf } from '../licences/index.ts';
import { isIn, isPrivate, knownScope, type Asking } from './policy.ts';
import { findPrivate } from './own-repository.ts';
import { findBookmarked, listBookmarked } from './bookmark-repository.ts';
import { writeCard, type WrittenCard } from './present.ts';
import { createNewestKept, type NewestKept } from './search/newest-kept.ts';
import { findCards, type CardRow } from './repository.ts';

/** Rows kept at most. */
const MAX_ROWS = 10_000;
/** Characters of written cards kept at most: some thirty thousand cards. */
const MAX_WRITTEN = 32 * 1024 ** 2;

/** `turns` counts how often something was forgotten; `tell` hears what. */
type Kept = {
  rows: NewestKept<CardRow>;
  written: NewestKept<WrittenCard>;
  turns: number;
  tell: (identifiers: readonly string[]) => void;
};

const kept = new WeakMap<SearchIndex, Kept>();

function keptFor(search: SearchIndex): Kept {
  const known = kept.get(search);
  if (known) return known;
  const rows = createNewestKept<CardRow>(MAX_ROWS, () => 1);
  const written = createNewestKept<WrittenCard>(MAX_WRITTEN, ({ shared }) => shared.length);
  const fresh = { rows, written, turns: 0, tell: () => {} };
  kept.set(search, fresh);
  return fresh;
}

type Reading = Pick<Ctx, 'db' | 'search'>;

/** Rows by identifier; unknown ones are missing, and so is what is private and not the visitor's. As old as the index at most. */
export async function buildCards(ctx: Reading & Asking, identifiers: readonly string[]): Promise<Map<string, CardRow>> {
  const rows = await findKept(ctx, identifiers);
  for (const [identifier, row] of rows) if (isHidden(ctx, row)) rows.delete(identifier);
  return rows;
}

const isHidden = (ctx: Asking, row: WrittenCard['row']): boolean => isPrivate(row) && !isIn(ctx, 'search', row);

/** Rows by identifier, also of what is private: whoever asks must look whom they are for. As old as the index at most. */
export const findKept = (ctx: Reading, identifiers: readonly string[]): Promise<Map<string, CardRow>> =>
  takeOrRead(ctx, keptFor(ctx.search).rows, identifiers, (row) => row);

/** Cards as lists write them; unknown ones are missing, and so is what is private and not the visitor's. As old as the index at most. */
export async function findWritten(ctx: Reading & Asking, identifiers: readonly string[]): Promise<Map<string, WrittenCard>> {
  const cards = await takeOrRead(ctx, keptFor(ctx.search).written, identifiers, (row) => writeCard(ctx, row));
  for (const [identifier, { row }] of cards) if (isHidden(ctx, row)) cards.delete(identifier);
  return cards;
}

/** Writes cards nobody asked for yet; false where there was no room for them any more. What changes meanwhile is not kept. */
export async function keepWritten(ctx: Reading & Pick<Ctx, 'config'>, identifiers: readonly string[]): Promise<boolean> {
  const { written } = keptFor(ctx.search);
  if (written.room() <= 0) return false;
  await takeOrRead(ctx, written, identifiers, (row) => writeCard(ctx, row));
  return true;
}

async function takeOrRead<T>(
  { db, search }: Reading,
  things: NewestKept<T>,
  identifiers: readonly string[],
  make: (row: CardRow) => T,
): Promise<Map<string, T>> {
  const { found, missing } = things.take(identifiers);
  if (missing.length === 0) return found;
  const { turns } = keptFor(search);
  for (const row of await findCards(db, missing)) {
    const thing = make(row);
    found.set(row.identifier, thing);
    // A change that came in between may be newer than what was read.
    if (keptFor(search).turns === turns) things.keep(row.identifier, thing);
  }
  return found;
}

/** Rows of those media the visitor may know of, by identifier; as the database has them now. */
export async function findKnownCards(ctx: Ctx, identifiers: readonly string[]): Promise<Map<string, CardRow>> {
  const rows = await findCards(ctx.db, identifiers);
  return new Map(rows.filter((row) => isIn(ctx, knownScope(ctx), row)).map((row) => [row.identifier, row]));
}

/** Those of the media that are private and not the visitor's: to them they do not exist. */
export async function findHidden(ctx: Ctx, identifiers: readonly string[]): Promise<Set<string>> {
  const rows = await findPrivate(ctx.db, identifiers);
  return new Set(
    rows
      .filter((row) => row.retired || !findEntitlement(ctx.user, row, [], today(ctx.now), termsOf(ctx.config)).active)
      .map((row) => row.identifier),
  );
}

/** To be called before the index shows a change. */
export function forgetCards(search: SearchIndex, identifiers: readonly string[]): void {
  const store = keptFor(search);
  store.turns++;
  for (const identifier of identifiers) {
    store.rows.drop(identifier);
    store.written.drop(identifier);
  }
  store.tell(identifiers);
}

/** `tell` hears what is forgotten from now on. */
export function hearForgotten(search: SearchIndex, tell: (identifiers: readonly string[]) => void): void {
  keptFor(search).tell = tell;
}

/** Which of the media the person has bookmarked; nothing for a guest. */
export async function findBookmarkedBy({ db, caches, user }: Ctx, identifiers: readonly string[]): Promise<ReadonlySet<string>> {
  // Whoever comes by a learner code keeps nothing.
  if (!user || user.by_code || identifiers.length === 0) return new Set();
  const read = async (rows: Promise<{ identifier: string }[]>) => new Set((await rows).map((row) => row.identifier));
  if (!caches.enabled || db.isTransaction) return read(findBookmarked(db, user.id, identifiers));
  return (await caches.bookmarks.get(user.id, () => read(listBookmarked(db, user.id))))!;
}
