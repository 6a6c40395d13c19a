/** SQL of the people of a school: how many would move to another one, and ending their sessions. */
import { sql } from 'kysely';
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
