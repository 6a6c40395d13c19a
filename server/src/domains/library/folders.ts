/** Bookmark folders of a user (docs/behaviour/library.md#folders). Folders cannot be nested. */
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { MAX_BOOKMARKS } from '@fundus/contract/library/library';
import { MAX_FOLDERS, type BookmarkFolder } from '@fundus/contract/library/folders';
import { isDuplicate } from '../../db/is-duplicate.ts';
import { newId } from '../../db/new-id.ts';
import type { UserCtx } from '../../http/context.ts';
import {
  countFolders,
  deleteFolder,
  findFolder,
  findFolderNamed,
  findOwnFolders,
  insertFolder,
  listFiled,
  listFolders,
  setFolder,
  updateFolder,
} from './folder-repository.ts';
import { countBookmarks } from './repository.ts';

export async function readFolders({ db, user }: UserCtx): Promise<{ items: BookmarkFolder[]; unfiled: number; total: number }> {
  const items = await listFolders(db, user.id, MAX_FOLDERS);
  const total = await countBookmarks(db, user.id);
  return { items, total, unfiled: await countBookmarks(db, user.id, { folder: null }) };
}

/** Creates a folder. A user can have at most 100 folders with unique names. */
export async function createFolder(
  ctx: UserCtx,
  { name, identifiers }: { name: string; identifiers: readonly string[] },
): Promise<BookmarkFolder> {
  const { db, user, now } = ctx;
  const id = newId(now);
  if (!(await insertFolder(db, { id, person_id: user.id, name, created_at: now }))) throw nameTaken();
  if ((await countFolders(db, user.id)) > MAX_FOLDERS) throw invalid('folders', 'max');
  if (identifiers.length > 0) await setFolder(db, user.id, identifiers, id);
  return present(ctx, id, name);
}

export async function renameFolder(ctx: UserCtx, id: string, name: string): Promise<BookmarkFolder> {
  await requireFolder(ctx, id);
  const other = await findFolderNamed(ctx.db, ctx.user.id, name);
  if (other && other.id !== id) throw nameTaken();
  await updateFolder(ctx.db, ctx.user.id, id, name).catch((error: unknown) => {
    // A concurrent call has taken the name.
    throw isDuplicate(error) ? nameTaken() : error;
  });
  return present(ctx, id, name);
}

/** Removes a folder but keeps its bookmarks. Returns these bookmarks for an undo. */
export async function removeFolder(ctx: UserCtx, id: string): Promise<{ identifiers: string[] }> {
  await requireFolder(ctx, id);
  const identifiers = await listFiled(ctx.db, ctx.user.id, id, MAX_BOOKMARKS);
  await deleteFolder(ctx.db, ctx.user.id, id);
  return { identifiers };
}

export async function fileBookmarks(
  { db, user }: UserCtx,
  items: readonly { identifier: string; folder_id: string | null }[],
): Promise<{ ok: true }> {
  const byFolder = Map.groupBy(items, ({ folder_id }) => folder_id);
  const wanted = [...byFolder.keys()].filter((id) => id !== null);
  const own = await findOwnFolders(db, user.id, wanted);
  if (wanted.some((id) => !own.has(id))) throw notFound('folder_id');
  for (const [folder_id, those] of byFolder)
    await setFolder(
      db,
      user.id,
      those.map(({ identifier }) => identifier),
      folder_id,
    );
  return { ok: true };
}

const nameTaken = (): AppError => new AppError('already_exists', { field: 'name' });

async function requireFolder({ db, user }: UserCtx, id: string): Promise<void> {
  if (!(await findFolder(db, user.id, id))) throw notFound('id');
}

const present = async ({ db, user }: UserCtx, id: string, name: string): Promise<BookmarkFolder> => ({
  id,
  name,
  count: await countBookmarks(db, user.id, { folder: id }),
});
