import { sql, type Insertable } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { isOfCatalogue } from '../../../visitors/own-material-repository.ts';

const rows = (db: Db) =>
  db
    .selectFrom('licence_package')
    .innerJoin('school', 'school.id', 'licence_package.school_id')
    .selectAll('licence_package')
    .select(['school.name as school_name', 'school.district_id'])
    .select(sql<number>`jsonb_array_length(licence_package.lines)`.as('rows'));

export type PackageRecord = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** Selects the package with this number, unless it has expired by the day. */
export const findPackage = (db: Db, number: string, day: string): Promise<PackageRecord | undefined> =>
  rows(db).where('licence_package.number', '=', number).where('licence_package.ends_on', '>=', day).executeTakeFirst();

export const findPackageById = (db: Db, id: string): Promise<PackageRecord | undefined> =>
  rows(db).where('licence_package.id', '=', id).executeTakeFirst();

/** Selects the packages for schools of a district, newest first. */
export const listPackages = (db: Db, districtId: string | null, limit: number): Promise<PackageRecord[]> =>
  rows(db).where('school.district_id', '=', districtId).orderBy('licence_package.id', 'desc').limit(limit).execute();

export const insertPackage = (db: Db, { lines, ...row }: Insertable<Tables['licence_package']>): Promise<unknown> =>
  db
    .insertInto('licence_package')
    .values({ ...row, lines: JSON.stringify(lines) })
    .execute();

/** Records the first import of a deposited package. */
export const recordPickUp = (db: Db, id: string, by: { person_id: string; now: Date }): Promise<unknown> =>
  db
    .updateTable('licence_package')
    .set({ picked_up_by: by.person_id, picked_up_at: by.now })
    .where('licence_package.id', '=', id)
    .where('licence_package.picked_up_at', 'is', null)
    .execute();

/** Deletes a package. Returns false if it was imported meanwhile. */
export async function deletePackage(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('licence_package')
    .where('licence_package.id', '=', id)
    .where('licence_package.picked_up_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the packages that expired before a day. */
export const removeEndedPackages = (db: Db, day: string): Promise<unknown> =>
  db.deleteFrom('licence_package').where('licence_package.ends_on', '<', day).execute();

/** Selects media by identifier or number. */
export const listNamedMedia = (db: Db, names: readonly string[]) => {
  const those = matchTexts(names);
  return db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_nr', 'media_item.fn_titel', 'media_item.free'])
    .where((eb) => eb.or([eb('media_item.identifier', '=', those), eb('media_item.fn_nr', '=', those)]))
    .where('media_item.retired_at', 'is', null)
    .where(isOfCatalogue)
    .limit(10_000)
    .execute();
};

/** Selects licences by publisher and number. */
export const listEntered = (db: Db, keys: readonly { licensor: string; code: string }[]) =>
  db
    .selectFrom('licence')
    .select(['licence.licensor', 'licence.purchase_ref', 'licence.school_id', 'licence.district_id'])
    .where(
      sql<boolean>`(licence.licensor, licence.purchase_ref) in (select key.licensor, key.code
        from json_to_recordset(${JSON.stringify(keys)}::json) as key (licensor text, code text))`,
    )
    .execute();

/** Inserts the licences that do not exist yet and returns their media. */
export async function insertLicences(db: Db, licences: readonly Insertable<Tables['licence']>[]): Promise<string[]> {
  if (licences.length === 0) return [];
  const inserted = await db
    .insertInto('licence')
    .values(licences.map((row) => ({ ...row, rights: JSON.stringify(row.rights) })))
    .onConflict((conflict) => conflict.columns(['licensor', 'purchase_ref']).where('purchase_ref', '<>', sql.lit('')).doNothing())
    .returning('licence.identifier')
    .execute();
  return inserted.map(({ identifier }) => identifier);
}
