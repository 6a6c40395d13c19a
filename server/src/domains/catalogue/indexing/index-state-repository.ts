/** Queries for the state shared by all search indexes: the last daily update, and the numbers of uses at that time. */
import { today } from '@fundus/contract/days';
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

/** Maximum number of media whose uses are compared. */
const MAX_USES = 1_000_000;

export type DailyUpdateLease = {
  day: string;
  now: Date;
  until: Date;
  /** Latest plausible end of a lease. A lease that ends later was acquired by a process whose clock was ahead, and is ignored. */
  latest: Date;
};

/** Returns the day of the last completed daily update. */
export async function findLastUpdatedDay(db: Db): Promise<string> {
  const { turned_on } = await db.selectFrom('index_state').select('index_state.turned_on').executeTakeFirstOrThrow();
  return turned_on;
}

/** Returns the day of the daily update that is running or ran last. */
export async function findUpdatingDay(db: Db): Promise<string | null> {
  const { turning_to } = await db.selectFrom('index_state').select('index_state.turning_to').executeTakeFirstOrThrow();
  return turning_to;
}

/** Acquires the lease on the daily update. Returns `undefined` if another process holds it or the update is complete. */
export const claimDailyUpdate = (db: Db, { day, now, until, latest }: DailyUpdateLease) =>
  db
    .updateTable('index_state')
    .set({ turning_to: day, leased_until: until })
    .where('index_state.turned_on', '<>', day)
    .where((eb) =>
      eb.or([
        eb('index_state.leased_until', 'is', null),
        eb('index_state.leased_until', '<=', now),
        eb('index_state.leased_until', '>', latest),
      ]),
    )
    .returning(['index_state.turned_on', 'index_state.mean_rating'])
    .executeTakeFirst();

/** Renews the lease, or releases it if `until` is `null`. */
export const renewIndexLease = (db: Db, day: string, until: Date | null): Promise<unknown> =>
  db
    .updateTable('index_state')
    .set({ leased_until: until })
    .where('index_state.turning_to', '=', day)
    .where('index_state.leased_until', 'is not', null)
    .execute();

export const finishDailyUpdate = (db: Db, day: string, mean_rating: number | null): Promise<unknown> =>
  db
    .updateTable('index_state')
    .set({ turned_on: day, leased_until: null, mean_rating })
    .where('index_state.turning_to', '=', day)
    .execute();

const countedUses = sql`select used.identifier, count(*)::int as people from (
    select history.person_id, history.identifier from history
    union select bookmark.person_id, bookmark.identifier from bookmark
  ) as used group by used.identifier`;

/** Returns the media whose number of users has changed since the last daily update. */
export async function listChangedUses(db: Db): Promise<{ identifier: string; people: number }[]> {
  const { rows } = await sql<{ identifier: string; people: number }>`
    select coalesce(counted.identifier, indexed_use.identifier) as identifier, coalesce(counted.people, 0) as people
    from (${countedUses}) as counted full join indexed_use on indexed_use.identifier = counted.identifier
    where counted.people is distinct from indexed_use.people
    limit ${sql.lit(MAX_USES)}`.execute(db);
  return rows;
}

/** Stores the number of people who have used each medium. Unused media have no row. */
export async function storeUses(db: Db, uses: readonly { identifier: string; people: number }[]): Promise<void> {
  const unused = uses.filter(({ people }) => people === 0).map(({ identifier }) => identifier);
  await db.deleteFrom('indexed_use').where('indexed_use.identifier', '=', matchTexts(unused)).execute();
  // The join omits media that were deleted after they were counted.
  await sql`insert into indexed_use (identifier, people)
    select media_item.identifier, each.people from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as each (identifier text, people int)
    join media_item on media_item.identifier = each.identifier where each.people > 0
    on conflict (identifier) do update set people = excluded.people`.execute(db);
}

/**
 * Prepares for a rebuild of every index. All earlier snapshots become outdated, because the change log continues with a number that no log of this
 * portal has reached. Logs grow by less than one entry per second.
 */
export async function restartChangeLog({ db, now }: { db: Db; now: Date }): Promise<void> {
  const number = Math.floor(now.getTime() / 1_000);
  await sql`select setval(pg_get_serial_sequence('media_change', 'seq'),
    greatest(${number}::bigint, (select max(media_change.seq) from media_change)))`.execute(db);
  // Adds the first entry of the log, because an index stores the number of the last entry it applied.
  await sql`insert into media_change (identifier) select min(media_item.identifier) from media_item having count(*) > 0`.execute(db);
  await sql`update index_state set turned_on = ${today(now)}, turning_to = null, leased_until = null, trimmed_to = ${number},
    mean_rating = (select avg(review.stars)::float8 from review where review.state = 'published')`.execute(db);
  await sql`delete from indexed_use`.execute(db);
  await sql`insert into indexed_use (identifier, people) ${countedUses}`.execute(db);
}
