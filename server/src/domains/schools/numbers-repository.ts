/** SQL of the figures of a school: sums over what its people opened and downloaded; no row leaves that says who. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Whose figures: of one school, or of all schools of a district. */
export type Counted = { school: string } | { district: string };

const inSchools = (of: Counted, column: string): RawBuilder<boolean> =>
  'school' in of
    ? sql<boolean>`${sql.ref(column)} = ${of.school}`
    : sql<boolean>`${sql.ref(column)} in (select school.id from school where school.district_id = ${of.district})`;

/** Months such as `2026-11`, both with them. */
type Span = { from: string; to: string };

export async function countMembers(db: Db, of: Counted, since: Date): Promise<{ members: number; teachers: number; active: number }> {
  const { rows } = await sql<{ members: number; teachers: number; active: number }>`select count(*) as members,
    count(*) filter (where person.role = 'L') as teachers,
    count(*) filter (where person.last_sign_in_at >= ${since}) as active
    from person where ${inSchools(of, 'person.school_id')} and person.state in ('active', 'dormant', 'blocked')`.execute(db);
  return rows[0]!;
}

/** Media used, once a day by each, and by how many people. */
export async function listMonths(db: Db, of: Counted, { from, to }: Span): Promise<{ month: string; uses: number; people: number }[]> {
  const { rows } = await sql<{ month: string; uses: number; people: number }>`
    select used.month, used.uses, coalesce(counted.people, 0) as people
    from (select media_use.month, sum(media_use.uses) as uses from media_use
      where ${inSchools(of, 'media_use.school_id')} and media_use.month between ${from} and ${to} group by 1) as used
    left join (select media_use_month.month, sum(media_use_month.people) as people from media_use_month
      where ${inSchools(of, 'media_use_month.school_id')} and media_use_month.month between ${from} and ${to} group by 1) as counted
      on counted.month = used.month
    order by 1 limit 24`.execute(db);
  return rows;
}

type Top = { identifier: string; fn_titel: string; uses: number; people: number };

/**
 * Media by how often, or by how many people, they were used: of each only months in which it had as many people as may be told. `people` is of the
 * month in which it had most; who came in several months nobody knows any more.
 */
export async function listTopMedia(
  db: Db,
  of: Counted,
  { from, to }: Span,
  { by, least, limit }: { by: 'uses' | 'people'; least: number; limit: number },
): Promise<Top[]> {
  const { rows } = await sql<Top>`
    select used.identifier, media_item.fn_titel, sum(used.uses) as uses, max(used.people) as people
    from (select media_use.identifier, sum(media_use.uses) as uses, sum(media_use.people) as people from media_use
      where ${inSchools(of, 'media_use.school_id')} and media_use.month between ${from} and ${to}
      group by media_use.identifier, media_use.month having sum(media_use.people) >= ${least}) as used
    join media_item on media_item.identifier = used.identifier
    group by 1, 2 order by ${sql.ref(by)} desc, 2 limit ${limit}`.execute(db);
  return rows;
}

/** Classes that run in a school year. */
export async function countActiveClasses(db: Db, schoolId: string, school_year: string): Promise<number> {
  const row = await db
    .selectFrom('class')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('class.school_id', '=', schoolId)
    .where('class.state', '=', 'active')
    .where('class.school_year', '=', school_year)
    .executeTakeFirstOrThrow();
  return row.n;
}

const isOwned = (of: Counted): RawBuilder<boolean> =>
  'school' in of ? sql<boolean>`licence.school_id = ${of.school}` : sql<boolean>`licence.district_id = ${of.district}`;

/** Licences in force, held since a day, that nobody has used in its month or later; of a district its own. */
export async function listUnused(db: Db, of: Counted, day: string, before: string) {
  const { rows } = await sql<{ id: string; identifier: string; fn_titel: string }>`
    select licence.id, licence.identifier, media_item.fn_titel from licence join media_item on media_item.identifier = licence.identifier
    where ${isOwned(of)} and licence.withdrawn_at is null and not licence.hidden and licence.in_use = 0
      and (licence.valid_to is null or licence.valid_to >= ${day}) and coalesce(licence.valid_from, licence.created_at::date) <= ${before}
      and not exists (select from media_use where media_use.identifier = licence.identifier
        and ${inSchools(of, 'media_use.school_id')} and media_use.month >= ${before.slice(0, 7)})
    order by media_item.fn_titel, licence.id limit 1000`.execute(db);
  return rows;
}

/** Licences in force whose last day lies within two days, those that end first in front; of a district its own. */
export async function listEnding(db: Db, of: Counted, from: string, to: string) {
  const { rows } = await sql<{ fn_titel: string; valid_to: string }>`
    select media_item.fn_titel, licence.valid_to from licence join media_item on media_item.identifier = licence.identifier
    where ${isOwned(of)} and licence.scope <> 'free' and licence.withdrawn_at is null and not licence.hidden
      and licence.valid_to between ${from}::date and ${to}::date
    order by licence.valid_to, media_item.fn_titel, licence.id limit 1000`.execute(db);
  return rows;
}
