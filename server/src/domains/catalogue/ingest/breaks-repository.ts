/** Queries for the soft hyphens in texts of cards. */
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Breaks } from '../hyphens.ts';

type Texts = { identifier: string; fn_titel: string; fn_kurztext: string; fn_prodname: string; fn_sprache: string[] };

export const listWithoutBreaks = (db: Db, limit: number): Promise<Texts[]> =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.fn_kurztext', 'media_item.fn_prodname', 'media_item.fn_sprache'])
    .where('media_item.breaks', 'is', null)
    .orderBy('media_item.identifier')
    .limit(limit)
    .execute();

/** Stores soft hyphens. Texts that have changed since they were read are skipped and read again later. */
export async function storeBreaks(db: Db, rows: readonly (Texts & { breaks: Breaks })[]): Promise<void> {
  await sql`update media_item set breaks = row.breaks
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (identifier text, fn_titel text, fn_kurztext text, fn_prodname text, breaks jsonb)
    where media_item.identifier = row.identifier and media_item.fn_titel = row.fn_titel
      and media_item.fn_kurztext = row.fn_kurztext and media_item.fn_prodname = row.fn_prodname`.execute(db);
}
