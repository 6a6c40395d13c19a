/** Queries for imported records. Each statement handles a whole batch. */
import { MEDIA_FIELD_NAMES } from '@fundus/contract/catalogue/media-record';
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { isOfCatalogue } from '../../../visitors/own-material-repository.ts';

const FIELDS = [...MEDIA_FIELD_NAMES, 'free'] as const;
const COLUMNS = ['identifier', ...FIELDS, 'content_hash', 'breaks'] as const satisfies readonly (keyof Tables['media_item'])[];

/** Hash of a record that its source no longer delivers. If the source delivers the record again, it is restored. */
const GONE = 'gone';

/** Assignments of an update that keep the values of manually edited fields. */
const KEEPING_EDITED = sql.join(
  FIELDS.map((field) => {
    const [column, old, fresh] = [sql.ref(field), sql.ref(`media_item.${field}`), sql.ref(`excluded.${field}`)];
    return sql`${column} = case when ${sql.lit(field)} = any(media_item.edited) then ${old} else ${fresh} end`;
  }),
);

/** Fields whose soft hyphens are computed by the hourly routine if they were edited by hand. */
const SHOWN_BY_HAND = sql.lit('{fn_titel,fn_kurztext,fn_prodname,fn_sprache}');

/** Stored state of an imported record. `merged_into` is the medium that it became part of. `own` is true for own material of a school. */
type KnownRow = { content_hash: string; published: string; merged_into: string | null; own: boolean };
export type KnownRows = ReadonlyMap<string, KnownRow>;

/** Returns the stored state of those records that exist. */
export async function findKnown(db: Db, ids: readonly string[]): Promise<KnownRows> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.content_hash', 'media_item.published', 'media_item.merged_into'])
    .select(sql<boolean>`not ${isOfCatalogue}`.as('own'))
    .where('media_item.identifier', '=', matchTexts(ids))
    .execute();
  return new Map(rows.map(({ identifier, ...row }) => [identifier, row]));
}

/** Returns all districts and schools that licences can reference. */
export async function listOwners(db: Db) {
  const districts = await db.selectFrom('district').select('district.id').limit(10_000).execute();
  const schools = await db.selectFrom('school').select(['school.id', 'school.number']).limit(100_000).execute();
  return { districts, schools };
}

type Row = Readonly<Record<string, unknown>>;

/** Inserts or updates media. Returns the identifiers of the media that existed before. */
export async function storeItems(db: Db, items: readonly Row[]): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`with stored as (
    insert into media_item (${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    select ${sql.join(COLUMNS.map((column) => sql.ref(`item.${column}`)))}
    from json_populate_recordset(null::media_item, ${JSON.stringify(items)}::json) as item
    on conflict (identifier) do update set ${KEEPING_EDITED}, content_hash = excluded.content_hash, updated_at = now(),
      breaks = case when media_item.edited && ${SHOWN_BY_HAND}::text[] then null else excluded.breaks end,
      retired_at = case when media_item.content_hash = ${GONE} then null else media_item.retired_at end,
      version = media_item.version + 1
    returning media_item.identifier, media_item.xmax = 0 as fresh
  ) select stored.identifier from stored where not stored.fresh`.execute(db);
  return rows.map((row) => row.identifier);
}

/** Returns the media whose sequences were edited by hand. */
export async function findSequencesByHand(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ identifier: string }>`select media_item.identifier from media_item
    where media_item.identifier = ${matchTexts(ids)} and 'sequences' = any(media_item.edited)`.execute(db);
  return new Set(rows.map((row) => row.identifier));
}

/** Replaces the imported files of records. Files that a user removed are not added again. `ids` are the media that existed before. */
export async function replaceFiles(db: Db, ids: readonly string[], files: readonly Row[]): Promise<void> {
  if (ids.length) await sql`delete from media_file where identifier = ${matchTexts(ids)} and uploaded_at is null`.execute(db);
  if (files.length)
    await sql`insert into media_file (identifier, rank, role, mime, path, language, label, bytes, sha256, width, height)
      select identifier, rank, role, mime, path, language, label, bytes, sha256, width, height
      from json_populate_recordset(null::media_file, ${JSON.stringify(files)}::json) as file
      where not exists (select from removed_file where removed_file.identifier = file.identifier and removed_file.path = file.path)`.execute(
      db,
    );
}

/** Replaces the sequences of records. `ids` are the media that existed before. */
export async function replaceSequences(db: Db, ids: readonly string[], sequences: readonly Row[]): Promise<void> {
  if (ids.length) await sql`delete from media_sequence where identifier = ${matchTexts(ids)}`.execute(db);
  if (sequences.length)
    await sql`insert into media_sequence (identifier, rank, start_s, end_s, title)
      select identifier, rank, start_s, end_s, title from json_populate_recordset(null::media_sequence, ${JSON.stringify(sequences)}::json)`.execute(
      db,
    );
}

/** Returns the condition that a source may remove the medium. */
const canGo = (ids: readonly string[]) => sql`media_item.identifier = ${matchTexts(ids)}
  and not exists (select from own_material where own_material.identifier = media_item.identifier)`;

export async function countExisting(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from media_item
    where ${canGo(ids)} and media_item.retired_at is null`.execute(db);
  return rows[0]!.count;
}

/** Retires media that their source no longer delivers. Returns the media that were visible before, which excludes merged media. */
export async function retireItems(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ identifier: string; part: boolean }>`
    update media_item set retired_at = coalesce(media_item.retired_at, ${now}::timestamptz), content_hash = ${GONE},
      version = media_item.version + 1, updated_at = ${now}::timestamptz
    where ${canGo(ids)} and (media_item.retired_at is null or media_item.merged_into is not null)
    returning media_item.identifier, media_item.merged_into is not null as part`.execute(db);
  return rows.flatMap((row) => (row.part ? [] : row.identifier));
}

/** Marks merged media as delivered again by their source. */
export const markDeliveredAgain = (db: Db, parts: readonly string[]): Promise<unknown> =>
  sql`update media_item set content_hash = '' where media_item.identifier = ${matchTexts(parts)} and media_item.content_hash = ${GONE}`.execute(
    db,
  );

/**
 * Merges a medium into the medium `kept`, or separates it again if `kept` is `null`. A separated medium remains retired if its source no longer
 * delivers it.
 */
export const markMerged = (db: Db, gone: string, kept: string | null, now: Date): Promise<unknown> =>
  sql`update media_item set merged_into = ${kept}, updated_at = ${now}::timestamptz, version = media_item.version + 1,
      retired_at = case when ${kept}::text is null and media_item.content_hash <> ${GONE} then null else ${now}::timestamptz end
    where media_item.identifier = ${gone}`.execute(db);

type Compared = { identifier: string; fn_titel: string; year: number | null; fn_prodname: string; url: string | null } & Record<
  'isbn' | 'ean' | 'doi',
  string | null
>;

/**
 * Conditions under which two records describe the same work: equal number, equal address, or equal title, year and producer. Each condition uses its
 * own index.
 */
const SAMENESS = [
  sql`left(other.url, 500) = left(asked.url, 500) and other.url = asked.url`,
  sql`other.isbn = asked.isbn`,
  sql`other.ean = asked.ean`,
  sql`other.doi = asked.doi`,
  sql`asked.fn_prodname <> '' and lower(left(other.fn_titel, 200)) = lower(left(asked.fn_titel, 200))
    and other.year = asked.year and lower(left(other.fn_prodname, 200)) = lower(left(asked.fn_prodname, 200))`,
];

/** Returns new records whose work already exists under another identifier, in the database or earlier in the batch. */
export async function findSameItems(db: Db, works: readonly Compared[]): Promise<{ identifier: string; same: string }[]> {
  const { rows } = await sql<{ identifier: string; same: string }>`
    with asked as (
      select work.* from json_to_recordset(${JSON.stringify(works.map((work, nth) => ({ ...work, nth })))}::json)
        as work (nth integer, identifier text, fn_titel text, year integer, fn_prodname text, url text, isbn text, ean text, doi text)
      where not exists (select from media_item where media_item.identifier = work.identifier)
    ), there as (${sql.join(
      SAMENESS.map((same) => sql`select asked.identifier, other.identifier as same from asked join media_item as other on ${same}`),
      sql` union `,
    )}), before as (${sql.join(
      SAMENESS.map(
        (same) => sql`select asked.identifier, other.identifier as same, other.nth from asked join asked as other
          on ${same} and other.nth < asked.nth and other.identifier <> asked.identifier`,
      ),
      sql` union `,
    )}), found as (
      select there.identifier, min(there.same) as same from there join media_item on media_item.identifier = there.same
      where media_item.retired_at is null
        and not exists (select from own_material where own_material.identifier = there.same)
        and not exists (select from media_draft where media_draft.identifier = there.same)
      group by there.identifier
    )
    select found.identifier, found.same from found
    union all
    (select distinct on (before.identifier) before.identifier, before.same from before
      where not exists (select from found where found.identifier = before.identifier) order by before.identifier, before.nth)`.execute(db);
  return rows;
}
