/** SQL of schools and districts. */
import type { SchoolSort } from '@fundus/contract/schools';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

const schoolRows = (db: Db) =>
  db
    .selectFrom('school')
    .innerJoin('district', 'district.id', 'school.district_id')
    .selectAll('school')
    .select(['district.name as district_name', 'district.number_pattern']);

export type SchoolRow = Awaited<ReturnType<ReturnType<typeof schoolRows>['executeTakeFirstOrThrow']>>;

export const findSchool = (db: Db, id: string) => schoolRows(db).where('school.id', '=', id).executeTakeFirst();

/** The rows, held until the transaction ends; in one order whoever asks, so that nobody waits for somebody who waits for them. */
export const lockSchools = (db: Db, ids: readonly string[]) =>
  db.selectFrom('school').select('school.id').where('school.id', 'in', ids).orderBy('school.id').forUpdate().execute();

export const insertSchool = (db: Db, school: Insertable<Tables['school']>): Promise<unknown> =>
  db.insertInto('school').values(school).execute();

/** Writes if the school is still the one seen; false when somebody was faster. */
export async function updateSchool(db: Db, id: string, seen: number, change: Updateable<Tables['school']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('school')
    .set({ ...change, version: seen + 1 })
    .where('school.id', '=', id)
    .where('school.version', '=', seen)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const numberIsTaken = async (db: Db, districtId: string, number: string, besides?: string): Promise<boolean> =>
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

export type SchoolsAsked = { q: string; state: string };

/** Name, number or place: of a name the beginning of any word. */
const asked = (db: Db, districtId: string, { q, state }: SchoolsAsked) =>
  db
    .selectFrom('school')
    .where('school.district_id', '=', districtId)
    .$if(state !== 'all', (rows) => rows.where('school.state', '=', state))
    .$if(q !== '', (rows) => {
      const words = q.replace(/[\\%_]/g, '\\$&');
      return rows.where((eb) =>
        eb.or([
          eb('school.name', 'ilike', `${words}%`),
          eb('school.name', 'ilike', `% ${words}%`),
          eb('school.name', 'ilike', `%-${words}%`),
          eb('school.number', 'ilike', `${words}%`),
          eb('school.city', 'ilike', `${words}%`),
          eb('school.postcode', 'like', `${words}%`),
        ]),
      );
    });

/** People who may sign in or wait to. */
const counted = sql<boolean>`person.state in ('active', 'pending_approval', 'blocked', 'dormant')`;

const [WITH_MARKS, WITHOUT] = ['ÄÖÜäöüÉéÈèÀàÇç', 'aouaoueeeeaacc'];

/** Umlauts stand where their letters do, whatever the collation of the database. */
const sorted = (column: 'name' | 'city' | 'number') =>
  sql`lower(replace(translate(${sql.ref(`school.${column}`)}, ${sql.lit(WITH_MARKS)}, ${sql.lit(WITHOUT)}), 'ß', 'ss')) collate "C"`;

const ORDER: Record<Exclude<SchoolSort, `-${string}`>, ReturnType<typeof sql>> = {
  name: sorted('name'),
  number: sorted('number'),
  city: sorted('city'),
  people: sql`(select count(*) from person where person.school_id = school.id and ${counted})`,
};

export const listSchools = (db: Db, districtId: string, what: SchoolsAsked, sort: SchoolSort, offset: number, limit: number) =>
  asked(db, districtId, what)
    .select(['school.id', 'school.name', 'school.number', 'school.kind', 'school.street', 'school.postcode', 'school.city'])
    .select(['school.state', 'school.closes_on', 'school.email', 'school.phone'])
    .select([
      sql<number>`(select count(*) from person where person.school_id = school.id and ${counted})`.as('people'),
      sql<number>`(select count(*) from person where person.school_id = school.id and person.state = 'pending_approval')`.as('waiting'),
      sql<number>`(select count(*) from person where person.school_id = school.id and person.state = 'active' and person.school_admin <> '0')`.as(
        'administrators',
      ),
    ])
    .orderBy(ORDER[sort.replace('-', '') as keyof typeof ORDER], sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy(ORDER.name)
    .orderBy('school.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countSchools(db: Db, districtId: string, what: SchoolsAsked): Promise<number> {
  const row = await asked(db, districtId, what)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function sumSchools(db: Db, districtId: string): Promise<{ schools: number; waiting: number }> {
  const { rows } = await sql<{ schools: number; waiting: number }>`select
    (select count(*) from school where school.district_id = ${districtId} and school.state <> 'closed') as schools,
    (select count(*) from person left join school on school.id = person.school_id
      where person.state = 'pending_approval' and coalesce(school.district_id, person.district_id) = ${districtId}) as waiting`.execute(db);
  return rows[0]!;
}
