/** Queries for creating and changing licences. The list is in `list-repository.ts`. */
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import type { LICENCE_EVENTS } from '@fundus/contract/licences/licences';
import { sql, type Insertable, type Updateable } from 'kysely';
import { matchTexts, matchUuids } from '../../db/any-of.ts';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import { isOfCatalogue } from '../../visitors/own-material-repository.ts';

export const selectManagedRows = (db: Db) =>
  db
    .selectFrom('licence')
    .innerJoin('media_item', 'media_item.identifier', 'licence.identifier')
    .leftJoin('school', 'school.id', 'licence.school_id')
    .leftJoin('district', 'district.id', 'licence.district_id');

export const selectColumns = (rows: ReturnType<typeof selectManagedRows>) =>
  rows
    .select(['licence.id', 'licence.identifier', 'media_item.fn_titel', 'media_item.fn_typ', 'media_item.fn_nr', 'media_item.is_mediathek'])
    .select(['licence.scope', 'licence.district_id', 'licence.school_id', 'licence.valid_from', 'licence.valid_to', 'licence.seats'])
    .select(['licence.taken', 'licence.in_use', 'licence.returns_left', 'licence.hidden', 'licence.audience', 'licence.origin'])
    .select([
      'licence.licensor',
      'licence.purchase_ref',
      'licence.runtime',
      'licence.runtime_days',
      'licence.warn_below',
      'licence.price',
      'licence.version',
    ])
    .select((eb) => [
      sql<Rights>`licence.rights`.as('rights'),
      sql<boolean>`licence.withdrawn_at is not null`.as('withdrawn'),
      eb.fn.coalesce('licence.district_id', 'school.district_id').as('owner_district'),
      sql<string>`coalesce(school.name, district.name, '')`.as('owner_name'),
      sql<string>`coalesce(school.number, '')`.as('school_number'),
    ]);

export type ManagedRow = Awaited<ReturnType<typeof findManaged>> & {};

/** Selects a licence with its medium and owner, regardless of the user's permissions. */
export const findManaged = (db: Db, id: string) => selectColumns(selectManagedRows(db)).where('licence.id', '=', id).executeTakeFirst();

/** Selects the licence to which a code belongs. */
export const findManagedLicenceByCode = (db: Db, codeId: string) =>
  selectColumns(selectManagedRows(db))
    .where('licence.id', '=', (of) => of.selectFrom('licence_code').select('licence_code.licence_id').where('licence_code.id', '=', codeId))
    .executeTakeFirst();

export const findManagedLicences = (db: Db, ids: readonly string[]) =>
  selectColumns(selectManagedRows(db)).where('licence.id', '=', matchUuids(ids)).limit(1_000).execute();

export const insertLicence = (db: Db, row: Insertable<Tables['licence']>): Promise<unknown> =>
  db
    .insertInto('licence')
    .values({ ...row, rights: JSON.stringify(row.rights) })
    .execute();

/** Returns true if a licence allows the whole district to use a medium on a day. */
export async function hasDistrictLicence(db: Db, identifier: string, districtId: string, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('licence')
    .select('licence.id')
    .where('licence.identifier', '=', identifier)
    .where('licence.scope', '=', 'district')
    .where('licence.district_id', '=', districtId)
    .where('licence.hidden', '=', false)
    .where('licence.withdrawn_at', 'is', null)
    .where(sql<boolean>`coalesce(licence.valid_to >= ${day}, true)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates a licence. Returns false if its version has changed. */
export async function updateLicence(
  db: Db,
  id: string,
  version: number,
  { rights, ...set }: Updateable<Tables['licence']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('licence')
    .set({ ...set, ...(rights !== undefined && { rights: JSON.stringify(rights) }), version: version + 1 })
    .where('licence.id', '=', id)
    .where('licence.version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects media by identifier or media number, unsorted. */
export const findMedia = (db: Db, identifiers: readonly string[], number: string | null) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.fn_typ', 'media_item.fn_nr', 'media_item.is_mediathek'])
    .select(['media_item.fn_prodname', 'media_item.year', 'media_item.free'])
    .where(isOfCatalogue)
    .where((eb) =>
      eb.or([eb('media_item.identifier', '=', matchTexts(identifiers)), ...(number === null ? [] : [eb('media_item.fn_nr', '=', number)])]),
    )
    .limit(50)
    .execute();

export const findMedium = async (db: Db, identifier: string) => (await findMedia(db, [identifier], null))[0];

export const findSchool = (db: Db, id: string) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.district_id', 'school.number', 'school.name'])
    .where('school.id', '=', id)
    .executeTakeFirst();

export const findDistrictName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('district').select('district.name').where('district.id', '=', id).executeTakeFirst())?.name;

export type EventKind = (typeof LICENCE_EVENTS)[number];

export const recordLicenceEvent = (
  db: Db,
  event: { licence_id: string; what: EventKind; at: Date; person_id: string | null; count?: number },
): Promise<unknown> =>
  db
    .insertInto('licence_event')
    .values({ id: newId(event.at), ...event })
    .execute();

/** Selects the events of a licence, latest first. */
export const listEvents = (db: Db, licenceId: string) =>
  db
    .selectFrom('licence_event')
    .leftJoin('person', 'person.id', 'licence_event.person_id')
    .select(['licence_event.at', 'licence_event.what', 'licence_event.count', 'person.vorname', 'person.name'])
    .where('licence_event.licence_id', '=', licenceId)
    .orderBy('licence_event.at', 'desc')
    .orderBy('licence_event.id', 'desc')
    .limit(50)
    .execute();

/** Returns the ids of the users who manage a school's licences. */
export async function listManagers(db: Db, schoolId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('person.id')
    .where('person.school_id', '=', schoolId)
    .where('person.state', '=', 'active')
    .where(sql<boolean>`(person.school_admin in ('1', '2') or 'cap_licences' = any(person.capabilities))`)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Permissions of a school's teachers. Both are granted by default: taking a seat, and assigning seats to the classes they teach. */
export type TeacherPermissions = { teachers_take: boolean; teachers_assign: boolean };

export async function findTeacherPermissions(db: Db, schoolId: string): Promise<TeacherPermissions> {
  const row = await db
    .selectFrom('licence_setting')
    .select(['licence_setting.teachers_take', 'licence_setting.teachers_assign'])
    .where('licence_setting.school_id', '=', schoolId)
    .executeTakeFirst();
  return row ?? { teachers_take: true, teachers_assign: true };
}

export const setTeacherPermissions = (db: Db, school_id: string, may: TeacherPermissions): Promise<unknown> =>
  db
    .insertInto('licence_setting')
    .values({ school_id, ...may })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(may))
    .execute();

/** Deletes the licences of a trial. Returns the media concerned. */
export async function removeLicencesOfTrial(db: Db, trialId: string): Promise<string[]> {
  const rows = await db.deleteFrom('licence').where('licence.trial_id', '=', trialId).returning('licence.identifier').execute();
  return rows.map(({ identifier }) => identifier);
}
