import { sql, type Insertable, type Selectable } from 'kysely';
import { matchTexts, matchUuids } from '../../../db/any-of.ts';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import type { EventKind, ManagedRow } from '../manage-repository.ts';
import { isOfCatalogue } from '../../../visitors/own-material-repository.ts';

/** Stored terms of a licence that a bulk change may set. */
export type StoredTerms = Pick<
  ManagedRow,
  'valid_from' | 'valid_to' | 'seats' | 'audience' | 'rights' | 'licensor' | 'price' | 'warn_below' | 'hidden'
> & { withdrawn_at: string | null };

/** Maximum number of rows per SQL statement. */
const PART = 1_000;

const partsOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / PART) }, (_, i) => rows.slice(i * PART, (i + 1) * PART));

/** Sets the terms of licences that still have the given versions. Increments their versions. Returns the number of changed rows. */
export async function setTerms(db: Db, rows: readonly (StoredTerms & { id: string; version: number })[]): Promise<number> {
  let changed = 0;
  for (const part of partsOf(rows)) {
    const { numAffectedRows } = await sql`update licence set valid_from = next.valid_from, valid_to = next.valid_to, seats = next.seats,
        audience = next.audience, rights = next.rights, licensor = next.licensor, price = next.price, warn_below = next.warn_below,
        hidden = next.hidden, withdrawn_at = next.withdrawn_at, version = licence.version + 1
      from json_populate_recordset(null::licence, ${JSON.stringify(part)}::json) as next
      where licence.id = next.id and licence.version = next.version`.execute(db);
    changed += Number(numAffectedRows ?? 0);
  }
  return changed;
}

export async function insertLicencesOfBulk(db: Db, rows: readonly Insertable<Tables['licence']>[]): Promise<void> {
  for (const part of partsOf(rows))
    await db
      .insertInto('licence')
      .values(part.map((row) => ({ ...row, rights: JSON.stringify(row.rights) })))
      .execute();
}

/** Assigns licences of a district to schools. These licences have no limited number of seats. */
export async function grantToSchools(
  db: Db,
  licenceIds: readonly string[],
  schoolIds: readonly string[],
  by: { person_id: string; now: Date },
): Promise<void> {
  const rows = licenceIds.flatMap((licence_id) =>
    schoolIds.map((school_id) => ({ id: newId(by.now), licence_id, school_id, taken: 0, assigned_by: by.person_id, assigned_at: by.now })),
  );
  for (const part of partsOf(rows)) await db.insertInto('licence_seat').values(part).execute();
}

export async function insertEvents(
  db: Db,
  ids: readonly string[],
  { what, at, person_id }: { what: EventKind; at: Date; person_id: string },
): Promise<void> {
  for (const part of partsOf(ids))
    await db
      .insertInto('licence_event')
      .values(part.map((licence_id) => ({ id: newId(at), licence_id, what, at, person_id })))
      .execute();
}

export const endSeatsOf = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('licence_seat').where('licence_seat.licence_id', '=', matchUuids(ids)).execute();

/** Selects catalogue media by identifier. A school's own material has no licences and is left out. */
export const findMediaOf = (db: Db, identifiers: readonly string[]) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.free'])
    .where('media_item.identifier', '=', matchTexts(identifiers))
    .where('media_item.retired_at', 'is', null)
    .where(isOfCatalogue)
    .limit(identifiers.length)
    .execute();

/** Selects open schools of a district, either all or the given ones. */
export const findSchoolsOf = (db: Db, districtId: string | null, ids: readonly string[] | 'all', limit: number) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.number'])
    .where('school.district_id', '=', districtId)
    .where('school.state', '<>', 'closed')
    .$if(ids !== 'all', (rows) => rows.where('school.id', '=', matchTexts(ids === 'all' ? [] : ids)))
    .orderBy('school.name')
    .orderBy('school.id')
    .limit(limit)
    .execute();

type Covering = {
  scope: ManagedRow['scope'];
  day: string;
  owners: readonly { district_id: string | null; school_id: string | null }[];
};

/** Selects current and future licences of media that are free or have this scope and one of the owners. */
export const listCovering = (db: Db, identifiers: readonly string[], { scope, day, owners }: Covering) =>
  db
    .selectFrom('licence')
    .select([
      'licence.scope',
      'licence.identifier',
      'licence.district_id',
      'licence.school_id',
      'licence.valid_from',
      'licence.valid_to',
      'licence.audience',
    ])
    .where('licence.identifier', '=', matchTexts(identifiers))
    .where((eb) =>
      eb.or([
        eb('licence.scope', '=', 'free'),
        eb.and([
          eb('licence.scope', '=', scope),
          eb.or([
            eb('licence.school_id', '=', matchTexts(owners.flatMap(({ school_id }) => school_id ?? []))),
            eb('licence.district_id', '=', matchTexts(owners.flatMap(({ district_id }) => district_id ?? []))),
          ]),
        ]),
      ]),
    )
    .where('licence.withdrawn_at', 'is', null)
    .where('licence.hidden', '=', false)
    .where(sql<boolean>`coalesce(licence.valid_to >= ${day}, true)`)
    .execute();

type BulkRow = { id: string; version: number; before: StoredTerms | null };
export type Bulk = Omit<Selectable<Tables['licence_bulk']>, 'rows'> & { rows: BulkRow[] };

export const insertBulk = (
  db: Db,
  { rows, ...bulk }: { id: string; person_id: string; at: Date; rows: readonly BulkRow[] },
): Promise<unknown> =>
  db
    .insertInto('licence_bulk')
    .values({ ...bulk, rows: JSON.stringify(rows) })
    .execute();

/** Returns a user's bulk change unless it was undone, and locks it until commit. */
export const lockBulk = async (db: Db, id: string, personId: string): Promise<Bulk | undefined> =>
  (await db
    .selectFrom('licence_bulk')
    .selectAll()
    .where('licence_bulk.id', '=', id)
    .where('licence_bulk.person_id', '=', personId)
    .where('licence_bulk.undone_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) as Bulk | undefined;

export const markBulkUndone = (db: Db, id: string, now: Date): Promise<unknown> =>
  db.updateTable('licence_bulk').set({ undone_at: now }).where('licence_bulk.id', '=', id).execute();

export const removeOldBulks = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('licence_bulk').where('licence_bulk.at', '<', before).execute();

/** Deletes those of the licences that have no assigned seats. Returns the deleted rows. */
export const removeUnusedLicences = (db: Db, ids: readonly string[]) =>
  db
    .deleteFrom('licence')
    .where('licence.id', '=', matchUuids(ids))
    .where('licence.in_use', '=', 0)
    .where('licence.taken', '=', 0)
    .returning(['licence.id', 'licence.identifier'])
    .execute();
