/** Queries for merging two records. */
import { sql } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { isShown } from './pair-repository.ts';

/** Maximum number of merges from a record to the remaining one. Merges cannot form a cycle, because the target must be in the catalogue. */
const MAX_WAY = 50;

export type SideRow = {
  identifier: string;
  title: string;
  about: string;
  fn_typ: string;
  producer: string;
  year: number | null;
  isbn: string | null;
  ean: string | null;
  doi: string | null;
  free: boolean;
  created_at: Date;
  files: number;
  licences: number;
  bookmarks: number;
  lists: number;
};

export async function listPairRecords(db: Db, identifiers: readonly string[]): Promise<SideRow[]> {
  const counted = (table: 'media_file' | 'licence' | 'bookmark' | 'medialist_item') =>
    sql`(select count(*)::int from ${sql.table(table)} as hanging where hanging.identifier = media_item.identifier)`;
  const { rows } = await sql<SideRow>`
    select media_item.identifier, media_item.fn_titel as title, coalesce(nullif(media_item.fn_kurztext, ''), left(media_item.fn_text, 300)) as about,
      media_item.fn_typ, media_item.fn_prodname as producer, media_item.year, media_item.isbn, media_item.ean, media_item.doi,
      media_item.free, media_item.created_at, ${counted('media_file')} as files, ${counted('licence')} as licences,
      ${counted('bookmark')} as bookmarks, ${counted('medialist_item')} as lists
    from media_item where media_item.identifier = ${matchTexts(identifiers)} and ${isShown('media_item')} limit 200`.execute(db);
  return rows;
}

/** Locks both records until the transaction ends, in the order of their identifiers to avoid deadlocks. */
export const lockBoth = (db: Db, identifiers: readonly string[]) =>
  db
    .selectFrom('media_item')
    .select('media_item.identifier')
    .where('media_item.identifier', '=', matchTexts(identifiers))
    .orderBy('media_item.identifier')
    .forUpdate()
    .execute();

export const insertMerge = (db: Db, merge: { id: string; kept: string; gone: string; merged_at: Date; merged_by: string }) =>
  db.insertInto('media_merge').values(merge).execute();

export async function listMerges(db: Db, since: Date, limit: number) {
  return db
    .selectFrom('media_merge')
    .innerJoin('media_item as kept', 'kept.identifier', 'media_merge.kept')
    .innerJoin('media_item as gone', 'gone.identifier', 'media_merge.gone')
    .select(['media_merge.id', 'media_merge.kept', 'media_merge.gone', 'media_merge.merged_at'])
    .select(['kept.fn_titel as kept_title', 'gone.fn_titel as gone_title'])
    .where('media_merge.merged_at', '>=', since)
    .orderBy('media_merge.merged_at', 'desc')
    .limit(limit)
    .execute();
}

export const findMerge = (db: Db, id: string) =>
  db
    .selectFrom('media_merge')
    .select(['media_merge.id', 'media_merge.kept', 'media_merge.gone', 'media_merge.merged_at'])
    .where('media_merge.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Returns the later merges of a record that remained in a merge, in their order. */
export async function listLaterMerges(db: Db, kept: string): Promise<{ id: string; kept: string }[]> {
  const { rows } = await sql<{ id: string; kept: string }>`
    with recursive way as (
      select media_merge.id, media_merge.kept, 1 as step from media_merge where media_merge.gone = ${kept}
      union all
      select media_merge.id, media_merge.kept, way.step + 1 from way join media_merge on media_merge.gone = way.kept where way.step < ${MAX_WAY}
    )
    select way.id, way.kept from way order by way.step`.execute(db);
  return rows;
}

export const deleteMerge = (db: Db, id: string) => db.deleteFrom('media_merge').where('media_merge.id', '=', id).execute();

/** Deletes merges that can no longer be undone. The media remain merged. */
export const deleteOldMerges = (db: Db, before: Date) => db.deleteFrom('media_merge').where('media_merge.merged_at', '<', before).execute();

export const insertDistinctPair = (db: Db, [one, other]: readonly [string, string], by: { now: Date; personId: string }) =>
  db
    .insertInto('media_apart')
    .values({ one, other, decided_at: by.now, decided_by: by.personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
