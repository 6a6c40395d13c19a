/** SQL of kept searches. */
import type { Db } from '../../db/open.ts';

export type SearchRow = {
  id: string;
  person_id: string;
  name: string;
  scope: string;
  query: string;
  alert: string;
  last_run: Date;
  seen_at: Date;
  created_at: Date;
};

const rows = (db: Db) =>
  db
    .selectFrom('saved_search')
    .select(['saved_search.id', 'saved_search.person_id', 'saved_search.name', 'saved_search.scope', 'saved_search.query'])
    .select(['saved_search.alert', 'saved_search.last_run', 'saved_search.seen_at', 'saved_search.created_at']);

export const listSearches = (db: Db, personId: string): Promise<SearchRow[]> =>
  rows(db).where('saved_search.person_id', '=', personId).orderBy('saved_search.name').orderBy('saved_search.id').limit(100).execute();

export const findSearch = (db: Db, personId: string, id: string): Promise<SearchRow | undefined> =>
  rows(db).where('saved_search.person_id', '=', personId).where('saved_search.id', '=', id).executeTakeFirst();

export async function countSearches(db: Db, personId: string): Promise<number> {
  const row = await db
    .selectFrom('saved_search')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('saved_search.person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return row.n;
}

export const insertSearch = (db: Db, row: SearchRow): Promise<unknown> => db.insertInto('saved_search').values(row).execute();

export const updateSearch = (
  db: Db,
  personId: string,
  id: string,
  change: Partial<Pick<SearchRow, 'name' | 'alert' | 'seen_at' | 'last_run'>>,
): Promise<unknown> =>
  db.updateTable('saved_search').set(change).where('saved_search.person_id', '=', personId).where('saved_search.id', '=', id).execute();

/** False where there is no such search. */
export async function removeSearch(db: Db, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_search')
    .where('saved_search.person_id', '=', personId)
    .where('saved_search.id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** One search whose alert is due, locked until the transaction ends; others pass it over. */
export const takeDueSearch = (db: Db, dailyBefore: Date, weeklyBefore: Date): Promise<SearchRow | undefined> =>
  rows(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('saved_search.alert', '=', 'daily'), eb('saved_search.last_run', '<=', dailyBefore)]),
        eb.and([eb('saved_search.alert', '=', 'weekly'), eb('saved_search.last_run', '<=', weeklyBefore)]),
      ]),
    )
    .orderBy('saved_search.last_run')
    .orderBy('saved_search.id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
