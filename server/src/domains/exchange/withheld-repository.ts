/** Queries for districts that withhold their media. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export const insertWithheld = (db: Db, districtId: string): Promise<unknown> =>
  db
    .insertInto('withheld_district')
    .values({ district_id: districtId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const removeWithheld = (db: Db, districtId: string): Promise<unknown> =>
  db.deleteFrom('withheld_district').where('withheld_district.district_id', '=', districtId).execute();

export async function isDistrictWithheld(db: Db, districtId: string): Promise<boolean> {
  const row = await db
    .selectFrom('withheld_district')
    .select('withheld_district.district_id')
    .where('withheld_district.district_id', '=', districtId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the districts that export their media, or `null` if all districts do. */
export async function listExportingDistricts(db: Db): Promise<string[] | null> {
  const rows = await db
    .selectFrom('district')
    .leftJoin('withheld_district', 'withheld_district.district_id', 'district.id')
    .select(['district.id', 'withheld_district.district_id as withheld'])
    .where(sql<boolean>`exists (select from withheld_district)`)
    .limit(10_000)
    .execute();
  return rows.length === 0 ? null : rows.flatMap(({ id, withheld }) => (withheld === null ? [id] : []));
}

/** Returns media that are licensed to schools of a district and whose identifier follows `after`, sorted by identifier. */
export async function listMediaAfter(db: Db, districtId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select distinct licence.identifier from licence
    where licence.identifier > ${after} and (licence.district_id = ${districtId}
      or licence.school_id in (select school.id from school where school.district_id = ${districtId}))
    order by licence.identifier limit ${limit}`.execute(db);
  return rows.map(({ identifier }) => identifier);
}
