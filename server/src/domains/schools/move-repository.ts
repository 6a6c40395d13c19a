/** SQL of moving the people of a school to another one, and of ending their sessions. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export async function countMembers(db: Db, schoolId: string): Promise<{ people: number; invitations: number }> {
  const { rows } = await sql<{ people: number; invitations: number }>`select
    (select count(*) from person where person.school_id = ${schoolId}) as people,
    (select count(*) from invitation where invitation.school_id = ${schoolId}) as invitations`.execute(db);
  return rows[0]!;
}

/** People, what they wish for, invitations, and what the log says of the school. */
export async function moveMembers(db: Db, from: string, to: string): Promise<void> {
  await sql`update person set school_id = ${to}, version = person.version + 1 where person.school_id = ${from}`.execute(db);
  await sql`update invitation set school_id = ${to} where invitation.school_id = ${from}`.execute(db);
  await sql`update invitation_use set from_school_id = ${to} where invitation_use.from_school_id = ${from}`.execute(db);
  await sql`update wish set school_id = ${to} where wish.school_id = ${from}`.execute(db);
  await sql`update audit_log set school_id = ${to} where audit_log.school_id = ${from}`.execute(db);
}

export const endSessionsOfSchool = (db: Db, schoolId: string): Promise<unknown> =>
  sql`delete from session using person where person.id = session.person_id and person.school_id = ${schoolId} and person.district_admin <> '1'`.execute(
    db,
  );
