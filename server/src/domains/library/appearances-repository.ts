/** SQL for finding a medium in the user's lists. */
import type { MediumAppearance } from '@fundus/contract/library/library';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

type Row = Omit<MediumAppearance, 'at' | 'classes'> & { at: Date };

/** Returns the user's own lists that contain the medium, in display order and with at most one entry per kind. */
export async function listOwnAppearances(db: Db, personId: string, identifier: string): Promise<MediumAppearance[]> {
  const { rows } = await sql<Row>`
    select kind, at, count, note from (
      select 1 as rank, 'bookmarks' as kind, bookmark.added_at as at, 1 as count, bookmark.note
      from bookmark where bookmark.person_id = ${personId} and bookmark.identifier = ${identifier}
      union all
      select 2, 'excerpts', max(excerpt.created_at), count(*)::int, ''
      from excerpt where excerpt.person_id = ${personId} and excerpt.identifier = ${identifier} and excerpt.deleted_at is null having count(*) > 0
      union all
      select 3, 'history', history.last_used, 1, ''
      from history where history.person_id = ${personId} and history.identifier = ${identifier}
      union all
      select 4, 'downloads', max(download.at), count(*)::int, ''
      from download where download.person_id = ${personId} and download.identifier = ${identifier} having count(*) > 0
      union all
      select 5, 'wishes', wish.at, 1, wish.note
      from wish where wish.person_id = ${personId} and wish.identifier = ${identifier}
    ) as appearance
    order by rank
    limit 10`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), classes: [] }));
}
