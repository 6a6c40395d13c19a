/** Queries for saved searches. */
import { shiftDay } from '@fundus/contract/days';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';

export type SearchRow = {
  id: string;
  person_id: string;
  name: string;
  scope: ValueOf<'saved_search', 'scope'>;
  query: string;
  alert: ValueOf<'saved_search', 'alert'>;
  last_run: Date;
  seen_at: Date;
  created_at: Date;
};

const selectRows = (db: Db) =>
  db
    .selectFrom('saved_search')
    .select(['saved_search.id', 'saved_search.person_id', 'saved_search.name', 'saved_search.scope', 'saved_search.query'])
    .select(['saved_search.alert', 'saved_search.last_run', 'saved_search.seen_at', 'saved_search.created_at']);

export const listSearches = (db: Db, personId: string): Promise<SearchRow[]> =>
  selectRows(db)
    .where('saved_search.person_id', '=', personId)
    .orderBy('saved_search.name')
    .orderBy('saved_search.id')
    .limit(100)
    .execute();

export const findSearch = (db: Db, personId: string, id: string): Promise<SearchRow | undefined> =>
  selectRows(db).where('saved_search.person_id', '=', personId).where('saved_search.id', '=', id).executeTakeFirst();

export const insertSearch = (db: Db, row: SearchRow): Promise<unknown> => db.insertInto('saved_search').values(row).execute();

export const updateSearch = (
  db: Db,
  personId: string,
  id: string,
  change: Partial<Pick<SearchRow, 'name' | 'alert' | 'seen_at' | 'last_run'>>,
): Promise<unknown> =>
  db.updateTable('saved_search').set(change).where('saved_search.person_id', '=', personId).where('saved_search.id', '=', id).execute();

/** Removes a saved search. Returns false if it does not exist. */
export async function deleteSearch(db: Db, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_search')
    .where('saved_search.person_id', '=', personId)
    .where('saved_search.id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const RAN_ON = sql`(saved_search.last_run at time zone 'Europe/Berlin')::date`;

/** Condition that a search is due on a day. Daily searches must have run before that day, weekly ones at least a week before. */
const due = (day: string) =>
  sql<boolean>`(saved_search.alert = 'daily' and ${RAN_ON} < ${day} or saved_search.alert = 'weekly' and ${RAN_ON} <= ${shiftDay(day, -7)})`;

/**
 * Locks a user with due alerts until commit and returns the user's id. Other processes skip locked users. Users who received alerts today are skipped
 * too, so that alerts whose interval changed wait until tomorrow.
 */
export async function claimDuePerson(db: Db, day: string): Promise<string | undefined> {
  const { rows: found } = await sql<{ id: string }>`
    select person.id from person where exists (
      select from saved_search where saved_search.person_id = person.id and ${due(day)}
    ) and not exists (
      select from saved_search where saved_search.person_id = person.id and ${RAN_ON} >= ${day} and saved_search.last_run > saved_search.created_at
    ) order by person.id limit 1 for no key update of person skip locked`.execute(db);
  return found[0]?.id;
}

/** Returns the user's due searches. Returns none if another process has handled them. */
export const listDueSearches = (db: Db, personId: string, day: string): Promise<SearchRow[]> =>
  selectRows(db)
    .where('saved_search.person_id', '=', personId)
    .where(due(day))
    .orderBy('saved_search.name')
    .orderBy('saved_search.id')
    .execute();
