/** Classes of a school, and people who may own them. */
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { learns } from '../../accounts/index.ts';

const MAX_CLASSES = 1_000;
const MAX_STAFF = 5_000;

/** Returns the classes of a school year that are not deleted. */
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

/** Returns the ids of the active classes. */
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

/** Returns people who may own a class. */
export const listStaff = (db: Db, schoolId: string) =>
  db
    .selectFrom('person')
    .select(['person.id', 'person.vorname', 'person.name', sql<string>`lower(person.email)`.as('address')])
    .where('person.school_id', '=', schoolId)
    .where('person.state', '=', 'active')
    .where((eb) => eb.not(learns('person')))
    .orderBy('person.id')
    .limit(MAX_STAFF)
    .execute();
export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number];
