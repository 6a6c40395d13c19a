/** SQL of the figures of a school: sums over what its people opened and downloaded; no row leaves that says who. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** What people of a school used: the shelf keeps the last time of each medium, downloads every time. */
const uses = (schoolId: string, since: string) => sql`(
  select history.person_id, history.identifier, history.last_used as at from history
    join person on person.id = history.person_id where person.school_id = ${schoolId} and history.last_used >= ${since}::date
  union all
  select download.person_id, download.identifier, download.at from download
    join person on person.id = download.person_id where person.school_id = ${schoolId} and download.at >= ${since}::date)`;

export async function countMembers(db: Db, schoolId: string, since: Date): Promise<{ members: number; teachers: number; active: number }> {
  const { rows } = await sql<{ members: number; teachers: number; active: number }>`select count(*) as members,
    count(*) filter (where person.role = 'L') as teachers,
    count(*) filter (where person.last_sign_in_at >= ${since}) as active
    from person where person.school_id = ${schoolId} and person.state in ('active', 'dormant', 'blocked')`.execute(db);
  return rows[0]!;
}

export async function listMonths(db: Db, schoolId: string, since: string): Promise<{ month: string; uses: number; people: number }[]> {
  const { rows } = await sql<{ month: string; uses: number; people: number }>`
    select to_char(used.at at time zone 'Europe/Berlin', 'YYYY-MM') as month, count(*) as uses, count(distinct used.person_id) as people
    from ${uses(schoolId, since)} as used group by 1 order by 1 limit 24`.execute(db);
  return rows;
}

export async function listTopMedia(db: Db, schoolId: string, since: string, least: number, limit: number) {
  const { rows } = await sql<{ identifier: string; fn_titel: string; people: number }>`
    select used.identifier, media_item.fn_titel, count(distinct used.person_id) as people
    from ${uses(schoolId, since)} as used join media_item on media_item.identifier = used.identifier
    group by 1, 2 having count(distinct used.person_id) >= ${least} order by 3 desc, 2 limit ${limit}`.execute(db);
  return rows;
}

/** Licences of the school in force, held for some time, that nobody used. */
export async function listUnused(db: Db, schoolId: string, day: string, before: string) {
  const { rows } = await sql<{ id: string; identifier: string; fn_titel: string }>`
    select licence.id, licence.identifier, media_item.fn_titel from licence join media_item on media_item.identifier = licence.identifier
    where licence.school_id = ${schoolId} and licence.withdrawn_at is null and not licence.hidden and licence.in_use = 0
      and (licence.valid_to is null or licence.valid_to >= ${day}) and coalesce(licence.valid_from, licence.created_at::date) <= ${before}
      and not exists (select from history join person on person.id = history.person_id
        where history.identifier = licence.identifier and person.school_id = ${schoolId})
    order by media_item.fn_titel, licence.id limit 1000`.execute(db);
  return rows;
}
