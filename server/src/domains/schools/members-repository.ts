/** SQL queries for counting and notifying the members of a school, and for its closure. */
import { sql } from 'kysely';
import { selectFullName } from '../../db/full-name.ts';
import type { Db } from '../../db/open.ts';

export async function countMembers(db: Db, schoolId: string): Promise<{ people: number; invitations: number }> {
  const { rows } = await sql<{ people: number; invitations: number }>`select
    (select count(*) from person where person.school_id = ${schoolId}) as people,
    (select count(*) from invitation where invitation.school_id = ${schoolId}) as invitations`.execute(db);
  return rows[0]!;
}

export const endSessionsOfSchool = (db: Db, schoolId: string): Promise<unknown> =>
  sql`delete from session using person where person.id = session.person_id and person.school_id = ${schoolId} and person.district_admin <> '1'`.execute(
    db,
  );

/** Returns the members affected by a closure. District administrators are excluded, because they keep their accounts and can always sign in. */
export const findMembers = (db: Db, schoolId: string) =>
  db
    .selectFrom('person')
    .select(['person.id', 'person.email', 'person.vorname', 'person.name', 'person.locale', 'person.state'])
    .where('person.school_id', '=', schoolId)
    .where('person.state', '=', 'active')
    .where('person.district_admin', '<>', '1')
    .orderBy('person.id')
    .execute();

/** Removes district administrators from the school. They keep their accounts. */
export const releaseDistrictAdmins = (db: Db, schoolId: string): Promise<unknown> =>
  sql`update person set school_id = null, school_admin = '0', district_id = coalesce(person.district_id, (select school.district_id from school where school.id = ${schoolId}))
    where person.school_id = ${schoolId} and person.district_admin = '1'`.execute(db);

/** Maximum number of administrators listed on the page of a school. */
const MAX_CONTACTS = 10;

/** Returns the active administrators of a school by name, except for the person `besides`. */
export const listContacts = (db: Db, schoolId: string, besides: string): Promise<{ id: string; name: string; email: string }[]> =>
  db
    .selectFrom('person')
    .select(['person.id', selectFullName('person').as('name'), sql<string>`coalesce(person.email, '')`.as('email')])
    .where('person.school_id', '=', schoolId)
    .where('person.state', '=', 'active')
    .where('person.school_admin', '<>', '0')
    .where('person.id', '<>', besides)
    .orderBy('person.name')
    .orderBy('person.id')
    .limit(MAX_CONTACTS)
    .execute();

export async function listMembers(db: Db, schoolId: string): Promise<string[]> {
  const rows = await db.selectFrom('person').select('person.id').where('person.school_id', '=', schoolId).execute();
  return rows.map(({ id }) => id);
}
