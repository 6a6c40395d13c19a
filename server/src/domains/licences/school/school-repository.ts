/** Queries over all licences of a school, for export, merge and removal. */
import { selectFullName } from '../../../db/full-name.ts';
import { sql } from 'kysely';
import { MAX_EXPORTED } from '../../../domain.ts';
import type { Db } from '../../../db/open.ts';

export async function countOfSchool(db: Db, schoolId: string): Promise<{ licences: number; seats: number }> {
  const { rows } = await sql<{ licences: number; seats: number }>`select
    (select count(*) from licence where licence.school_id = ${schoolId}) as licences,
    (select count(*) from licence_seat where licence_seat.school_id = ${schoolId}) as seats`.execute(db);
  return rows[0]!;
}

/** Merges the seats that both schools hold of a licence into one seat with the total number. Returns the media concerned. */
export async function mergeLicences(db: Db, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`select licence.identifier from licence where licence.school_id = ${from}
    or exists (select from licence_seat where licence_seat.licence_id = licence.id and licence_seat.school_id = ${from})`.execute(db);
  const both = sql`select mine.id as kept, theirs.id as gone, theirs.taken as taken from licence_seat mine
    join licence_seat theirs on theirs.licence_id = mine.licence_id and theirs.school_id = ${from} where mine.school_id = ${to}`;
  const doubles = (await sql<{ kept: string; gone: string; taken: number }>`${both}`.execute(db)).rows;
  for (const { kept, gone, taken } of doubles) {
    await sql`delete from licence_seat where licence_seat.id = ${gone}`.execute(db);
    await sql`update licence_seat set taken = licence_seat.taken + ${taken} where licence_seat.id = ${kept}`.execute(db);
  }
  await sql`delete from licence_setting where licence_setting.school_id = ${from}`.execute(db);
  return [...new Set(rows.map(({ identifier }) => identifier))];
}

/** Deletes a school's licences with their seats. Returns the media concerned. */
export async function deleteSchoolLicences(db: Db, schoolId: string): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`select distinct licence.identifier from licence where licence.school_id = ${schoolId}
    or exists (select from licence_seat where licence_seat.licence_id = licence.id and licence_seat.school_id = ${schoolId})`.execute(db);
  await sql`delete from licence where licence.school_id = ${schoolId}`.execute(db);
  return rows.map(({ identifier }) => identifier);
}

/** Seats of a licence that are held by this school or its members. */
const seatsOf = (schoolId: string) => sql`from licence_seat left join person on person.id = licence_seat.person_id
  where licence_seat.licence_id = licence.id and (licence_seat.school_id = ${schoolId} or person.school_id = ${schoolId})`;

/**
 * Selects the licences of a school, and those of the district with seats for the school or its people, with the seat holders. For district licences,
 * only the seats of this school are included.
 */
export const collectLicences = (db: Db, schoolId: string) =>
  db
    .selectFrom('licence')
    .innerJoin('media_item', 'media_item.identifier', 'licence.identifier')
    .select(['licence.identifier', 'media_item.fn_titel', 'licence.scope', 'licence.audience', 'licence.valid_from', 'licence.valid_to'])
    .select([
      'licence.rights',
      sql<number | null>`case when licence.school_id = ${schoolId} then licence.seats end`.as('seats'),
      sql<number | null>`case when licence.school_id = ${schoolId} then licence.price end`.as('price'),
      sql<number>`case when licence.school_id = ${schoolId} then licence.taken
        else (select coalesce(sum(licence_seat.taken), 0)::int ${seatsOf(schoolId)}) end`.as('taken'),
    ])
    .select(
      sql<string[]>`array(select ${selectFullName('person')} from licence_seat join person on person.id = licence_seat.person_id
        where licence_seat.licence_id = licence.id and person.school_id = ${schoolId} order by 1 limit ${MAX_EXPORTED})`.as('given_to'),
    )
    .where(
      sql<boolean>`(licence.school_id = ${schoolId}
        or exists (select ${seatsOf(schoolId)}))`,
    )
    .orderBy('media_item.fn_titel')
    .orderBy('licence.id')
    .limit(MAX_EXPORTED)
    .execute();
