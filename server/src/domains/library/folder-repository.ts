/** Queries for bookmark folders. */
import { sql } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';

const selectFolders = (db: Db, personId: string) => db.selectFrom('bookmark_folder').where('bookmark_folder.person_id', '=', personId);

/** Returns folders sorted by name, with their number of bookmarks. */
export const listFolders = (db: Db, personId: string, limit: number) =>
  selectFolders(db, personId)
    .leftJoin('bookmark', (join) =>
      join.onRef('bookmark.person_id', '=', 'bookmark_folder.person_id').onRef('bookmark.folder_id', '=', 'bookmark_folder.id'),
    )
    .select(['bookmark_folder.id', 'bookmark_folder.name'])
    .select((eb) => eb.fn.count<number>('bookmark.identifier').as('count'))
    .groupBy(['bookmark_folder.id', 'bookmark_folder.name'])
    .orderBy(sql`lower(bookmark_folder.name)`)
    .orderBy('bookmark_folder.id')
    .limit(limit)
    .execute();

export const findFolder = (db: Db, personId: string, id: string) =>
  selectFolders(db, personId)
    .select(['bookmark_folder.id', 'bookmark_folder.name'])
    .where('bookmark_folder.id', '=', id)
    .executeTakeFirst();

/** Returns the folder with this name, regardless of case. */
export const findFolderNamed = (db: Db, personId: string, name: string) =>
  selectFolders(db, personId)
    .select('bookmark_folder.id')
    .where(sql`lower(bookmark_folder.name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();

export async function countFolders(db: Db, personId: string): Promise<number> {
  const row = await selectFolders(db, personId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Inserts a folder. Returns false if the user already has one with this name. */
export async function insertFolder(db: Db, folder: { id: string; person_id: string; name: string; created_at: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bookmark_folder')
    .values(folder)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const updateFolder = (db: Db, personId: string, id: string, name: string): Promise<unknown> =>
  db
    .updateTable('bookmark_folder')
    .set({ name })
    .where('bookmark_folder.person_id', '=', personId)
    .where('bookmark_folder.id', '=', id)
    .execute();

export const deleteFolder = (db: Db, personId: string, id: string): Promise<unknown> =>
  db.deleteFrom('bookmark_folder').where('bookmark_folder.person_id', '=', personId).where('bookmark_folder.id', '=', id).execute();

export async function listFiled(db: Db, personId: string, folderId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bookmark')
    .select('bookmark.identifier')
    .where('bookmark.person_id', '=', personId)
    .where('bookmark.folder_id', '=', folderId)
    .orderBy('bookmark.identifier')
    .limit(limit)
    .execute();
  return rows.map(({ identifier }) => identifier);
}

/** Moves bookmarks into a folder, or out of their folder if `folder_id` is null. Media without a bookmark are ignored. */
export const setFolder = (db: Db, personId: string, identifiers: readonly string[], folder_id: string | null): Promise<unknown> =>
  db
    .updateTable('bookmark')
    .set({ folder_id })
    .where('bookmark.person_id', '=', personId)
    .where('bookmark.identifier', '=', matchTexts(identifiers))
    .execute();

/** Returns those of the folders that belong to the user. */
export async function findOwnFolders(db: Db, personId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectFolders(db, personId).select('bookmark_folder.id').where('bookmark_folder.id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}
