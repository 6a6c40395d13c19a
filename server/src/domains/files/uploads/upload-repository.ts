/** Queries for uploads and deleted files. */
import type { FileRole } from '@fundus/contract/files/files';
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { ValueOf } from '../../../db/tables.ts';
import { isOfCatalogue } from '../../../visitors/own-material-repository.ts';
import type { Inspected } from '../inspect/inspect.ts';

const UNDER_WAY = ['receiving', 'checking', 'asking', 'converting'] as const;

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

const uploadRows = (db: Db) => db.selectFrom('upload').selectAll('upload');

export const findUpload = (db: Db, id: string) => uploadRows(db).where('upload.id', '=', id).executeTakeFirst();

/** Locks the upload until the transaction ends. */
export const lockUpload = (db: Db, id: string) => uploadRows(db).where('upload.id', '=', id).forUpdate().executeTakeFirst();

/** Returns a person's unfinished uploads for a medium, oldest first. */
export const openUploads = (db: Db, identifier: string, personId: string) =>
  uploadRows(db)
    .where('upload.identifier', '=', identifier)
    .where('upload.person_id', '=', personId)
    .where('upload.state', '<>', 'done')
    .orderBy('upload.id')
    .limit(100)
    .execute();

/** Returns the total announced size of unfinished uploads in bytes. */
export async function sumAnnouncedBytes(db: Db): Promise<number> {
  const row = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.sum<string | null>('upload.bytes').as('bytes'))
    .where('upload.state', 'in', [...UNDER_WAY])
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

export const insertUpload = (
  db: Db,
  upload: {
    id: string;
    identifier: string;
    person_id: string;
    role: FileRole;
    name: string;
    language: string | null;
    label: string | null;
    bytes: number;
  },
  now: Date,
): Promise<unknown> =>
  db
    .insertInto('upload')
    .values({ ...upload, created_at: now, changed_at: now })
    .execute();

export const changeUpload = (
  db: Db,
  id: string,
  change: {
    state?: ValueOf<'upload', 'state'>;
    sha256?: string | null;
    problem?: string | null;
    file_id?: string | null;
    path?: string | null;
    encoding?: string;
    convert?: boolean | null;
    converted?: number | null;
    bytes?: number;
    name?: string;
  },
  now: Date,
): Promise<unknown> =>
  db
    .updateTable('upload')
    .set({ ...change, changed_at: now })
    .where('upload.id', '=', id)
    .execute();

export const deleteUpload = (db: Db, id: string): Promise<unknown> => db.deleteFrom('upload').where('upload.id', '=', id).execute();

/** Returns uploads that have been inactive since `before` and have no waiting job. */
export const listStaleUploads = (db: Db, before: Date, jobKinds: readonly string[]) =>
  uploadRows(db)
    .where('upload.changed_at', '<', before)
    .where(
      sql<boolean>`(upload.state not in ('checking', 'converting') or not exists (select from job
        where job.kind in (${sql.join(jobKinds)}) and job.state = 'waiting' and job.payload -> 'id' = to_jsonb(upload.id)))`,
    )
    .orderBy('upload.changed_at')
    .limit(1_000)
    .execute();

/** Deletes an upload. Returns false if it has been active since `before`. */
export async function deleteIdleUpload(db: Db, id: string, before: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('upload')
    .where('upload.id', '=', id)
    .where('upload.changed_at', '<', before)
    .where('upload.state', 'not in', ['checking', 'converting'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns media for which the user has unfinished or recently rejected uploads. Media with rejected uploads come first. */
export const listOpenUploads = (db: Db, personId: string, since: Date) =>
  db
    .selectFrom('upload')
    .innerJoin('media_item', 'media_item.identifier', 'upload.identifier')
    .select(['upload.identifier', 'media_item.fn_titel as title'])
    .select([
      sql<number>`(count(*) filter (where upload.state in ('receiving', 'checking', 'asking', 'converting')))::int`.as('waiting'),
      sql<number>`(count(*) filter (where upload.state = 'refused'))::int`.as('failed'),
    ])
    .where('upload.person_id', '=', personId)
    .where(isOfCatalogue)
    .where((eb) =>
      eb.or([eb('upload.state', 'in', [...UNDER_WAY]), eb.and([eb('upload.state', '=', 'refused'), eb('upload.changed_at', '>=', since)])]),
    )
    .groupBy(['upload.identifier', 'media_item.fn_titel'])
    .orderBy(sql`count(*) filter (where upload.state = 'refused') = 0`)
    .orderBy('media_item.fn_titel')
    .limit(20)
    .execute();

/** Records the progress of a conversion. Returns false if the upload is no longer being converted. */
export async function recordProgress(db: Db, id: string, converted: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ converted, changed_at: now })
    .where('upload.id', '=', id)
    .where('upload.state', '=', 'converting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns those of the ids that exist. */
export const findKnownUploads = (db: Db, ids: readonly string[]) =>
  db.selectFrom('upload').select('upload.id').where('upload.id', '=', matchUuids(ids)).execute();

export const mediumExists = (db: Db, identifier: string) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_titel'])
    .where('media_item.identifier', '=', identifier)
    .executeTakeFirst();

/** Returns the files of a medium in display order, with the fields for editors. */
export const listFiles = (db: Db, identifier: string) =>
  db
    .selectFrom('media_file')
    .selectAll('media_file')
    .where('media_file.identifier', '=', identifier)
    .orderBy('media_file.rank')
    .orderBy('media_file.id')
    .limit(1_000)
    .execute();

export const listRemovedFiles = (db: Db, identifier: string, since: Date) =>
  db
    .selectFrom('removed_file')
    .selectAll('removed_file')
    .where('removed_file.identifier', '=', identifier)
    .where('removed_file.removed_at', '>=', since)
    .where('removed_file.emptied', '=', false)
    .orderBy('removed_file.removed_at', 'desc')
    .limit(200)
    .execute();

type NewFile = {
  id: string;
  identifier: string;
  role: FileRole;
  path: string;
  language: string | null;
  label: string | null;
  name: string;
  bytes: number;
  sha256: string;
};

/** Adds a file after all other files of the medium. */
export async function insertFile(
  db: Db,
  file: NewFile,
  {
    mime,
    width,
    height,
    duration,
    start,
    sound,
    info,
  }: Pick<Inspected, 'mime' | 'width' | 'height' | 'duration' | 'start' | 'sound' | 'info'>,
  now: Date,
): Promise<void> {
  const { last } = await db
    .selectFrom('media_file')
    .select((eb) => eb.fn.max('media_file.rank').as('last'))
    .where('media_file.identifier', '=', file.identifier)
    .executeTakeFirstOrThrow();
  const rank = last === null ? 0 : last + 1;
  await db
    .insertInto('media_file')
    .values({
      ...file,
      mime,
      width,
      height,
      duration,
      start,
      sound,
      package: info ? JSON.stringify(info) : null,
      uploaded_at: now,
      rank,
    })
    .execute();
}

/** Returns a file of the medium with the same bytes and role. */
export const findIdenticalFile = (db: Db, identifier: string, role: FileRole, sha256: string) =>
  db
    .selectFrom('media_file')
    .select('media_file.id')
    .where('media_file.identifier', '=', identifier)
    .where('media_file.role', '=', role)
    .where('media_file.sha256', '=', sha256)
    .executeTakeFirst();

/** Moves files to the deleted files. Returns the number of files moved. */
export async function moveToRemoved(
  db: Db,
  identifier: string,
  ids: readonly string[],
  personId: string | null,
  now: Date,
): Promise<number> {
  const which = sql`media_file.identifier = ${identifier} and media_file.id = ${matchUuids(ids)}`;
  await sql`insert into removed_file (id, identifier, path, file, removed_by, removed_at)
    select media_file.id, media_file.identifier, media_file.path, to_jsonb(media_file), ${personId}, ${now} from media_file where ${which}`.execute(
    db,
  );
  const { numAffectedRows } = await sql`delete from media_file where ${which}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Restores a deleted file after all other files of the medium. Returns false if it cannot be restored. */
export async function restoreFileRow(db: Db, identifier: string, id: string, since: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`with back as (
      delete from removed_file where removed_file.id = ${id} and removed_file.identifier = ${identifier}
        and removed_file.removed_at >= ${since} and not removed_file.emptied returning removed_file.file)
    insert into media_file select (json_populate_record(null::media_file, (back.file || jsonb_build_object('rank',
      coalesce((select max(media_file.rank) + 1 from media_file where media_file.identifier = ${identifier}), 0)))::json)).* from back`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) === 1;
}

export async function reorder(db: Db, identifier: string, ids: readonly string[]): Promise<void> {
  await sql`update media_file set rank = wanted.rank - 1 from unnest(${sql.val([...ids])}::uuid[]) with ordinality as wanted (id, rank)
    where media_file.id = wanted.id and media_file.identifier = ${identifier}`.execute(db);
}

export const changeFileRow = (
  db: Db,
  identifier: string,
  id: string,
  change: { role?: FileRole; language?: string | null; label?: string | null },
): Promise<unknown> =>
  db.updateTable('media_file').set(change).where('media_file.id', '=', id).where('media_file.identifier', '=', identifier).execute();

/** Returns files that were deleted before `before` and whose content is still stored. */
export const listFilesToEmpty = (db: Db, before: Date) =>
  db
    .selectFrom('removed_file')
    .select(['removed_file.id', 'removed_file.path', 'removed_file.file'])
    .where('removed_file.removed_at', '<', before)
    .where('removed_file.emptied', '=', false)
    .limit(1_000)
    .execute();

export const markEmptied = (db: Db, id: string): Promise<unknown> =>
  db.updateTable('removed_file').set({ emptied: true }).where('removed_file.id', '=', id).execute();

/** Returns whether a medium uses the path or has a deleted file there that can be restored. */
export const isPathInUse = async (db: Db, path: string): Promise<boolean> => {
  const removed = db.selectFrom('removed_file').select('removed_file.id').where('removed_file.path', '=', path);
  return !!((await usesPath(db, path)) ?? (await removed.where('removed_file.emptied', '=', false).limit(1).executeTakeFirst()));
};

export const usesPath = (db: Db, path: string) =>
  db.selectFrom('media_file').select('media_file.id').where('media_file.path', '=', path).limit(1).executeTakeFirst();
