import { SUSPENDING_LEVEL } from '@fundus/contract/lending/calendar/rules';
import { sql, type Insertable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { isOfBorrower, selectBorrower } from './borrower-repository.ts';
import type { BorrowerIds } from './borrower.ts';

const selectSuspensions = (db: Db) =>
  db
    .selectFrom('lending_suspension as s')
    .leftJoin('person as p', 'p.id', 's.person_id')
    .leftJoin('school', 'school.id', 'p.school_id')
    .select(['s.id', 's.point_id', 's.person_id', 's.private_id', 's.until_on', 's.reason', 's.automatic', 's.created_at', 's.ended_at'])
    .select(['school.name as school_name', selectBorrower('s').$notNull().as('borrower')]);

export type SuspensionRow = Awaited<ReturnType<ReturnType<typeof selectSuspensions>['executeTakeFirstOrThrow']>>;

const inForce = (day: string) => sql<boolean>`(s.ended_at is null and coalesce(s.until_on >= ${day}::date, true))`;

const suspendedAt = (db: Db, point: string, day: string) => selectSuspensions(db).where('s.point_id', '=', point).where(inForce(day));

/** Returns a page of the suspensions in force on a day, newest first. */
export const listSuspended = (db: Db, point: string, day: string, offset: number, limit: number): Promise<SuspensionRow[]> =>
  suspendedAt(db, point, day).orderBy('s.created_at', 'desc').orderBy('s.id').offset(offset).limit(limit).execute();

export async function countSuspended(db: Db, point: string, day: string): Promise<number> {
  const { n } = await suspendedAt(db, point, day)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Returns suspensions of the given borrowers at a point that are in force on a day. */
export const listSuspensionsOf = (
  db: Db,
  point: string,
  { people, privates }: { people: readonly string[]; privates: readonly string[] },
  day: string,
): Promise<SuspensionRow[]> =>
  suspendedAt(db, point, day)
    .where((eb) => eb.or([eb('s.person_id', '=', matchUuids(people)), eb('s.private_id', '=', matchUuids(privates))]))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .execute();

export const findSuspension = (db: Db, borrower: BorrowerIds, point: string, day: string): Promise<SuspensionRow | undefined> =>
  selectSuspensions(db)
    .where(isOfBorrower('s', borrower))
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

/** Suspends a borrower who has reached the last dunning level, unless the borrower is already suspended. */
export const insertAutomatic = async (db: Db, row: Insertable<Tables['lending_suspension']> & BorrowerIds, day: string): Promise<void> => {
  if (!(await findSuspension(db, row, row.point_id, day))) await insertSuspension(db, { ...row, automatic: true });
};

/** Ends automatic suspensions as soon as all loans that caused them are returned or extended. */
export const endAutomaticSuspensions = (db: Db, now: Date): Promise<unknown> =>
  sql`update lending_suspension as s set ended_at = ${now} where s.automatic and s.ended_at is null and not exists (
    select from rental_line as l join rental_order as o on o.id = l.order_id
      where (o.person_id = s.person_id or o.private_id = s.private_id) and o.point_id = s.point_id and l.state = 'on_loan' and l.overdue_level >= ${SUSPENDING_LEVEL})`.execute(
    db,
  );

/** Deletes suspensions that ended before a date. */
export const removeOldSuspensions = (db: Db, before: Date): Promise<unknown> =>
  sql`delete from lending_suspension as s where coalesce(s.ended_at, s.until_on + interval '1 day') < ${before}`.execute(db);
