/** Bookmarks, history, licences and downloads of a user (docs/behaviour/library.md). */
import { hasAccount, isStudent, isTeacher } from '@fundus/contract/access';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { today, DAY } from '@fundus/contract/days';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import {
  MAX_BOOKMARKS,
  type library,
  type BookmarkEntry,
  type DownloadEntry,
  type HistoryEntry,
  type LicenceEntry,
} from '@fundus/contract/library/library';
import type { Input } from '@fundus/contract/endpoint';
import { traitsOf } from '@fundus/contract/portal-types';
import { NO_FOLDER } from '@fundus/contract/library/folders';
import { LIBRARY_TABS, type LibraryTab } from '@fundus/contract/library/tabs';
import type { Db } from '../../db/open.ts';
import type { UserCtx } from '../../http/context.ts';
import { findBookmarkedBy, findHidden, buildCards, requireKnownRow, presentItem, mayWishMedia } from '../catalogue/index.ts';
import { countDownloads, listDownloads, presentFiles } from '../files/index.ts';
import { countLicences, listLicences, managesLicences, markSeatsUsed, listOwnLicences, licenceTerms } from '../licences/index.ts';
import { isEditor } from '../reviews/index.ts';
import { countUse } from '../uses/index.ts';
import { findFolder } from './folder-repository.ts';
import {
  countBookmarks,
  countHistory,
  findKeepHistory,
  deleteHistory,
  saveOpening,
  listBookmarks,
  listHistory,
  mediumExists,
  updateNote,
  rankBookmarks,
  removeOldHistory,
  setBookmarks,
  setKeepHistory,
} from './repository.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

type Page = { offset: number; limit: number };
type PageOf<T> = Page & { total: number; items: T[] };

const HISTORY_DAYS = 180;

const OFFERED: Partial<Record<LibraryTab, (user: SignedIn, config: UserCtx['config']) => boolean>> = {
  excerpts: (_, config) => !config.DisableSequences,
  offline: (_, config) => traitsOf(config).downloads,
  /** Shown to teachers of a school, even if adding own material is switched off. */
  own: (user) => isTeacher(user) && user.school_id !== null,
  /** Shown to members of a school. */
  shared: (user) => user.school_id !== null,
  /** Shown to users who make or decide on wishes. */
  wishes: mayWishMedia,
  /** Shown to editors of the catalogue. */
  reports: isEditor,
};

export const readTabs = ({ user, config }: UserCtx): { items: LibraryTab[] } => ({
  items: LIBRARY_TABS.filter((tab) => OFFERED[tab]?.(user, config) ?? true),
});

/** Returns media items by identifier. Unknown media are left out. */
export async function loadItemsById(ctx: UserCtx<'search'>, identifiers: readonly string[]): Promise<Map<string, MediaItem>> {
  const [rows, bookmarked] = await Promise.all([buildCards(ctx, identifiers), findBookmarkedBy(ctx, identifiers)]);
  return new Map([...rows].map(([identifier, row]) => [identifier, presentItem(ctx, row, bookmarked.has(identifier))]));
}

/** Adds a bookmark for a medium. Idempotent. A user can have at most 1,000 bookmarks. */
export const setBookmark = (ctx: UserCtx, identifier: string): Promise<{ bookmarked: true }> =>
  bookmark(ctx, identifier, { added_at: ctx.now });

/** Restores a removed bookmark. A day in the future is replaced by now. */
export const restoreBookmark = (
  ctx: UserCtx,
  identifier: string,
  { added_at, ...had }: Pick<BookmarkEntry, 'note' | 'rank' | 'added_at' | 'folder_id'>,
): Promise<{ bookmarked: true }> =>
  bookmark(ctx, identifier, { ...had, added_at: new Date(Math.min(new Date(added_at).getTime(), ctx.now.getTime())) });

async function bookmark(ctx: UserCtx, identifier: string, had: Parameters<typeof setBookmarks>[3]): Promise<{ bookmarked: true }> {
  await requireExisting(ctx, identifier);
  await setBookmarks(ctx.db, ctx.user.id, [identifier], had);
  if ((await countBookmarks(ctx.db, ctx.user.id)) > MAX_BOOKMARKS) throw invalid('bookmarks', 'max');
  return { bookmarked: true };
}

/** Adds bookmarks that the user set as a guest, up to the maximum number. */
export async function moveBookmarks(ctx: UserCtx, identifiers: readonly string[]): Promise<{ taken: number }> {
  const room = MAX_BOOKMARKS - (await countBookmarks(ctx.db, ctx.user.id));
  const hidden = await findHidden(ctx, identifiers);
  const those = [...new Set(identifiers)].filter((identifier) => !hidden.has(identifier)).slice(0, Math.max(0, room));
  return { taken: await setBookmarks(ctx.db, ctx.user.id, those, { added_at: ctx.now }) };
}

export async function readBookmarks(
  ctx: UserCtx<'search'>,
  query: Input<typeof library.bookmarks>['query'],
): Promise<PageOf<BookmarkEntry>> {
  const { q, sort, offset, limit } = query;
  const folder = await requireFolder(ctx, query.folder);
  const rows = await listBookmarks(ctx.db, ctx.user.id, { q, folder, sort, offset, limit });
  const items = await loadItemsById(
    ctx,
    rows.map((row) => row.identifier),
  );
  return {
    total: await countBookmarks(ctx.db, ctx.user.id, { q, folder }),
    offset,
    limit,
    items: rows.map((row) => ({ ...row, medium: items.get(row.identifier) ?? null, added_at: row.added_at.toISOString() })),
  };
}

export async function storeBookmarkNote(ctx: UserCtx, identifier: string, note: string): Promise<{ ok: true }> {
  if (!(await updateNote(ctx.db, ctx.user.id, identifier, note))) throw notFound('mediaId');
  return { ok: true };
}

export async function orderBookmarks(
  ctx: UserCtx,
  { identifiers, folder: asked }: Input<typeof library.orderBookmarks>['body'],
): Promise<{ ok: true }> {
  const folder = await requireFolder(ctx, asked);
  await rankBookmarks(ctx.db, ctx.user.id, [...new Set(identifiers)], folder);
  return { ok: true };
}

/** Returns the id of the requested folder, or `null` for bookmarks without a folder. Throws `not_found` for an unknown folder. */
async function requireFolder(ctx: UserCtx, asked: string | undefined): Promise<string | null | undefined> {
  const folder = asked === NO_FOLDER ? null : asked;
  if (folder && !(await findFolder(ctx.db, ctx.user.id, folder))) throw notFound('folder');
  return folder;
}

/** Returns whether the user's history is stored. By default it is, except for learners. */
const keepsHistory = async (ctx: UserCtx): Promise<boolean> => (await findKeepHistory(ctx.db, ctx.user.id)) ?? !isStudent(ctx.user);

const historySince = (now: Date): Date => new Date(now.getTime() - HISTORY_DAYS * DAY);

/** Returns the media that the user opened in the last 180 days, latest first. */
export async function readHistory(ctx: UserCtx<'search'>, { offset, limit }: Page): Promise<PageOf<HistoryEntry> & { kept: boolean }> {
  const since = historySince(ctx.now);
  const rows = await listHistory(ctx.db, ctx.user.id, since, offset, limit);
  const items = await loadItemsById(
    ctx,
    rows.map((row) => row.identifier),
  );
  return {
    total: await countHistory(ctx.db, ctx.user.id, since),
    kept: await keepsHistory(ctx),
    offset,
    limit,
    items: rows.flatMap((row) => {
      const medium = items.get(row.identifier);
      return medium ? [{ medium, position: row.position, last_used: row.last_used.toISOString() }] : [];
    }),
  };
}

/** Throws unless the user may open the medium, so that other media are neither counted nor open to reviews. */
async function requireOpenable(ctx: UserCtx, identifier: string): Promise<void> {
  const row = await requireKnownRow(ctx, identifier);
  if (!presentItem(ctx, row, false).can.play) throw new AppError('licence_missing', { field: 'mediaId' });
}

/**
 * Counts the opening of a medium at the user's school and adds it to the user's history if that is switched on. Keeps the stored position if none is
 * given. Learner codes have no history.
 */
export async function recordOpening(ctx: UserCtx, identifier: string, position?: number): Promise<{ ok: true }> {
  await requireOpenable(ctx, identifier);
  if (hasAccount(ctx.user) && (await keepsHistory(ctx))) await saveOpening(ctx.db, ctx.user.id, { identifier, position, now: ctx.now });
  if (ctx.user.licences.length > 0 && (await markSeatsUsed(ctx.db, ctx.user.id, identifier, ctx.now)))
    ctx.afterCommit(() => ctx.wakeIndex());
  await countUse(ctx, ctx.user, identifier);
  return { ok: true };
}

/** Switches the history on or off. Switching it off deletes its entries. */
export async function switchHistory(ctx: UserCtx, enabled: boolean): Promise<{ kept: boolean }> {
  await setKeepHistory(ctx.db, ctx.user.id, enabled);
  if (!enabled) await deleteHistory(ctx.db, ctx.user.id);
  return { kept: enabled };
}

/** Removes history entries after the retention period. */
export const forgetOldHistory = (db: Db, now: Date): Promise<unknown> => removeOldHistory(db, historySince(now));

export async function readLicences(
  ctx: UserCtx<'search'>,
  { offset, limit, q, ended }: Page & { q: string; ended: boolean },
): Promise<PageOf<LicenceEntry> & { can: { manage: boolean } }> {
  const criteria = { day: today(ctx.now), terms: licenceTerms(ctx.config), q, ended };
  const rows = await listLicences(ctx.db, ctx.user, criteria, offset, limit);
  const items = await loadItemsById(
    ctx,
    rows.map((row) => row.identifier),
  );
  const own = await listOwnLicences(
    ctx,
    rows.map((row) => row.id),
  );
  return {
    total: await countLicences(ctx.db, ctx.user, criteria),
    can: { manage: managesLicences(ctx.user) },
    offset,
    limit,
    items: rows.flatMap(({ identifier, ...row }) => {
      const medium = items.get(identifier);
      const licence = own.get(row.id);
      return medium && licence ? [{ ...row, scope: row.scope, medium, own: licence }] : [];
    }),
  };
}

export async function readDownloads(ctx: UserCtx<'contentUrl' | 'search'>, { offset, limit }: Page): Promise<PageOf<DownloadEntry>> {
  const rows = await listDownloads(ctx.db, ctx.user.id, offset, limit);
  const items = await loadItemsById(
    ctx,
    rows.map((row) => row.identifier),
  );
  return {
    total: await countDownloads(ctx.db, ctx.user.id),
    offset,
    limit,
    items: rows.flatMap(({ identifier, at, ...file }) => {
      const medium = items.get(identifier);
      if (!medium) return [];
      const [presented] = presentFiles(ctx, [file], { download: medium.can.download });
      return [
        {
          file_id: file.id,
          medium,
          name: file.label ?? file.path.split('/').at(-1) ?? '',
          bytes: file.bytes,
          at: at.toISOString(),
          allowed_until: medium.valid_to === false ? null : medium.valid_to,
          href: presented?.download_href ?? null,
        },
      ];
    }),
  };
}

async function requireExisting(ctx: UserCtx, identifier: string): Promise<void> {
  if (!(await mediumExists(ctx.db, identifier)) || (await findHidden(ctx, [identifier])).has(identifier)) throw notFound('mediaId');
}
