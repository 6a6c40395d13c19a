/** Queries for external sources. */
import type { SourceProblem } from '@fundus/contract/external-sources/external-sources';
import type { SourceKind } from '@fundus/contract/external-sources/sources';
import { sql, type Selectable } from 'kysely';
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

export type SourceRow = Pick<
  Selectable<Tables['external_source']>,
  | 'id'
  | 'district_id'
  | 'kind'
  | 'label'
  | 'address'
  | 'scope'
  | 'account'
  | 'key_sealed'
  | 'enabled'
  | 'teachers_only'
  | 'advertising'
  | 'sign_in'
  | 'version'
>;

const selectSources = (db: Db) =>
  db
    .selectFrom('external_source')
    .select(['external_source.id', 'external_source.district_id', 'external_source.kind', 'external_source.label'])
    .select(['external_source.address', 'external_source.scope', 'external_source.account', 'external_source.key_sealed'])
    .select(['external_source.enabled', 'external_source.teachers_only', 'external_source.advertising', 'external_source.sign_in'])
    .select('external_source.version');

const ofDistrict = (db: Db, districtId: string) =>
  selectSources(db)
    .where('external_source.district_id', '=', districtId)
    .orderBy('external_source.rank')
    .orderBy('external_source.id')
    .limit(100);

export const listSources = (db: Db, districtId: string): Promise<SourceRow[]> => ofDistrict(db, districtId).execute();

export const listEnabled = (db: Db, districtId: string): Promise<SourceRow[]> =>
  ofDistrict(db, districtId).where('external_source.enabled', '=', true).execute();

export const findSource = (db: Db, districtId: string, id: string): Promise<SourceRow | undefined> =>
  ofDistrict(db, districtId).where('external_source.id', '=', id).executeTakeFirst();

/** Returns active sources that are due for a check: available ones last checked before `good`, and failing ones before `failing`. */
export const listToCheck = (db: Db, { good, failing }: { good: Date; failing: Date }): Promise<SourceRow[]> =>
  selectSources(db)
    .leftJoin('source_check', 'source_check.source_id', 'external_source.id')
    .where('external_source.enabled', '=', true)
    .where(
      sql<boolean>`(source_check.checked_at is null or source_check.checked_at <= ${good}
        or source_check.problem is not null and source_check.checked_at <= ${failing})`,
    )
    .orderBy(sql`source_check.checked_at nulls first`)
    .orderBy('external_source.id')
    .limit(1_000)
    .execute();

/** Returns the last check of each source of a district. */
export const listChecks = (db: Db, districtId: string) =>
  db
    .selectFrom('source_check')
    .innerJoin('external_source', 'external_source.id', 'source_check.source_id')
    .select([
      'source_check.source_id',
      'source_check.checked_at',
      'source_check.problem',
      'source_check.status',
      'source_check.failing_since',
    ])
    .where('external_source.district_id', '=', districtId)
    .limit(100)
    .execute();

type Outcome = { now: Date; problem: SourceProblem | null; status: number | null };

/** Stores a check unless the source has been changed since. */
export const saveCheck = (
  db: Db,
  { id, version }: Pick<SourceRow, 'id' | 'version'>,
  { now, problem, status }: Outcome,
): Promise<unknown> =>
  sql`insert into source_check (source_id, checked_at, problem, status, failing_since)
    select external_source.id, ${now}::timestamptz, ${problem}::text, ${status}::integer, case when ${problem}::text is not null then ${now}::timestamptz end
    from external_source where external_source.id = ${id} and external_source.version = ${version}
    on conflict (source_id) do update set checked_at = excluded.checked_at, problem = excluded.problem, status = excluded.status,
      failing_since = case when excluded.problem is not null then coalesce(source_check.failing_since, excluded.failing_since) end`.execute(
    db,
  );

/** Removes the check of a changed source, so that the source is checked again. */
export const removeCheck = (db: Db, id: string) => db.deleteFrom('source_check').where('source_check.source_id', '=', id).execute();

/** Locks a district, so that concurrent changes cannot exceed the maximum number of sources. */
export const lockDistrict = (db: Db, districtId: string) =>
  db.selectFrom('district').select('district.id').where('district.id', '=', districtId).forUpdate().execute();

export type SourceValues = {
  kind: SourceKind;
  label: string;
  address: string;
  scope: string;
  account: string;
  key_sealed: string | null;
  enabled: boolean;
  teachers_only: boolean;
  advertising: boolean;
  sign_in: boolean;
};
/** Time and author of a change. The demo has no author. */
type By = { now: Date; personId: string | null };

export const insertSource = (db: Db, at: { id: string; districtId: string; rank: number }, values: SourceValues, by: By) =>
  db
    .insertInto('external_source')
    .values({ ...values, id: at.id, district_id: at.districtId, rank: at.rank, changed_at: by.now, changed_by: by.personId })
    .execute();

/** Updates a source. Returns false if its version has changed. */
export async function updateSource(db: Db, id: string, version: number, values: SourceValues, by: By): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('external_source')
    .set({ ...values, version: version + 1, changed_at: by.now, changed_by: by.personId })
    .where('external_source.id', '=', id)
    .where('external_source.version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deleteSource = (db: Db, id: string) => db.deleteFrom('external_source').where('external_source.id', '=', id).execute();

export const setRank = (db: Db, id: string, rank: number) =>
  db.updateTable('external_source').set({ rank }).where('external_source.id', '=', id).execute();

/** Returns media with one of these titles or addresses, using an index for each. */
export const listMediaLike = (db: Db, titles: readonly string[], addresses: readonly string[]) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.fn_prodname', 'media_item.year', 'media_item.url'])
    .where('media_item.retired_at', 'is', null)
    .where(
      sql<boolean>`(lower(left(media_item.fn_titel, 200)) = any(array(select lower(left(title, 200)) from unnest(${sql.val(titles)}::text[]) as title))
        or left(media_item.url, 500) = any(${sql.val(addresses)}::text[]))`,
    )
    .limit(200)
    .execute();

/** Removes sources that only these people have changed. Returns their number. */
export async function removeSourcesOf(db: Db, districtId: string, people: RemovedPeople): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('external_source')
    .where('external_source.district_id', '=', districtId)
    .where(({ eb, or }) => or([eb('external_source.changed_by', 'is', null), eb('external_source.changed_by', '=', matchPeople(people))]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
