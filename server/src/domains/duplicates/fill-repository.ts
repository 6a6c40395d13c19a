/** Queries for fields that a merge has filled. */
import { pickFields } from '@fundus/contract/catalogue/media-record';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

/** Fields that describe the work. Address, terms and numbers of the source belong to a single record and are not filled. */
export const WORK_FIELDS = pickFields({
  fn_nr: false,
  fn_titel: false,
  fn_kurztext: true,
  fn_text: true,
  is_mediathek: false,
  fn_geb: true,
  fn_sprache: true,
  fn_typ: false,
  fn_adressat: true,
  fn_schlag: true,
  fn_prodname: true,
  year: true,
  duration: true,
  url: false,
  isbn: true,
  ean: true,
  doi: true,
  rights_note: false,
  set_of: false,
  recommended: false,
  published: false,
});

export type WorkField = (typeof WORK_FIELDS)[number];
export type Filled = Partial<Pick<Selectable<Tables['media_item']>, WorkField>>;

export const findWork = (db: Db, identifier: string) =>
  db
    .selectFrom('media_item')
    .select(['media_item.fn_kurztext', 'media_item.fn_text', 'media_item.fn_geb', 'media_item.fn_sprache', 'media_item.fn_adressat'])
    .select(['media_item.fn_schlag', 'media_item.fn_prodname', 'media_item.year', 'media_item.duration'])
    .select(['media_item.isbn', 'media_item.ean', 'media_item.doi', 'media_item.edited'])
    .where('media_item.identifier', '=', identifier)
    .executeTakeFirst();

/** Updates a record. Its soft hyphens are computed again. */
export const updateWork = (db: Db, identifier: string, { values, edited, now }: { values: Filled; edited: string[]; now: Date }) =>
  db
    .updateTable('media_item')
    .set((eb) => ({ ...values, edited, breaks: null, updated_at: now, version: eb('media_item.version', '+', 1) }))
    .where('media_item.identifier', '=', identifier)
    .execute();

export const updateFilled = (db: Db, mergeId: string, filled: Filled) =>
  db
    .updateTable('media_merge')
    .set({ filled: JSON.stringify(filled) })
    .where('media_merge.id', '=', mergeId)
    .execute();

export async function findFilledFields(db: Db, mergeId: string): Promise<Filled> {
  const row = await db
    .selectFrom('media_merge')
    .select(sql<Filled>`media_merge.filled`.as('filled'))
    .where('media_merge.id', '=', mergeId)
    .executeTakeFirst();
  return row?.filled ?? {};
}

/** Returns the merge by which a record became part of another record. */
export const findNextMerge = (db: Db, gone: string) =>
  db
    .selectFrom('media_merge')
    .select(['media_merge.id', 'media_merge.kept', sql<Filled>`media_merge.filled`.as('filled')])
    .where('media_merge.gone', '=', gone)
    .executeTakeFirst();
