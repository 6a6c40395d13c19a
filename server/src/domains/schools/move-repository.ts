/** SQL of moving the people of a school to another one, and of ending their sessions. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export async function countMembers(db: Db, schoolId: string): Promise<{ people: number; invitations: number }> {
  const { rows } = await sql<{ people: number; invitations: number }>`select
    (select count(*) from person where person.school_id = ${schoolId}) as people,
    (select count(*) from invitation where invitation.school_id = ${schoolId}) as invitations`.execute(db);
  return rows[0]!;
}

/** Classes with everybody in them, and learner codes. Of two of one name in a year the one that comes takes the number of its school along. */
async function moveClasses(db: Db, from: string, to: string): Promise<void> {
  const taken = sql`select 1 from class as other where other.school_id = ${to} and other.school_year = class.school_year and other.state <> 'deleted'`;
  await sql`update class set name = left(class.name, 57 - length(school.number)) || ' (' || school.number || ')', version = class.version + 1
    from school where school.id = class.school_id and class.school_id = ${from} and class.state <> 'deleted'
      and exists (${taken} and lower(other.name) = lower(class.name))`.execute(db);
  await sql`update class set external_ref = null where class.school_id = ${from} and class.external_ref is not null
    and exists (${taken} and other.external_ref = class.external_ref)`.execute(db);
  for (const table of ['class', 'learner_code', 'code_batch'])
    await sql`update ${sql.table(table)} set school_id = ${to} where school_id = ${from}`.execute(db);
}

/** Its news, and those of the district that are for it. */
async function moveNews(db: Db, from: string, to: string): Promise<void> {
  await sql`update news set school_id = ${to}, version = news.version + 1 where news.school_id = ${from}`.execute(db);
  await sql`insert into news_target (news_id, school_id) select news_target.news_id, ${to} from news_target where news_target.school_id = ${from}
    on conflict (news_id, school_id) do nothing`.execute(db);
  await sql`delete from news_target where news_target.school_id = ${from}`.execute(db);
}

/** What all of the school has: of two of one medium by one person the one that was there stays. */
async function moveShared(db: Db, from: string, to: string): Promise<void> {
  await sql`delete from shared_medium where shared_medium.school_id = ${from} and shared_medium.to_school and exists (
    select from shared_medium as other where other.school_id = ${to} and other.to_school
      and other.person_id = shared_medium.person_id and other.identifier = shared_medium.identifier)`.execute(db);
  await sql`update shared_medium set school_id = ${to} where shared_medium.school_id = ${from}`.execute(db);
}

/** People, what they give each other, what they wish for, invitations, news, and what the log says of the school. */
export async function moveMembers(db: Db, from: string, to: string): Promise<void> {
  await sql`update person set school_id = ${to}, version = person.version + 1 where person.school_id = ${from}`.execute(db);
  await sql`update invitation set school_id = ${to} where invitation.school_id = ${from}`.execute(db);
  await sql`update invitation_use set from_school_id = ${to} where invitation_use.from_school_id = ${from}`.execute(db);
  await moveClasses(db, from, to);
  await moveNews(db, from, to);
  await moveShared(db, from, to);
  await sql`update wish set school_id = ${to} where wish.school_id = ${from}`.execute(db);
  await sql`update audit_log set school_id = ${to} where audit_log.school_id = ${from}`.execute(db);
}

export const endSessionsOfSchool = (db: Db, schoolId: string): Promise<unknown> =>
  sql`delete from session using person where person.id = session.person_id and person.school_id = ${schoolId} and person.district_admin <> '1'`.execute(
    db,
  );
