/** Queries for the licences of media, and for licences declared by records. */
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { sql } from 'kysely';
import { distinctValues, matchTexts, matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { readAsJson } from '../../db/read-in-one-piece.ts';
import type { LicenceRow, LicenceVisibility } from './active.ts';

/** All licences of the query's medium as one JSON value, whether in force or not. */
export const licencesAsJson = sql<LicenceRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', licence.id, 'scope', licence.scope, 'district_id', licence.district_id, 'school_id', licence.school_id,
    'valid_from', licence.valid_from, 'valid_to', licence.valid_to, 'seats', licence.seats, 'taken', licence.taken, 'in_use', licence.in_use,
    'returns_left', licence.returns_left, 'hidden', licence.hidden, 'withdrawn', licence.withdrawn_at is not null,
    'audience', licence.audience, 'rights', licence.rights))
  from licence where licence.identifier = media_item.identifier), '[]'::json)`;

const selectVisibility = (db: Db) =>
  db
    .selectFrom('licence')
    .select(['licence.id', 'licence.identifier', 'licence.scope', 'licence.district_id', 'licence.school_id', 'licence.valid_from'])
    .select(['licence.valid_to', 'licence.seats', 'licence.taken', 'licence.in_use', 'licence.returns_left', 'licence.hidden'])
    .select(['licence.audience', sql<boolean>`licence.withdrawn_at is not null`.as('withdrawn')]);

const selectLicenceRows = (db: Db) => selectVisibility(db).select(['licence.origin', sql<Rights>`licence.rights`.as('rights')]);

/** Returns all licences of media, whether in force or not. One JSON value per medium is faster than many rows. */
export function findLicences(db: Db, identifiers: readonly string[]) {
  const own = selectLicenceRows(db)
    .where('licence.identifier', '=', sql<string>`asked.value`)
    .offset(sql.lit(0))
    .as('own');
  const rows = db
    .selectFrom(distinctValues(identifiers).as('asked'))
    .innerJoinLateral(own, (join) => join.onTrue())
    .selectAll('own');
  return readAsJson(db, rows);
}

/** Licence as the index reads it. `holder` is the district whose schools hold it, or '' for everyone. */
export type IndexedLicence = LicenceVisibility & { identifier: string; holder: string };

/**
 * Returns all licences of media without their rights, whether in force or not. A catalogue has as many licences as media, and most of them have the
 * same terms.
 */
export function findIndexedLicences(db: Db, identifiers: readonly string[]): Promise<IndexedLicence[]> {
  const own = selectVisibility(db)
    .leftJoin('school', 'school.id', 'licence.school_id')
    .select(sql<string>`coalesce(licence.district_id, school.district_id, '')`.as('holder'))
    .where('licence.identifier', '=', sql<string>`asked.value`)
    .offset(sql.lit(0))
    .as('own');
  const rows = db
    .selectFrom(distinctValues(identifiers).as('asked'))
    .innerJoinLateral(own, (join) => join.onTrue())
    .selectAll('own');
  return readAsJson(db, rows);
}

/** Returns, by medium, the districts whose schools hold a licence on any day. '' stands for every district. Media without a licence are left out. */
export async function findHolders(db: Db, identifiers: readonly string[]): Promise<Map<string, string[]>> {
  if (identifiers.length === 0) return new Map();
  const { rows } = await sql<{ identifier: string; holders: string[] }>`
    select own.identifier, array_agg(distinct own.district_id) as holders
    from ${distinctValues(identifiers)} as asked cross join lateral (
      select licence.identifier, coalesce(licence.district_id, school.district_id, '') as district_id
      from licence left join school on school.id = licence.school_id where licence.identifier = asked.value offset 0
    ) as own group by own.identifier`.execute(db);
  return new Map(rows.map(({ identifier, holders }) => [identifier, holders]));
}

/** Locks licences in the order of their ids, which prevents deadlocks. Deleted licences are missing from the result. */
export async function lockLicences(db: Db, ids: readonly string[]) {
  return selectLicenceRows(db)
    .select(['licence.version', 'licence.runtime', 'licence.runtime_days'])
    .where('licence.id', '=', matchUuids(ids))
    .orderBy('licence.id')
    .limit(1_000)
    .forUpdate()
    .execute();
}

/** Licence declared by a record. */
export type RecordLicenceRow = Pick<
  LicenceRow,
  'scope' | 'district_id' | 'school_id' | 'valid_from' | 'valid_to' | 'seats' | 'audience' | 'rights'
> & {
  identifier: string;
};

/**
 * Replaces the licences of records. A licence with the same owner and audience keeps its id and seats, and its number of seats never falls below the
 * number of assigned seats. A removed licence with assigned seats ends yesterday. Licences entered by hand or bought stay unchanged. `identifiers`
 * are the records that existed before, because new ones have no licences yet.
 */
export async function storeRecordLicences(db: Db, identifiers: readonly string[], rows: readonly RecordLicenceRow[]): Promise<void> {
  if (identifiers.length === 0) return insertRecordLicences(db, rows);
  const partition = sql`partition by identifier, scope, district_id, school_id, audience order by valid_from nulls first, valid_to nulls last`;
  await sql`
    with given as materialized (
      select *, row_number() over (${partition}) as nth from json_populate_recordset(null::licence, ${JSON.stringify(rows)}::json)
    ), known as materialized (
      select *, row_number() over (${partition}, id) as nth from licence
      where licence.origin = 'record' and licence.identifier = ${matchTexts(identifiers)}
    ), kept as materialized (
      select known.id as known_id, given.* from known join given
        on given.identifier = known.identifier and given.scope = known.scope and given.audience = known.audience and given.nth = known.nth
        and given.district_id is not distinct from known.district_id and given.school_id is not distinct from known.school_id
    ), changed as (
      update licence set valid_from = kept.valid_from, valid_to = kept.valid_to, rights = kept.rights,
        seats = case when kept.seats = 0 then 0 else greatest(kept.seats, licence.taken) end
      from kept where licence.id = kept.known_id
    ), ended as (
      update licence set valid_to = least(licence.valid_to, current_date - 1)
      from known where licence.id = known.id and known.taken > 0 and known.id not in (select kept.known_id from kept)
    ), gone as (
      delete from licence using known where licence.id = known.id and known.taken = 0 and known.id not in (select kept.known_id from kept)
    )
    insert into licence (identifier, scope, district_id, school_id, valid_from, valid_to, seats, audience, rights)
    select given.identifier, given.scope, given.district_id, given.school_id, given.valid_from, given.valid_to, given.seats, given.audience, given.rights
    from given where not exists (
      select 1 from kept where kept.identifier = given.identifier and kept.scope = given.scope and kept.audience = given.audience
        and kept.nth = given.nth and kept.district_id is not distinct from given.district_id and kept.school_id is not distinct from given.school_id)`.execute(
    db,
  );
}

/** Inserts the licences of records. Equal terms are sent to the database only once, because most of thousands of records share them. */
async function insertRecordLicences(db: Db, rows: readonly RecordLicenceRow[]): Promise<void> {
  if (rows.length === 0) return;
  const kinds = new Map<string, number>();
  const nths = rows.map(({ identifier: _, ...kind }) => {
    const text = JSON.stringify(kind);
    const nth = kinds.get(text) ?? kinds.size;
    kinds.set(text, nth);
    return nth;
  });
  const identifiers = rows.map(({ identifier }) => identifier);
  await sql`
    insert into licence (identifier, scope, district_id, school_id, valid_from, valid_to, seats, audience, rights)
    select given.identifier, kind.scope, kind.district_id, kind.school_id, kind.valid_from, kind.valid_to, kind.seats, kind.audience, kind.rights
    from unnest(${sql.val(identifiers)}::text[], ${sql.val(nths)}::int[]) as given (identifier, nth)
      join rows from (json_to_recordset(${`[${[...kinds.keys()].join()}]`}::json) as (scope text, district_id text, school_id text,
        valid_from date, valid_to date, seats integer, audience text, rights jsonb)) with ordinality
        as kind (scope, district_id, school_id, valid_from, valid_to, seats, audience, rights, nth) on kind.nth = given.nth + 1`.execute(
    db,
  );
}
