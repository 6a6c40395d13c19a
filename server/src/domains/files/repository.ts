import type { PackageInfo } from '@fundus/contract/files/packages';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { ownAsJson } from '../../visitors/own-material-repository.ts';

export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('media_file')
    .innerJoin('media_item', 'media_item.identifier', 'media_file.identifier')
    .select(['media_file.id', 'media_file.path', 'media_file.mime', 'media_file.sha256', 'media_file.label', 'media_file.language'])
    .select(['media_file.role', 'media_file.start'])
    .select(['media_item.fn_titel', 'media_item.identifier'])
    .where('media_file.id', '=', id)
    .executeTakeFirst();

/** Returns the ids of the units whose results are recorded: the SCOs of the first package of a medium. */
export async function findUnitsOf(db: Db, identifier: string): Promise<string[]> {
  const row = await db
    .selectFrom('media_file')
    .select(sql<PackageInfo>`media_file.package`.as('package'))
    .where('media_file.identifier', '=', identifier)
    .where('media_file.role', '=', 'main')
    .where('media_file.package', 'is not', null)
    .orderBy('media_file.rank')
    .limit(1)
    .executeTakeFirst();
  return (row?.package.units ?? []).filter(({ scorm }) => scorm !== null).map(({ id }) => id);
}

/** Returns the data for a cover by identifier, or by media number for lending devices (`VERLEIH-…`). */
export const findCoverSource = (db: Db, identifier: string) =>
  db
    .selectFrom('media_item')
    .leftJoin('media_file', (join) =>
      join.onRef('media_file.identifier', '=', 'media_item.identifier').on('media_file.role', '=', 'poster'),
    )
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.fn_geb', 'media_item.fn_typ', 'media_file.path as poster'])
    .select(['media_item.retired_at', ownAsJson.as('own')])
    .where((eb) => {
      const number = identifier.startsWith('VERLEIH-') ? identifier.slice('VERLEIH-'.length) : null;
      const byIdentifier = eb('media_item.identifier', '=', identifier);
      return number === null
        ? byIdentifier
        : eb.or([byIdentifier, eb('media_item.fn_nr', '=', number), eb('media_item.identifier', '=', number)]);
    })
    .limit(1)
    .executeTakeFirst();

/** Records a download or updates the time of an earlier one. Does nothing if the person has been deleted meanwhile. */
export const recordDownload = (
  db: Db,
  personId: string,
  { identifier, path }: { identifier: string; path: string },
  now: Date,
): Promise<unknown> =>
  db
    .insertInto('download')
    .columns(['person_id', 'identifier', 'path', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('person')
        .select((of) => ['person.id', of.val(identifier).as('identifier'), of.val(path).as('path'), of.val(now).as('at')])
        .where('person.id', '=', personId),
    )
    .onConflict((conflict) => conflict.columns(['person_id', 'identifier', 'path']).doUpdateSet({ at: now }))
    .execute();

/** Returns a person's downloads, newest first, with the current state of the files. */
export const listDownloads = (db: Db, personId: string, offset: number, limit: number) =>
  db
    .selectFrom('download')
    .innerJoin('media_file', (join) =>
      join.onRef('media_file.identifier', '=', 'download.identifier').onRef('media_file.path', '=', 'download.path'),
    )
    .select(['download.identifier', 'download.at', 'media_file.id', 'media_file.role', 'media_file.mime', 'media_file.path'])
    .select([
      'media_file.language',
      'media_file.label',
      'media_file.bytes',
      'media_file.width',
      'media_file.height',
      'media_file.start',
      'media_file.sound',
      'media_file.package',
    ])
    .where('download.person_id', '=', personId)
    .orderBy('download.at', 'desc')
    .orderBy('media_file.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countDownloads(db: Db, personId: string): Promise<number> {
  const row = await db
    .selectFrom('download')
    .innerJoin('media_file', (join) =>
      join.onRef('media_file.identifier', '=', 'download.identifier').onRef('media_file.path', '=', 'download.path'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('download.person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Storage paths of all files, including deleted files that can be restored. */
export const referencedFiles = sql<{ path: string }>`select media_file.path from media_file
  union all select removed_file.path from removed_file where not removed_file.emptied`;

/** Storage paths of uploads being inspected and of the posters made from them. */
export const begunFiles = sql<{ path: string }>`select upload.path from upload where upload.path is not null
  union all select regexp_replace(upload.path, '[.][^./]*$', '-poster.webp') from upload where upload.path is not null`;
