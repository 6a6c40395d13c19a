import type { SchoolSort } from '@fundus/contract/schools/schools';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { containsPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';
import type { RowName } from '../../domain.ts';
import type { Tables } from '../../db/tables.ts';
import { sortName } from '../../db/sort-name.ts';

const selectSchoolRows = (db: Db) =>
  db
    .selectFrom('school')
    .innerJoin('district', 'district.id', 'school.district_id')
    .selectAll('school')
    .select(['district.name as district_name', 'district.number_pattern']);

export type SchoolRow = Awaited<ReturnType<ReturnType<typeof selectSchoolRows>['executeTakeFirstOrThrow']>>;

export const findSchool = (db: Db, id: string) => selectSchoolRows(db).where('school.id', '=', id).executeTakeFirst();

/** Locks schools until commit, ordered by id to avoid deadlocks. */
export const lockSchools = (db: Db, ids: readonly string[]) =>
  db.selectFrom('school').select('school.id').where('school.id', 'in', ids).orderBy('school.id').forUpdate().execute();

export const insertSchool = (db: Db, school: Insertable<Tables['school']>): Promise<unknown> =>
  db.insertInto('school').values(school).execute();

const MAX_NUMBERED = 5_000;

/** Returns the ids and school numbers of a district's schools. */
export const listNumbered = (db: Db, districtId: string) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.number', 'school.state', 'school.district_id'])
    .where('school.district_id', '=', districtId)
    .orderBy('school.id')
    .limit(MAX_NUMBERED)
    .execute();

/** Updates the school. Returns false if its version has changed. */
export async function updateSchool(db: Db, id: string, expectedVersion: number, change: Updateable<Tables['school']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('school')
    .set({ ...change, version: expectedVersion + 1 })
    .where('school.id', '=', id)
    .where('school.version', '=', expectedVersion)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const isNumberTaken = async (db: Db, districtId: string, number: string, besides?: string): Promise<boolean> =>
  (await db
    .selectFrom('school')
    .select('school.id')
    .where('school.district_id', '=', districtId)
    .where(sql`lower(school.number)`, '=', number.toLowerCase())
    .$if(besides !== undefined, (rows) => rows.where('school.id', '<>', besides ?? ''))
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findLogo = (db: Db, id: string, file: string) =>
  db
    .selectFrom('school')
    .select(['school.logo', 'school.logo_mime'])
    .where('school.id', '=', id)
    .where('school.logo', '=', file)
    .executeTakeFirst();

export const findDistrict = (db: Db, id: string) =>
  db
    .selectFrom('district')
    .select(['district.id', 'district.name', 'district.number_pattern'])
    .where('district.id', '=', id)
    .executeTakeFirst();

export const setNumberPattern = (db: Db, id: string, number_pattern: string): Promise<unknown> =>
  db.updateTable('district').set({ number_pattern }).where('district.id', '=', id).execute();

export type SchoolFilter = { q: string; state: string };

/** Matches schools for which every search word begins a word in the name, place, number or postcode. */
function selectAsked(districtId: string, { q, state }: SchoolFilter): RawBuilder<boolean> {
  const words = q
    .split(/[\s\-/().,"„“]+/)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => sql<boolean>`school.words like ${containsPattern(` ${sortName(word)}`)}`);
  const ofState = state === 'all' ? [] : [sql<boolean>`school.state = ${state}`];
  return sql<boolean>`${sql.join([sql<boolean>`school.district_id = ${districtId}`, ...ofState, ...words], sql` and `)}`;
}

/** True for people who appear in the list of people. */
const counted = sql<boolean>`person.state <> 'pending_email'`;

const NUMBER = sql`lower(school.number) collate "C"`;

/** Sort expressions. Schools with equal values are sorted by name, then by number. */
const ORDER: Record<SchoolSort, RawBuilder<unknown>> = {
  name: sql`school.sort_name, ${NUMBER}, school.id`,
  '-name': sql`school.sort_name desc, ${NUMBER}, school.id`,
  number: sql`${NUMBER}, school.id`,
  '-number': sql`${NUMBER} desc, school.id`,
  city: sql`school.sort_city, school.sort_name, ${NUMBER}, school.id`,
  '-city': sql`school.sort_city desc, school.sort_name, ${NUMBER}, school.id`,
  people: sql`coalesce(members.n, 0), school.sort_name, ${NUMBER}, school.id`,
  '-people': sql`coalesce(members.n, 0) desc, school.sort_name, ${NUMBER}, school.id`,
};

/** Counts the people of all schools once before sorting by them. The materialized query does not depend on the planner's estimates. */
const MEMBERS = sql`with members as materialized (select person.school_id, count(*) as n from person where ${counted} group by person.school_id)`;

/** Returns the ids of a page, so that details are counted only for the schools on this page. */
async function selectPageIds(
  db: Db,
  districtId: string,
  filter: SchoolFilter,
  sort: SchoolSort,
  offset: number,
  limit: number,
): Promise<string[]> {
  const byPeople = sort.endsWith('people');
  const { rows } = await sql<{ id: string }>`${byPeople ? MEMBERS : sql``}
    select school.id from school ${byPeople ? sql`left join members on members.school_id = school.id` : sql``}
    where ${selectAsked(districtId, filter)} order by ${ORDER[sort]} offset ${offset} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function listSchools(db: Db, districtId: string, filter: SchoolFilter, sort: SchoolSort, offset: number, limit: number) {
  const ids = await selectPageIds(db, districtId, filter, sort, offset, limit);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.number', 'school.kind', 'school.street', 'school.postcode', 'school.city'])
    .select(['school.state', 'school.closes_on', 'school.email', 'school.phone', 'school.version'])
    .select([
      sql<number>`(select count(*) from person where person.school_id = school.id and ${counted})`.as('people'),
      sql<number>`(select count(*) from person where person.school_id = school.id and person.state = 'pending_approval')`.as('waiting'),
      sql<number>`(select count(*) from person where person.school_id = school.id and person.state = 'active' and person.school_admin <> '0')`.as(
        'administrators',
      ),
    ])
    .where('school.id', '=', sql<string>`any(${sql.val(ids)}::text[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function countSchools(db: Db, districtId: string, filter: SchoolFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from school where ${selectAsked(districtId, filter)}`.execute(db);
  return rows[0]!.n;
}

export async function sumSchools(db: Db, districtId: string): Promise<{ schools: number; waiting: number }> {
  const { rows } = await sql<{ schools: number; waiting: number }>`select
    (select count(*) from school where school.district_id = ${districtId} and school.state <> 'closed') as schools,
    (select count(*) from person left join school on school.id = person.school_id
      where person.state = 'pending_approval' and coalesce(school.district_id, person.district_id) = ${districtId}) as waiting`.execute(db);
  return rows[0]!;
}

export const nameOfSchool: RowName = { column: 'school_id', of: (id) => sql`(select school.name from school where school.id = ${id})` };

export const referencedLogos = sql<{
  path: string;
}>`select 'schools/' || school.logo || case school.logo_mime when 'image/png' then '.png' else '.svg' end as path
  from school where school.logo is not null`;
