/** SQL for the ownership of media. Used by every domain that displays or changes media or their files. */
import { sql, type RawBuilder } from 'kysely';
import { selectFullName } from '../db/full-name.ts';
import type { Db } from '../db/open.ts';
import type { Own } from './own-material.ts';

/** True if the author has shared the draft with classes, groups or colleagues. */
export const isSharedDraft = sql<boolean>`exists (select from own_material_grant where own_material_grant.identifier = own_material.identifier)`;

/** Owner of a medium as JSON, or `null` for a medium of the catalogue. */
export const ownAsJson = sql<Own | null>`(select json_build_object('identifier', own_material.identifier, 'school_id', own_material.school_id,
  'made_by', own_material.made_by, 'given', own_material.given_at is not null, 'passed', ${isSharedDraft}, 'source', own_material.rights_source) from own_material where own_material.identifier = media_item.identifier)`;

/** True if the medium belongs to the catalogue. Own material has no licences, and catalogue editors cannot edit it. */
export const isOfCatalogue = sql<boolean>`not exists (select from own_material where own_material.identifier = media_item.identifier)`;

/** True if the author still teaches at the school. Otherwise, their name is not displayed. */
const authorActive = sql<boolean>`maker.id = own_material.made_by and maker.school_id = own_material.school_id and maker.role = 'L'`;

export const selectOwnMaterial = (db: Db) =>
  db
    .selectFrom('own_material')
    .innerJoin('media_item', 'media_item.identifier', 'own_material.identifier')
    .innerJoin('school', 'school.id', 'own_material.school_id')
    .leftJoin('person as maker', (join) => join.on(authorActive));

export const ownColumns = (rows: ReturnType<typeof selectOwnMaterial>) =>
  rows
    .selectAll('own_material')
    .select(['media_item.fn_titel', 'media_item.retired_at', 'media_item.updated_at', 'media_item.version', 'media_item.url'])
    .select(['school.name as school_name', 'school.district_id', 'maker.id as maker_id'])
    .select([selectFullName('maker').as('maker_name'), isSharedDraft.as('passed')]);

export type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnMaterial>>>;

export const findOwnMaterial = (db: Db, identifier: string) =>
  ownColumns(selectOwnMaterial(db)).where('own_material.identifier', '=', identifier).executeTakeFirst();

/** Locks the quota of a school until the transaction ends, so that concurrent uploads do not exceed it. */
export const lockQuota = (db: Db, schoolId: string): Promise<unknown> =>
  sql`select from school where school.id = ${schoolId} for no key update`.execute(db);

/** Returns the number of bytes used by material, including deleted files that can be restored and pending uploads. */
async function sumBytes(db: Db, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`with own as (select own_material.identifier from own_material where ${which})
    select ((select coalesce(sum(media_file.bytes), 0) from own join media_file on media_file.identifier = own.identifier)
      + (select coalesce(sum((removed_file.file ->> 'bytes')::bigint), 0) from own
        join removed_file on removed_file.identifier = own.identifier where not removed_file.emptied)
      + (select coalesce(sum(upload.bytes), 0) from own join upload on upload.identifier = own.identifier
        where upload.state in ('receiving', 'checking', 'asking', 'converting')))::text as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

export const sumBytesOf = (db: Db, of: { person: string } | { school: string }): Promise<number> =>
  sumBytes(db, 'person' in of ? sql`own_material.made_by = ${of.person}` : sql`own_material.school_id = ${of.school}`);
