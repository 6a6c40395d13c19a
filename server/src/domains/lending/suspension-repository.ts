/** SQL of who may not borrow. */
import { sql, type Insertable } from 'kysely';
import { selectFullName } from '../../db/full-name.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

const selectSuspensions = (db: Db) =>
  db
    .selectFrom('lending_suspension as s')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .leftJoin('school', 'school.id', 'p.school_id')
    .select(['s.id', 's.point_id', 's.person_id', 's.until_on', 's.reason', 's.automatic', 's.created_at', 's.ended_at'])
    .select(['school.name as school_name', selectFullName('p').as('borrower')]);

export type SuspensionRow = Awaited<ReturnType<ReturnType<typeof selectSuspensions>['executeTakeFirstOrThrow']>>;

const inForce = (day: string) => sql<boolean>`(s.ended_at is null and coalesce(s.until_on >= ${day}::date, true))`;

/** Those in force on a day, the newest first. */
export const listSuspended = (db: Db, point: string, day: string): Promise<SuspensionRow[]> =>
  selectSuspensions(db)
    .where('s.point_id', '=', point)
    .where(inForce(day))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(500)
    .execute();

export const findSuspension = (db: Db, person: string, point: string, day: string): Promise<SuspensionRow | undefined> =>
  selectSuspensions(db)
    .where('s.person_id', '=', person)
    .where('s.point_id', '=', point)
    .where(inForce(day))
    .orderBy(sql`s.until_on desc nulls first`)
    .limit(1)
    .executeTakeFirst();

export const findSuspensionById = (db: Db, id: string): Promise<SuspensionRow | undefined> =>
  selectSuspensions(db).where('s.id', '=', id).executeTakeFirst();

export const insertSuspension = (db: Db, row: Insertable<Tables['lending_suspension']>): Promise<unknown> =>
  db.insertInto('lending_suspension').values(row).execute();

export const endSuspensionAt = (db: Db, id: string, now: Date): Promise<unknown> =>
  db
    .updateTable('lending_suspension')
    .set({ ended_at: now })
    .where('lending_suspension.id', '=', id)
    .where('lending_suspension.ended_at', 'is', null)
    .execute();

/** What was over before goes. */
export const removeOldSuspensions = (db: Db, before: Date): Promise<unknown> =>
  sql`delete from lending_suspension as s where coalesce(s.ended_at, s.until_on + interval '1 day') < ${before}`.execute(db);
