/** Cards of the media shown last, kept beside the index they are shown from: most searches then need no row of the database. */
import { today } from '@fundus/contract/days';
import type { Ctx } from '../../http/context.ts';
import type { SearchIndex } from '../../search/search-index.ts';
import { findEntitlement, termsOf } from '../licences/index.ts';
import { isIn, isPrivate, knownScope } from './policy.ts';
import { findPrivate } from './own-repository.ts';
import { findBookmarked, listBookmarked } from './bookmark-repository.ts';
import { findCards, type CardRow } from './repository.ts';

const MOST_KEPT = 10_000;

/** The newest at the end. `turns` counts how often something was forgotten. */
type Kept = { rows: Map<string, CardRow>; turns: number };

const kept = new WeakMap<SearchIndex, Kept>();

function keptFor(search: SearchIndex): Kept {
  const known = kept.get(search);
  if (known) return known;
  const fresh = { rows: new Map<string, CardRow>(), turns: 0 };
  kept.set(search, fresh);
  return fresh;
}

/** Rows by identifier; unknown ones are missing, and so is what is private and not the visitor's. As old as the index at most. */
export async function buildCards(
  ctx: Pick<Ctx, 'db' | 'search' | 'user' | 'now' | 'config'>,
  identifiers: readonly string[],
): Promise<Map<string, CardRow>> {
  const rows = await findKept(ctx, identifiers);
  for (const [identifier, row] of rows) if (isPrivate(row) && !isIn(ctx, 'search', row)) rows.delete(identifier);
  return rows;
}

/** Rows by identifier, also of what is private: whoever asks must look whom they are for. As old as the index at most. */
export async function findKept(ctx: Pick<Ctx, 'db' | 'search'>, identifiers: readonly string[]): Promise<Map<string, CardRow>> {
  const store = keptFor(ctx.search);
  const found = new Map<string, CardRow>();
  const missing: string[] = [];
  for (const identifier of identifiers) {
    const row = store.rows.get(identifier);
    if (!row) {
      missing.push(identifier);
      continue;
    }
    store.rows.delete(identifier);
    store.rows.set(identifier, row);
    found.set(identifier, row);
  }
  if (missing.length === 0) return found;
  const { turns } = store;
  for (const row of await findCards(ctx.db, missing)) {
    found.set(row.identifier, row);
    // A change that came in between may be newer than what was read.
    if (store.turns === turns) store.rows.set(row.identifier, row);
  }
  for (const oldest of store.rows.keys()) {
    if (store.rows.size <= MOST_KEPT) break;
    store.rows.delete(oldest);
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
export function forgetCards(search: SearchIndex, identifiers: Iterable<string>): void {
  const store = keptFor(search);
  store.turns++;
  for (const identifier of identifiers) store.rows.delete(identifier);
}

/** Which of the media the person has bookmarked; nothing for a guest. */
export async function findBookmarkedBy({ db, kept, user }: Ctx, identifiers: readonly string[]): Promise<ReadonlySet<string>> {
  // Whoever comes by a learner code keeps nothing.
  if (!user || user.by_code || identifiers.length === 0) return new Set();
  const read = async (rows: Promise<{ identifier: string }[]>) => new Set((await rows).map((row) => row.identifier));
  if (!kept.keeps || db.isTransaction) return read(findBookmarked(db, user.id, identifiers));
  return (await kept.read(`bookmarks ${user.id}`, () => read(listBookmarked(db, user.id))))!;
}
