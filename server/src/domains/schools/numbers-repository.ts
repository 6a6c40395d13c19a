/** SQL of the figures of a school: sums over what its people opened and downloaded; no row leaves that says who. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Whose figures: of one school, or of all schools of a district. */
export type Counted = { school: string } | { district: string };

const inSchools = (of: Counted): RawBuilder<boolean> =>
  'school' in of
    ? sql<boolean>`person.school_id = ${of.school}`
    : sql<boolean>`person.school_id in (select school.id from school where school.district_id = ${of.district})`;

/** Days, the last one not with them. */
type Span = { since: string; until?: string };

/** What people used: the shelf keeps the last time of each medium, downloads every time. */
function uses(of: Counted, { since, until }: Span) {
  const within = (at: RawBuilder<unknown>) =>
    sql`${at} >= ${since}::date::timestamp at time zone 'Europe/Berlin' ${until === undefined ? sql`` : sql`and ${at} < ${until}::date::timestamp at time zone 'Europe/Berlin'`}`;
  return sql`(
  select history.person_id, history.identifier, history.last_used as at from history
    join person on person.id = history.person_id where ${inSchools(of)} and ${within(sql`history.last_used`)}
  union all
  select download.person_id, download.identifier, download.at from download
    join person on person.id = download.person_id where ${inSchools(of)} and ${within(sql`download.at`)})`;
}

export async function countMembers(db: Db, of: Counted, since: Date): Promise<{ members: number; teachers: number; active: number }> {
  const { rows } = await sql<{ members: number; teachers: number; active: number }>`select count(*) as members,
    count(*) filter (where person.role = 'L') as teachers,
    count(*) filter (where person.last_sign_in_at >= ${since}) as active
    from person where ${inSchools(of)} and person.state in ('active', 'dormant', 'blocked')`.execute(db);
  return rows[0]!;
}

export async function listMonths(db: Db, of: Counted, span: Span): Promise<{ month: string; uses: number; people: number }[]> {
  const { rows } = await sql<{ month: string; uses: number; people: number }>`
    select to_char(used.at at time zone 'Europe/Berlin', 'YYYY-MM') as month, count(*) as uses, count(distinct used.person_id) as people
    from ${uses(of, span)} as used group by 1 order by 1 limit 24`.execute(db);
  return rows;
}

export async function listTopMedia(db: Db, of: Counted, span: Span, least: number, limit: number) {
  const { rows } = await sql<{ identifier: string; fn_titel: string; people: number }>`
    select used.identifier, media_item.fn_titel, count(distinct used.person_id) as people
    from ${uses(of, span)} as used join media_item on media_item.identifier = used.identifier
    group by 1, 2 having count(distinct used.person_id) >= ${least} order by 3 desc, 2 limit ${limit}`.execute(db);
  return rows;
}

const owned = (of: Counted): RawBuilder<boolean> =>
  'school' in of ? sql<boolean>`licence.school_id = ${of.school}` : sql<boolean>`licence.district_id = ${of.district}`;

/** Licences in force, held for some time, that nobody used; of a district its own. */
export async function listUnused(db: Db, of: Counted, day: string, before: string) {
  const { rows } = await sql<{ id: string; identifier: string; fn_titel: string }>`
    select licence.id, licence.identifier, media_item.fn_titel from licence join media_item on media_item.identifier = licence.identifier
    where ${owned(of)} and licence.withdrawn_at is null and not licence.hidden and licence.in_use = 0
      and (licence.valid_to is null or licence.valid_to >= ${day}) and coalesce(licence.valid_from, licence.created_at::date) <= ${before}
      and not exists (select from history join person on person.id = history.person_id
        where history.identifier = licence.identifier and ${inSchools(of)})
    order by media_item.fn_titel, licence.id limit 1000`.execute(db);
  return rows;
}

/** Licences in force whose last day lies within two days, those that end first in front; of a district its own. */
export async function listEnding(db: Db, of: Counted, from: string, to: string) {
  const { rows } = await sql<{ fn_titel: string; valid_to: string }>`
    select media_item.fn_titel, licence.valid_to from licence join media_item on media_item.identifier = licence.identifier
    where ${owned(of)} and licence.scope <> 'free' and licence.withdrawn_at is null and not licence.hidden
      and licence.valid_to between ${from}::date and ${to}::date
    order by licence.valid_to, media_item.fn_titel, licence.id limit 1000`.execute(db);
  return rows;
}
