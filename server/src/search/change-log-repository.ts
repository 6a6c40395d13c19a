/** The log every index follows: what changes about a medium is written here in the same transaction (docs/behaviour/search.md#index). */
import { sql } from 'kysely';
import { matchTexts } from '../db/any-of.ts';
import type { Db } from '../db/open.ts';

/** Writers take turns here, so that numbers in the log appear in their order. */
const LOG_LOCK = 4_711_001;

/** Writes the change log, in the same transaction as the change and as its last statement: others wait until it is committed. */
export async function logChanges(db: Db, identifiers: readonly string[]): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOG_LOCK)})`.execute(db);
  await sql`insert into media_change (identifier) select unnest(${sql.val([...identifiers])}::text[])`.execute(db);
  await noteForOthers(db, identifiers);
  await sql`select pg_notify('media_change', '')`.execute(db);
}

/** Later than every moment before, also where the clock was set back: whoever follows the moments misses nothing. */
const nextMoment = sql`greatest(clock_timestamp(), (select max(exported_medium.changed_at) + interval '1 microsecond' from exported_medium))`;

/** Others hear of the media anew, though they did not change: whether they are told of them did. */
export async function touchExported(db: Db, identifiers: readonly string[]): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOG_LOCK)})`.execute(db);
  await sql`update exported_medium set changed_at = ${nextMoment}
    where exported_medium.identifier = ${matchTexts(identifiers)} and exported_medium.present`.execute(db);
}

/**
 * What other systems are told (docs/operate/exchange.md): what everybody may know of, and what is no more. Under the lock the moments have the order in
 * which changes are seen; what changed nothing that is told, such as a review, keeps its moment. One medium after the other is looked up (`limit`, and no
 * `exists` beside an `or`): a planner that knows nothing of the tables yet would read all of both for each batch of an import.
 */
async function noteForOthers(db: Db, identifiers: readonly string[]): Promise<void> {
  await sql`
    insert into exported_medium (identifier, changed_at, present, record_version, sets)
    select asked.identifier, ${nextMoment}, told.identifier is not null, told.updated_at,
      coalesce(array(select distinct 'geb:' || left(code, 3) from unnest(told.fn_geb) as code) || ('typ:' || told.fn_typ), '{}')
    from (select distinct unnest(${sql.val([...identifiers])}::text[]) as identifier) as asked
    left join lateral (
      select media_item.identifier, media_item.updated_at, media_item.fn_geb, media_item.fn_typ from media_item
      where media_item.identifier = asked.identifier and media_item.retired_at is null
        and not exists (select from media_draft where media_draft.identifier = media_item.identifier)
        and not exists (select from own_material where own_material.identifier = media_item.identifier)
      limit 1
    ) as told on true
    where told.identifier is not null
      or (select true from exported_medium where exported_medium.identifier = asked.identifier)
    on conflict (identifier) do update set changed_at = excluded.changed_at, present = excluded.present,
      record_version = excluded.record_version, sets = case when excluded.present then excluded.sets else exported_medium.sets end
    where exported_medium.present <> excluded.present
      or (excluded.present and exported_medium.record_version is distinct from excluded.record_version)`.execute(db);
}

/** Waits until whoever writes the log now is done; gives the moment, before which nothing is added to it any more. */
export const waitForWriters = (db: Db): Promise<Date> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(LOG_LOCK)})`.execute(trx);
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
    return rows[0]!.now;
  });

/** How many changes come after one; `most` stands for more. */
export async function countChangesAfter(db: Db, seq: number, most: number): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select count(*)::int as changes from (
    select from media_change where media_change.seq > ${seq} limit ${most}) as change`.execute(db);
  return rows[0]!.changes;
}

/**
 * Deletes a batch of the oldest entries of the log, at most `limit` of those before a moment. The newest entry stays, however old it is: an index that
 * has followed to it is complete. Returns how many were deleted.
 */
export async function trimLog(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with oldest as (
      select media_change.seq, media_change.at from media_change
      where media_change.seq < (select max(newest.seq) from media_change as newest)
      order by media_change.seq limit ${limit}
    ), gone as (
      delete from media_change using oldest where media_change.seq = oldest.seq and oldest.at < ${before} returning media_change.seq
    ), mark as (
      update index_state set trimmed_to = greatest(index_state.trimmed_to, (select max(gone.seq) from gone)) where exists (select from gone)
    )
    select count(*)::int as deleted from gone`.execute(db);
  return rows[0]!.deleted;
}
