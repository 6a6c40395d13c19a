/** Queries that remove the media of the demo. */
import { sql, type RawBuilder } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import { isAnotherPerson, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import { involvesOthers } from '../licences/index.ts';

/**
 * Returns the reasons for which a demo medium is kept, each with a query for data of other users. The demo's classes must have been deleted before.
 */
function reasons(people: RemovedPeople, identifiers: readonly string[]): [why: string, query: RawBuilder<unknown>][] {
  const other = (column: string) => isAnotherPerson(sql.ref(column), people);
  return [
    ['others edited it', sql`select from media_version as it where it.identifier = media_item.identifier and ${other('it.person_id')}`],
    ['it is in a class of others', sql`select from class_media as it where it.kind = 'media' and it.identifier = media_item.identifier`],
    [
      'others shared it',
      sql`select from shared_medium as it where it.kind = 'media' and it.identifier = media_item.identifier and ${other('it.person_id')}`,
    ],
    [
      'others have a licence for it',
      sql`select from licence where licence.identifier = media_item.identifier and ${involvesOthers(people)}`,
    ],
    ['others reviewed it', sql`select from review as it where it.identifier = media_item.identifier and ${other('it.person_id')}`],
    [
      'others recommended it',
      sql`select from recommendation as it where it.identifier = media_item.identifier and ${other('it.person_id')}`,
    ],
    [
      'others have an excerpt of it',
      sql`select from excerpt as it where it.identifier = media_item.identifier and ${other('it.person_id')}`,
    ],
    ['others bookmarked it', sql`select from bookmark as it where it.identifier = media_item.identifier and ${other('it.person_id')}`],
    ['others requested it', sql`select from wish as it where it.identifier = media_item.identifier and ${other('it.person_id')}`],
    ['others upload a file for it', sql`select from upload as it where it.identifier = media_item.identifier and ${other('it.person_id')}`],
    [
      'it contains a medium of others',
      sql`select from media_item as it where it.set_of = media_item.identifier and it.identifier <> all(${sql.val([...identifiers])}::text[])`,
    ],
  ];
}

/** Locks and returns the existing demo media, each with the reason to keep it or `null`. */
export async function listDemoMedia(db: Db, people: RemovedPeople, identifiers: readonly string[]) {
  const cases = reasons(people, identifiers).map(([why, query]) => sql`when exists (${query}) then ${why}::text`);
  const { rows } = await sql<{ identifier: string; title: string; set_of: string | null; why: string | null }>`
    select media_item.identifier, media_item.fn_titel as title, media_item.set_of, case ${sql.join(cases, sql` `)} end as why
    from media_item where media_item.identifier = ${matchTexts(identifiers)} order by media_item.identifier limit 10000 for update`.execute(
    db,
  );
  return rows;
}

/** Returns the storage paths of all files of the media, including removed and uploaded files. */
export async function listFilesOf(db: Db, identifiers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    path: string;
  }>`select media_file.path from media_file where media_file.identifier = ${matchTexts(identifiers)}
    union select removed_file.path from removed_file where removed_file.identifier = ${matchTexts(identifiers)}
    union select upload.path from upload where upload.identifier = ${matchTexts(identifiers)} and upload.path is not null`.execute(db);
  return rows.map(({ path }) => path);
}

export const removeMedia = (db: Db, identifiers: readonly string[]): Promise<unknown> =>
  db.deleteFrom('media_item').where('media_item.identifier', '=', matchTexts(identifiers)).execute();
