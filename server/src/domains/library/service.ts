/** Bookmarks and the place reached in a medium (behaviour.md 5.4). */
import type { MediaItem } from '@fundus/contract/catalogue';
import { AppError } from '@fundus/contract/errors';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { bookmarkedBy, cardsOf, presentItem } from '../catalogue/index.ts';
import { countBookmarks, listHistory, mediumExists, savePosition, setBookmark } from './repository.ts';

type UserCtx = Ctx<SignedIn>;

const MOST_BOOKMARKS = 1_000;
const HISTORY_DAYS = 180;

/** The items of identifiers in their order. */
export async function itemsInOrder(ctx: UserCtx, identifiers: readonly string[]): Promise<MediaItem[]> {
  const [rows, bookmarked] = await Promise.all([cardsOf(ctx, identifiers), bookmarkedBy(ctx, identifiers)]);
  return identifiers.flatMap((identifier) => {
    const row = rows.get(identifier);
    return row ? [presentItem(ctx, row, bookmarked.has(identifier))] : [];
  });
}

/** Bookmarks a medium; twice is once. At most 1,000 a person. */
export async function addBookmark(ctx: UserCtx, identifier: string): Promise<{ bookmarked: true }> {
  await mustExist(ctx, identifier);
  if ((await countBookmarks(ctx.db, ctx.user.id)) >= MOST_BOOKMARKS)
    throw new AppError('validation_failed', { field: 'bookmarks', details: { problems: [{ field: 'bookmarks', rule: 'max' }] } });
  await setBookmark(ctx.db, ctx.user.id, identifier, ctx.now);
  return { bookmarked: true };
}

/** Media last opened, newest first; kept for 180 days. */
export async function readHistory(ctx: UserCtx, limit: number): Promise<{ medium: MediaItem; position: number; last_used: string }[]> {
  const since = new Date(ctx.now.getTime() - HISTORY_DAYS * 86_400_000);
  const rows = await listHistory(ctx.db, ctx.user.id, since, limit);
  const items = new Map(
    (
      await itemsInOrder(
        ctx,
        rows.map((row) => row.identifier),
      )
    ).map((item) => [item.identifier, item]),
  );
  return rows.flatMap((row) => {
    const medium = items.get(row.identifier);
    return medium ? [{ medium, position: row.position, last_used: row.last_used.toISOString() }] : [];
  });
}

export async function keepPosition(ctx: UserCtx, identifier: string, position: number): Promise<{ ok: true }> {
  await mustExist(ctx, identifier);
  await savePosition(ctx.db, ctx.user.id, identifier, position, ctx.now);
  return { ok: true };
}

async function mustExist(ctx: UserCtx, identifier: string): Promise<void> {
  if (!(await mediumExists(ctx.db, identifier))) throw new AppError('not_found', { field: 'mediaId' });
}
