/** Saved searches (docs/behaviour/library.md#saved-searches). */
import { SearchWords, type SearchScope } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { MAX_SEARCHES, type library, type SavedSearch } from '@fundus/contract/library/library';
import type { Input } from '@fundus/contract/endpoint';
import { newId } from '../../db/new-id.ts';
import type { UserCtx } from '../../http/context.ts';
import { listNewSince, type NewMedium } from '../catalogue/index.ts';
import { findSearch, insertSearch, listSearches, deleteSearch, updateSearch, type SearchRow } from './search-repository.ts';

/** Maximum number of new results that are counted. */
const MAX_NEW = 100;

/** Parses the query string of a search page into search words. Returns `null` if it is invalid. */
export function parseSearchWords(query: string, scope: SearchScope = 'search'): SearchWords | null {
  const { wide, ...words } = Object.fromEntries(new URLSearchParams(query));
  const read = SearchWords.safeParse({ ...words, ...(scope === 'search' && wide === undefined && { usable: 'true' }) });
  return read.success ? read.data : null;
}

/** Returns results of a saved search published after a day, newest first. Returns none if the search is invalid. */
export async function findNewHits(
  ctx: Pick<UserCtx<'search'>, 'db' | 'search' | 'user' | 'now' | 'config'>,
  { scope, query }: Pick<SearchRow, 'scope' | 'query'>,
  day: string,
): Promise<NewMedium[]> {
  const words = parseSearchWords(query, scope);
  return words ? listNewSince(ctx, scope, words, day, MAX_NEW) : [];
}

async function presentSavedSearch(ctx: UserCtx<'search'>, row: SearchRow): Promise<SavedSearch> {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    query: row.query,
    alert: row.alert,
    last_run: row.last_run.toISOString(),
    seen_at: row.seen_at.toISOString(),
    created_at: row.created_at.toISOString(),
    new_count: (await findNewHits(ctx, row, today(row.seen_at))).length,
  };
}

export async function readSearches(ctx: UserCtx<'search'>): Promise<{ items: SavedSearch[] }> {
  const rows = await listSearches(ctx.db, ctx.user.id);
  return { items: await Promise.all(rows.map((row) => presentSavedSearch(ctx, row))) };
}

/** Saves a search. A user can have at most 50 saved searches. Throws `validation_failed` for an invalid search. */
export async function saveSearch(ctx: UserCtx<'search'>, body: Input<typeof library.saveSearch>['body']): Promise<SavedSearch> {
  if (!parseSearchWords(body.query)) throw new AppError('validation_failed', { field: 'query' });
  const existing = await listSearches(ctx.db, ctx.user.id);
  if (existing.some(({ scope, query }) => scope === body.scope && query === body.query))
    throw new AppError('already_exists', { field: 'query' });
  if (existing.length >= MAX_SEARCHES) throw invalid('searches', 'max');
  const seen_at = body.seen_at === undefined ? ctx.now : new Date(Math.min(new Date(body.seen_at).getTime(), ctx.now.getTime()));
  const row = { ...body, id: newId(ctx.now), person_id: ctx.user.id, last_run: ctx.now, seen_at, created_at: ctx.now };
  await insertSearch(ctx.db, row);
  return presentSavedSearch(ctx, row);
}

/** Changes a saved search. An alert that is switched on reports only results from then on. */
export async function changeSearch(
  ctx: UserCtx<'search'>,
  id: string,
  change: Input<typeof library.changeSearch>['body'],
): Promise<SavedSearch> {
  const row = await findSearch(ctx.db, ctx.user.id, id);
  if (!row) throw notFound();
  const awake = row.alert === 'off' && change.alert !== undefined && change.alert !== 'off';
  const next = {
    name: change.name ?? row.name,
    alert: change.alert ?? row.alert,
    seen_at: change.seen ? ctx.now : row.seen_at,
    last_run: awake ? ctx.now : row.last_run,
  };
  await updateSearch(ctx.db, ctx.user.id, id, next);
  return presentSavedSearch(ctx, { ...row, ...next });
}

export async function removeSearch(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  if (!(await deleteSearch(ctx.db, ctx.user.id, id))) throw notFound();
  return { ok: true };
}
