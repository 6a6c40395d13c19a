/** Queries for the personal library. */
import { sql } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import { containsPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';

const selectBookmarks = (db: Db, personId: string) => db.selectFrom('bookmark').where('bookmark.person_id', '=', personId);

const bookmark = (db: Db, personId: string, identifier: string) =>
  db.updateTable('bookmark').where('bookmark.person_id', '=', personId).where('bookmark.identifier', '=', identifier);

/** Adds bookmarks for those of the media that exist. Existing bookmarks are unchanged. Returns the number of new bookmarks. */
export async function setBookmarks(
  db: Db,
  personId: string,
  identifiers: readonly string[],
  {
    added_at,
    note = '',
    rank = null,
    folder_id = null,
  }: { added_at: Date; note?: string; rank?: number | null; folder_id?: string | null },
): Promise<number> {
  const result = await db
    .insertInto('bookmark')
    .columns(['person_id', 'identifier', 'title', 'added_at', 'note', 'rank', 'folder_id'])
    .expression((eb) =>
      eb
        .selectFrom('media_item')
        .select((of) => [of.val(personId).as('person_id'), 'media_item.identifier', 'media_item.fn_titel', of.val(added_at).as('added_at')])
        .select([sql<string>`${note}::text`.as('note'), sql<number | null>`${rank}::int`.as('rank')])
        // The folder may have been deleted meanwhile.
        .select((of) =>
          of
            .selectFrom('bookmark_folder')
            .select('bookmark_folder.id')
            .where('bookmark_folder.person_id', '=', personId)
            .where('bookmark_folder.id', '=', folder_id)
            .as('folder_id'),
        )
        .where('media_item.identifier', '=', matchTexts(identifiers)),
    )
    .onConflict((conflict) => conflict.columns(['person_id', 'identifier']).doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0);
}

export const removeBookmark = (db: Db, personId: string, identifier: string): Promise<unknown> =>
  db.deleteFrom('bookmark').where('bookmark.person_id', '=', personId).where('bookmark.identifier', '=', identifier).execute();

/** Stores a note on a bookmark. Returns false if there is no such bookmark. */
export async function updateNote(db: Db, personId: string, identifier: string, note: string): Promise<boolean> {
  const { numUpdatedRows } = await bookmark(db, personId, identifier).set({ note }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Moves bookmarks to the front in the given order. The others keep their order. Bookmarks of a folder (`null` for bookmarks without one) only
 * exchange positions among themselves.
 */
export async function rankBookmarks(
  db: Db,
  personId: string,
  identifiers: readonly string[],
  folder: string | null | undefined,
): Promise<void> {
  const isMoved = folder === undefined ? sql`true` : sql`own.folder_id is not distinct from ${folder}::uuid`;
  await sql`
    with own as (
      select identifier, folder_id, row_number() over (order by rank, added_at desc, identifier) as place
      from bookmark where person_id = ${personId}),
    moved as (
      select own.identifier, own.place,
        row_number() over (order by own.place) as nth,
        row_number() over (order by given.rank, own.place) as wanted
      from own
      left join unnest(${sql.val([...identifiers])}::text[]) with ordinality as given (identifier, rank) on given.identifier = own.identifier
      where ${isMoved})
    update bookmark set rank = coalesce(there.place, own.place)
    from own
    left join moved on moved.identifier = own.identifier
    left join moved as there on there.nth = moved.wanted
    where bookmark.person_id = ${personId} and bookmark.identifier = own.identifier`.execute(db);
}

/** Filter of bookmarks. `q` are words in title or note. `folder` is an id, `null` for bookmarks without a folder, or undefined for all. */
type Asked = { q?: string; folder?: string | null | undefined };

function findBookmarks(db: Db, personId: string, { q = '', folder }: Asked) {
  const words = containsPattern(q);
  return selectBookmarks(db, personId)
    .$if(q !== '', (asked) => asked.where((eb) => eb.or([eb('bookmark.title', 'ilike', words), eb('bookmark.note', 'ilike', words)])))
    .$if(folder !== undefined, (asked) => asked.where('bookmark.folder_id', folder === null ? 'is' : '=', folder!));
}

export async function countBookmarks(db: Db, personId: string, asked: Asked = {}): Promise<number> {
  const row = await findBookmarks(db, personId, asked)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const listBookmarks = (
  db: Db,
  personId: string,
  { sort, offset, limit, ...asked }: Asked & { sort: 'newest' | 'own'; offset: number; limit: number },
) =>
  findBookmarks(db, personId, asked)
    .select(['bookmark.identifier', 'bookmark.title', 'bookmark.note', 'bookmark.added_at', 'bookmark.rank', 'bookmark.folder_id'])
    .$if(sort === 'own', (rows) => rows.orderBy('bookmark.rank', (order) => order.asc().nullsLast()))
    .orderBy('bookmark.added_at', 'desc')
    .orderBy('bookmark.identifier')
    .offset(offset)
    .limit(limit)
    .execute();

const selectHistory = (db: Db, personId: string, since: Date) =>
  db
    .selectFrom('history')
    // Media outside of the catalogue are neither listed nor counted.
    .innerJoin('media_item', (join) =>
      join.onRef('media_item.identifier', '=', 'history.identifier').on('media_item.retired_at', 'is', null),
    )
    .where('history.person_id', '=', personId)
    .where('history.last_used', '>=', since);

export const listHistory = (db: Db, personId: string, since: Date, offset: number, limit: number) =>
  selectHistory(db, personId, since)
    .select(['history.identifier', 'history.position', 'history.last_used'])
    .orderBy('history.last_used', 'desc')
    .orderBy('history.identifier')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countHistory(db: Db, personId: string, since: Date): Promise<number> {
  const row = await selectHistory(db, personId, since)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Stores an opened medium in the history. Keeps the stored position if none is given. */
export const saveOpening = (
  db: Db,
  personId: string,
  { identifier, position, now }: { identifier: string; position: number | undefined; now: Date },
): Promise<unknown> =>
  db
    .insertInto('history')
    .values({ person_id: personId, identifier, position: position ?? 0, last_used: now })
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'identifier']).doUpdateSet({ last_used: now, ...(position !== undefined && { position }) }),
    )
    .execute();

/** Removes one medium from the history, or all media. */
export const deleteHistory = (db: Db, personId: string, identifier?: string): Promise<unknown> =>
  db
    .deleteFrom('history')
    .where('history.person_id', '=', personId)
    .$if(identifier !== undefined, (asked) => asked.where('history.identifier', '=', identifier!))
    .execute();

/** Removes entries of all users that were last used before a time. */
export const removeOldHistory = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('history').where('history.last_used', '<', before).execute();

/** Returns whether the user has switched the history on or off, or `undefined` if they have not chosen. */
export async function findKeepHistory(db: Db, personId: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('shelf_setting')
    .select('shelf_setting.keep_history')
    .where('shelf_setting.person_id', '=', personId)
    .executeTakeFirst();
  return row?.keep_history;
}

export const setKeepHistory = (db: Db, personId: string, keep_history: boolean): Promise<unknown> =>
  db
    .insertInto('shelf_setting')
    .values({ person_id: personId, keep_history })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ keep_history }))
    .execute();

export const mediumExists = (db: Db, identifier: string) =>
  db.selectFrom('media_item').select('media_item.identifier').where('media_item.identifier', '=', identifier).executeTakeFirst();
