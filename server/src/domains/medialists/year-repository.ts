/** SQL queries for the releases to classes at the change of the school year (docs/behaviour/year-change.md). */
import { sql } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';

type Pair = { from: string; to: string };

/** Copies the releases of active lists from classes to their successor classes, valid until a day. Returns the ids of the new releases. */
export async function copyReleases(db: Db, pairs: readonly Pair[], until: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into medialist_release
      (id, list_id, class_id, visible_until, can_download, created_by, created_at)
    select gen_random_uuid(), latest.list_id, pair.new, ${until}::date, latest.can_download, latest.created_by, ${now}
    from unnest(${sql.val(pairs.map(({ from }) => from))}::uuid[], ${sql.val(pairs.map(({ to }) => to))}::uuid[]) as pair (old, new)
    inner join lateral (
      select distinct on (r.list_id) r.list_id, r.can_download, r.created_by from medialist_release as r
      inner join medialist on medialist.id = r.list_id and medialist.deleted_at is null and not medialist.archived
      where r.class_id = pair.old and r.revoked_at is null order by r.list_id, r.created_at desc) as latest on true
    where not exists (select from medialist_release as there
      where there.class_id = pair.new and there.list_id = latest.list_id and there.revoked_at is null)
    returning medialist_release.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes copied releases unless they have been revoked. */
export const removeReleases = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db
    .deleteFrom('medialist_release')
    .where('medialist_release.id', '=', matchUuids(ids))
    .where('medialist_release.revoked_at', 'is', null)
    .execute();
