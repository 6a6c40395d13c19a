/** Queries for the classes of a school and for people who can own classes. */
import { sql, type Insertable } from 'kysely';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { isStudentSql } from '../../accounts/index.ts';

const MAX_CLASSES = 1_000;
const MAX_STAFF = 5_000;

/** Returns the classes of a school year that have not been deleted. */
export const listClassesNamed = (db: Db, schoolId: string, schoolYear: string) =>
  db
    .selectFrom('class')
    .select(['class.id', 'class.name', 'class.state', 'class.external_ref'])
    .where('class.school_id', '=', schoolId)
    .where('class.school_year', '=', schoolYear)
    .where('class.state', '<>', 'deleted')
    .orderBy('class.id')
    .limit(MAX_CLASSES)
    .execute();

/** Returns the ids of the active classes of a school. */
export async function listRunning(db: Db, schoolId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('class')
    .select('class.id')
    .where('class.school_id', '=', schoolId)
    .where('class.state', '=', 'active')
    .orderBy('class.id')
    .limit(MAX_CLASSES)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the people of a school who can own a class. */
export const listStaff = (db: Db, schoolId: string) =>
  db
    .selectFrom('person')
    .select(['person.id', 'person.vorname', 'person.name', sql<string>`lower(person.email)`.as('address')])
    .where('person.school_id', '=', schoolId)
    .where('person.state', '=', 'active')
    .where((eb) => eb.not(isStudentSql('person')))
    .orderBy('person.id')
    .limit(MAX_STAFF)
    .execute();
export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number];

const ROWS_AT_ONCE = 500;

/** Inserts classes and returns the number of new ones. Classes whose school, school year and name already exist are skipped. */
export async function insertNewClasses(db: Db, classes: readonly Insertable<Tables['class']>[]): Promise<number> {
  let inserted = 0;
  for (let i = 0; i < classes.length; i += ROWS_AT_ONCE) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('class')
      .values(classes.slice(i, i + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    inserted += Number(numInsertedOrUpdatedRows ?? 0);
  }
  return inserted;
}

/** Inserts the owners of classes. Classes that already have members are skipped. */
export async function insertOwners(db: Db, owners: readonly { class_id: string; person_id: string }[], now: Date): Promise<void> {
  for (let i = 0; i < owners.length; i += ROWS_AT_ONCE) {
    const rows = owners.slice(i, i + ROWS_AT_ONCE);
    const common = { role: 'owner', state: 'active', joined_at: now, state_since: now } as const;
    await db
      .insertInto('class_member')
      .values(rows.map((row) => ({ ...common, ...row, id: newId(now) })))
      .execute();
  }
}
