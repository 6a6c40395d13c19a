/** SQL queries for items of media lists. */
import { matchTexts, matchUuids } from '../../db/any-of.ts';
import { selectFullName } from '../../db/full-name.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

const selectRows = (db: Db) =>
  db
    .selectFrom('medialist_item as item')
    .leftJoin('person', 'person.id', 'item.added_by')
    .select(['item.id', 'item.list_id', 'item.rank', 'item.kind', 'item.identifier', 'item.title', 'item.start_s', 'item.end_s'])
    .select(['item.url', 'item.body', 'item.note_teacher', 'item.note_learner', 'item.visible_to_learners', 'item.version'])
    .select(['item.added_at', 'item.removed_at'])
    .select(sql<string>`coalesce(${selectFullName('person')}, '')`.as('added_by'));

export type ItemRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;
export type NewItemRow = Insertable<Tables['medialist_item']>;

/** Returns the items of a list in the order of the list. */
export const listItems = (db: Db, listId: string): Promise<ItemRow[]> =>
  selectRows(db)
    .where('item.list_id', '=', listId)
    .where('item.removed_at', 'is', null)
    .orderBy('item.rank')
    .orderBy('item.id')
    .limit(1_000)
    .execute();

/** Returns items of any list, including removed ones. */
export const findItems = (db: Db, ids: readonly string[]): Promise<ItemRow[]> =>
  selectRows(db).where('item.id', '=', matchUuids(ids)).orderBy('item.list_id').orderBy('item.rank').execute();

export const findItem = (db: Db, listId: string, id: string): Promise<ItemRow | undefined> =>
  selectRows(db).where('item.list_id', '=', listId).where('item.id', '=', id).where('item.removed_at', 'is', null).executeTakeFirst();

/** Returns which of the media each list contains as a whole, not as a part. */
export const findMediaIn = (db: Db, listIds: readonly string[], identifiers: readonly string[]) =>
  db
    .selectFrom('medialist_item as item')
    .select(['item.list_id', 'item.identifier'])
    .where('item.list_id', '=', matchUuids(listIds))
    .where('item.identifier', '=', matchTexts(identifiers))
    .where('item.kind', '<>', 'sequence')
    .where('item.removed_at', 'is', null)
    .groupBy(['item.list_id', 'item.identifier'])
    .execute();

export const insertItems = (db: Db, rows: readonly NewItemRow[]): Promise<unknown> =>
  db
    .insertInto('medialist_item')
    .values([...rows])
    .execute();

export const setItem = (db: Db, id: string, change: Updateable<Tables['medialist_item']>): Promise<unknown> =>
  db
    .updateTable('medialist_item')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('medialist_item.id', '=', id)
    .execute();

export const setRanks = (db: Db, ranks: ReadonlyMap<string, string>): Promise<unknown> =>
  sql`update medialist_item set rank = wanted.rank
    from unnest(${sql.val([...ranks.keys()])}::uuid[], ${sql.val([...ranks.values()])}::text[]) as wanted (id, rank)
    where medialist_item.id = wanted.id`.execute(db);

export const showItems = (db: Db, ids: readonly string[], visible_to_learners: boolean): Promise<unknown> =>
  db
    .updateTable('medialist_item')
    .set((eb) => ({ visible_to_learners, version: eb('version', '+', 1) }))
    .where('medialist_item.id', '=', matchUuids(ids))
    .execute();

/** Marks items as removed, or restores them if `removed_at` is `null`. */
export const setRemoved = (db: Db, ids: readonly string[], removed_at: Date | null): Promise<unknown> =>
  db.updateTable('medialist_item').set({ removed_at }).where('medialist_item.id', '=', matchUuids(ids)).execute();
