/** SQL queries for own material. */
import { sql } from 'kysely';
import { selectFullName } from '../../db/full-name.ts';
import { MAX_EXPORTED } from '../../domain.ts';
import { containsPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';
import { ownColumns, selectOwnMaterial } from '../../visitors/own-material-repository.ts';

/** Locks the material until commit and returns it. */
export const lockMaterialRow = (db: Db, identifier: string) =>
  ownColumns(selectOwnMaterial(db)).where('own_material.identifier', '=', identifier).forUpdate('own_material').executeTakeFirst();

/** Selects the material of a teacher at a school, or all material of a school except for drafts of its current members. */
export type OwnScope = { made_by: string; school_id: string } | { school_id: string; q: string };

const selectOf = (db: Db, scope: OwnScope) =>
  selectOwnMaterial(db)
    .where('own_material.school_id', '=', scope.school_id)
    .$if('made_by' in scope, (rows) => rows.where('own_material.made_by', '=', (scope as { made_by: string }).made_by))
    .$if(!('made_by' in scope), (rows) =>
      rows.where(
        sql<boolean>`((own_material.given_at is not null or maker.id is null) and own_material.removed_by is distinct from 'maker')`,
      ),
    )
    .$if('q' in scope && scope.q !== '', (rows) => rows.where('media_item.fn_titel', 'ilike', containsPattern((scope as { q: string }).q)));

export const listOwnMaterialRows = (db: Db, scope: OwnScope, { offset, limit }: { offset: number; limit: number }) =>
  ownColumns(selectOf(db, scope))
    .orderBy('media_item.updated_at', 'desc')
    .orderBy('own_material.identifier')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countOwnMaterial(db: Db, scope: OwnScope): Promise<number> {
  const row = await selectOf(db, scope)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const insertOwn = (
  db: Db,
  own: { identifier: string; school_id: string; made_by: string; created_at: Date } & RightsColumns,
): Promise<unknown> => db.insertInto('own_material').values(own).execute();

export type RightsColumns = {
  rights_source: ValueOf<'own_material', 'rights_source'>;
  rights_licence: string | null;
  rights_from: string;
};

export const updateOwnMaterial = (
  db: Db,
  identifier: string,
  change: Partial<RightsColumns> & {
    given_at?: Date | null;
    made_by?: string | null;
    removed_by?: ValueOf<'own_material', 'removed_by'>;
    removed_why?: string;
  },
): Promise<unknown> => db.updateTable('own_material').set(change).where('own_material.identifier', '=', identifier).execute();

/** Returns whether the material has a URL or a main file to open. */
export async function hasContent(db: Db, identifier: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select (media_item.url is not null or exists (select from media_file
    where media_file.identifier = media_item.identifier and media_file.role = 'main')) as there
    from media_item where media_item.identifier = ${identifier}`.execute(db);
  return rows[0]?.there ?? false;
}

/** Returns whether the user is an active teacher of the school. */
export async function isTeacherAt(db: Db, id: string, schoolId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('person.id')
    .where('person.id', '=', id)
    .where('person.school_id', '=', schoolId)
    .where('person.role', '=', 'L')
    .where('person.state', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listMaterialOfSchool(db: Db, schoolId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('own_material')
    .select('own_material.identifier')
    .where('own_material.school_id', '=', schoolId)
    .execute();
  return rows.map(({ identifier }) => identifier);
}

/** Returns the material of a school for its data export. */
export const collectMaterial = (db: Db, schoolId: string) =>
  selectOf(db, { school_id: schoolId, q: '' })
    .select(['own_material.identifier', 'media_item.fn_titel as title', 'own_material.given_at', 'own_material.rights_source'])
    .select(['own_material.rights_licence', 'own_material.rights_from', selectFullName('maker').as('by')])
    .orderBy('own_material.identifier')
    .limit(MAX_EXPORTED)
    .execute();
