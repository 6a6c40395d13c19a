/** SQL of the personal library. */
import type { Db } from '../../db/open.ts';

export const setBookmark = (db: Db, personId: string, identifier: string, now: Date): Promise<unknown> =>
  db
    .insertInto('bookmark')
    .values({ person_id: personId, identifier, added_at: now })
    .onConflict((conflict) => conflict.columns(['person_id', 'identifier']).doNothing())
    .execute();

export const removeBookmark = (db: Db, personId: string, identifier: string): Promise<unknown> =>
  db.deleteFrom('bookmark').where('bookmark.person_id', '=', personId).where('bookmark.identifier', '=', identifier).execute();

export async function countBookmarks(db: Db, personId: string): Promise<number> {
  const row = await db
    .selectFrom('bookmark')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('bookmark.person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return row.n;
}

export const listBookmarks = (db: Db, personId: string, offset: number, limit: number) =>
  db
    .selectFrom('bookmark')
    .select('bookmark.identifier')
    .where('bookmark.person_id', '=', personId)
    .orderBy('bookmark.added_at', 'desc')
    .orderBy('bookmark.identifier')
    .offset(offset)
    .limit(limit)
    .execute();

export const listHistory = (db: Db, personId: string, since: Date, limit: number) =>
  db
    .selectFrom('history')
    .select(['history.identifier', 'history.position', 'history.last_used'])
    .where('history.person_id', '=', personId)
    .where('history.last_used', '>=', since)
    .orderBy('history.last_used', 'desc')
    .limit(limit)
    .execute();

export const savePosition = (db: Db, personId: string, identifier: string, position: number, now: Date): Promise<unknown> =>
  db
    .insertInto('history')
    .values({ person_id: personId, identifier, position, last_used: now })
    .onConflict((conflict) => conflict.columns(['person_id', 'identifier']).doUpdateSet({ position, last_used: now }))
    .execute();

export const mediumExists = (db: Db, identifier: string) =>
  db.selectFrom('media_item').select('media_item.identifier').where('media_item.identifier', '=', identifier).executeTakeFirst();
