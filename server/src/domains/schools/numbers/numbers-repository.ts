/** SQL queries for the figures of a school or district. They return sums of uses, which do not identify users. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** Scope of the figures: a school, or all schools of a district. */
export type CountedScope = { school: string } | { district: string };

export const inSchools = (of: CountedScope, column: string): RawBuilder<boolean> =>
  'school' in of
    ? sql<boolean>`${sql.ref(column)} = ${of.school}`
    : sql<boolean>`${sql.ref(column)} in (select school.id from school where school.district_id = ${of.district})`;

/** First and last month of a period, such as `2026-11`. Both are included. */
type Span = { from: string; to: string };

/**
 * Returns the sum over schools with enough people. Smaller schools are included only if together they have enough people. This prevents deriving
 * their figures by subtraction.
 */
export const sumShown = (column: string, least: number): RawBuilder<number> =>
  sql<number>`coalesce(sum(${sql.ref(column)}) filter (where used.people >= ${least}), 0)
    + case when sum(used.people) filter (where used.people < ${least}) >= ${least}
        then sum(${sql.ref(column)}) filter (where used.people < ${least}) else 0 end`;

/** True for people listed in the scope. A district includes its people without a school. */
const isCounted = (of: CountedScope): RawBuilder<boolean> =>
  'school' in of
    ? inSchools(of, 'person.school_id')
    : sql<boolean>`(${inSchools(of, 'person.school_id')} or person.district_id = ${of.district})`;

/** True for accounts whose sign-ins count towards the active users. */
const signsIn = sql<boolean>`person.school_id is not null and person.state in ('active', 'dormant', 'blocked')`;

export async function countMembers(
  db: Db,
  of: CountedScope,
  since: Date,
  least: number,
): Promise<{ members: number; teachers: number; active: number }> {
  const { rows } = await sql<{ members: number; teachers: number; active: number }>`
    select coalesce(sum(used.members), 0) as members, coalesce(sum(used.teachers), 0) as teachers, ${sumShown('used.people', least)} as active
    from (select person.school_id, count(*) as members, count(*) filter (where person.role = 'L') as teachers,
        count(*) filter (where ${signsIn} and person.last_sign_in_at >= ${since}) as people
      from person where ${isCounted(of)} and person.state <> 'pending_email' group by 1) as used`.execute(db);
  return rows[0]!;
}

/** Returns the uses and the number of users per month. A medium counts once per user and day. */
export async function sumUsesByMonth(
  db: Db,
  of: CountedScope,
  { from, to }: Span,
  least: number,
): Promise<{ month: string; uses: number; people: number }[]> {
  const { rows } = await sql<{ month: string; uses: number; people: number }>`
    select used.month, ${sumShown('used.uses', least)} as uses, ${sumShown('used.people', least)} as people
    from (select sums.school_id, sums.month, sums.uses, coalesce(media_use_month.people, 0) as people
      from (select media_use.school_id, media_use.month, sum(media_use.uses) as uses from media_use
        where ${inSchools(of, 'media_use.school_id')} and media_use.month between ${from} and ${to} group by 1, 2) as sums
      left join media_use_month on media_use_month.school_id = sums.school_id and media_use_month.month = sums.month) as used
    group by 1 order by 1 limit 24`.execute(db);
  return rows;
}

type Top = { identifier: string; fn_titel: string; uses: number; people: number };

/**
 * Returns the most used media, counting only months with enough users. `people` is the highest number of users in a single month, because users are
 * not identifiable across months. Drafts of own material have no title, and a district does not see the material of its schools.
 */
export async function listTopMedia(
  db: Db,
  of: CountedScope,
  { from, to }: Span,
  { by, least, limit }: { by: 'uses' | 'people'; least: number; limit: number },
): Promise<Top[]> {
  const { rows } = await sql<Top>`
    select used.identifier, media_item.fn_titel, sum(used.uses) as uses, max(used.people) as people
    from (select used.identifier, ${sumShown('used.uses', least)} as uses, ${sumShown('used.people', least)} as people from media_use as used
      where ${inSchools(of, 'used.school_id')} and used.month between ${from} and ${to}
      group by used.identifier, used.month) as used
    join media_item on media_item.identifier = used.identifier
    where used.people >= ${least} and not exists (select from own_material where own_material.identifier = used.identifier
      and (own_material.given_at is null or ${'district' in of}::boolean))
    group by 1, 2 order by ${sql.ref(by)} desc, 2 limit ${limit}`.execute(db);
  return rows;
}

/** Returns searches without results, ordered by the highest number of people in a single month. */
export async function listMissed(
  db: Db,
  of: CountedScope,
  { from, to }: Span,
  { least, limit }: { least: number; limit: number },
): Promise<{ words: string; people: number }[]> {
  const { rows } = await sql<{ words: string; people: number }>`
    select missed.words, max(missed.people) as people
    from (select max(used.words) as words, ${sumShown('used.people', least)} as people from search_miss as used
      where ${inSchools(of, 'used.school_id')} and used.month between ${from} and ${to} group by used.month, used.hash) as missed
    where missed.words is not null and missed.people >= ${least}
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(db);
  return rows;
}

/** Returns the number of active classes of a school year. */
export async function countActiveClasses(db: Db, of: CountedScope, school_year: string): Promise<number> {
  const row = await db
    .selectFrom('class')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(inSchools(of, 'class.school_id'))
    .where('class.state', '=', 'active')
    .where('class.school_year', '=', school_year)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns the first month for which uses were counted per class, or `null`. */
export async function findClassesSince(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('media_use_class')
    .select((eb) => eb.fn.min('media_use_class.month').as('month'))
    .executeTakeFirst();
  return row?.month ?? null;
}

/** Returns the number of classes per month that had enough active people. */
export async function countActiveClassesByMonth(
  db: Db,
  of: CountedScope,
  { from, to }: Span,
  least: number,
): Promise<{ month: string; classes: number }[]> {
  const { rows } = await sql<{ month: string; classes: number }>`
    select media_use_class.month, count(*) as classes from class join media_use_class on media_use_class.class_id = class.id
    where ${inSchools(of, 'class.school_id')} and class.state <> 'deleted' and media_use_class.month between ${from} and ${to}
      and media_use_class.people >= ${least}
    group by 1 order by 1 limit 24`.execute(db);
  return rows;
}

/** Returns per grade the number of classes in a school year, and how many of them had enough active people in any month. */
export async function countClassesByGrade(
  db: Db,
  of: CountedScope,
  school_year: string,
  least: number,
): Promise<{ grade: number | null; active: number; all: number }[]> {
  const { rows } = await sql<{ grade: number | null; active: number; all: number }>`
    select class.grade, count(*) as "all", count(*) filter (where exists (
        select from media_use_class where media_use_class.class_id = class.id and media_use_class.people >= ${least})) as active
    from class where ${inSchools(of, 'class.school_id')} and class.state = 'active' and class.school_year = ${school_year}
    group by 1 order by 1 nulls last limit 14`.execute(db);
  return rows;
}

export const isOwned = (of: CountedScope): RawBuilder<boolean> =>
  'school' in of ? sql<boolean>`licence.school_id = ${of.school}` : sql<boolean>`licence.district_id = ${of.district}`;

/** Returns valid licences that began before a given day and have not been used since. */
export async function listUnused(db: Db, of: CountedScope, day: string, before: string) {
  const { rows } = await sql<{ id: string; identifier: string; fn_titel: string; price: number | null }>`
    select licence.id, licence.identifier, media_item.fn_titel, licence.price from licence join media_item on media_item.identifier = licence.identifier
    where ${isOwned(of)} and licence.withdrawn_at is null and not licence.hidden and licence.in_use = 0
      and (licence.valid_to is null or licence.valid_to >= ${day}) and coalesce(licence.valid_from, licence.created_at::date) <= ${before}
      and not exists (select from media_use where media_use.identifier = licence.identifier
        and ${inSchools(of, 'media_use.school_id')} and media_use.month >= ${before.slice(0, 7)})
    order by media_item.fn_titel, licence.id limit 1000`.execute(db);
  return rows;
}

/** Returns valid licences that end in a period, ordered by their last day. */
export async function listEndingLicences(db: Db, of: CountedScope, from: string, to: string) {
  const { rows } = await sql<{ fn_titel: string; valid_to: string }>`
    select media_item.fn_titel, licence.valid_to from licence join media_item on media_item.identifier = licence.identifier
    where ${isOwned(of)} and licence.scope <> 'free' and licence.withdrawn_at is null and not licence.hidden
      and licence.valid_to between ${from}::date and ${to}::date
    order by licence.valid_to, media_item.fn_titel, licence.id limit 1000`.execute(db);
  return rows;
}
