/** Queries for private media and for the permanent removal of own material. */
import { sql, type RawBuilder } from 'kysely';
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { ownAsJson } from '../../visitors/own-material-repository.ts';
import { draftOf } from './repository.ts';

/** Returns those of the media that are drafts or own material of a school. */
export const findPrivateMedia = (db: Db, identifiers: readonly string[]) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.free', draftOf, ownAsJson.as('own')])
    .select(sql<boolean>`media_item.retired_at is not null`.as('retired'))
    .where('media_item.identifier', '=', matchTexts(identifiers))
    .where(
      sql<boolean>`(exists (select from media_draft where media_draft.identifier = media_item.identifier)
        or exists (select from own_material where own_material.identifier = media_item.identifier))`,
    )
    .execute();

/** Deletes media with their files and returns their identifiers. */
async function removeWhere(db: Db, which: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`delete from media_item using own_material
    where own_material.identifier = media_item.identifier and ${which} returning media_item.identifier`.execute(db);
  return rows.map(({ identifier }) => identifier);
}

/** Deletes own material that was retired before `before`. */
export const removeRetired = (db: Db, before: Date): Promise<string[]> => removeWhere(db, sql`media_item.retired_at < ${before}`);

/** Deletes the unpublished own material of people who are being erased. */
export const removeDraftsOf = (db: Db, removed: RemovedPeople): Promise<string[]> =>
  removeWhere(db, sql`own_material.given_at is null and own_material.made_by = ${matchPeople(removed)}`);

export const removeMaterialOfSchool = (db: Db, schoolId: string): Promise<string[]> =>
  removeWhere(db, sql`own_material.school_id = ${schoolId}`);
