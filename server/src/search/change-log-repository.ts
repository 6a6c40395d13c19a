/** Change log that every index follows. Changes of media are logged in the transaction that makes them (docs/behaviour/search.md#index). */
import { sql } from 'kysely';
import { matchTexts } from '../db/any-of.ts';
import type { Db } from '../db/open.ts';

/** Advisory lock that serializes writers, so that sequence numbers become visible in ascending order. */
const LOG_LOCK = 4_711_001;

/** Logs changes of media. Must be the last statement of a transaction, because other writers wait for its commit. */
export async function logChanges(db: Db, identifiers: readonly string[]): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOG_LOCK)})`.execute(db);
  await sql`insert into media_change (identifier) select unnest(${sql.val([...identifiers])}::text[])`.execute(db);
  await updateExportedMedia(db, identifiers);
  await sql`select pg_notify('media_change', '')`.execute(db);
}

/** A timestamp later than all stored ones, even if the clock was set back, so that harvesters miss no change. */
const nextMoment = sql`greatest(clock_timestamp(), (select max(exported_medium.changed_at) + interval '1 microsecond' from exported_medium))`;

/** Marks media as changed for harvesters although their content is unchanged, because their visibility to harvesters has changed. */
export async function touchExported(db: Db, identifiers: readonly string[]): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOG_LOCK)})`.execute(db);
  await sql`update exported_medium set changed_at = ${nextMoment}
    where exported_medium.identifier = ${matchTexts(identifiers)} and exported_medium.present`.execute(db);
}

/**
 * Updates the data that other systems can harvest: published media and tombstones (docs/operate/exchange.md). The lock keeps timestamps in the order
 * of commits. Changes that are invisible to harvesters, such as reviews, keep the timestamp. The lateral join with `limit` forces an index lookup per
 * medium. Without table statistics, the planner would scan both tables for each batch of an import.
 */
async function updateExportedMedia(db: Db, identifiers: readonly string[]): Promise<void> {
  await sql`
    insert into exported_medium (identifier, changed_at, present, record_version, sets)
    select asked.identifier, ${nextMoment}, published.identifier is not null, published.updated_at,
      coalesce(array(select distinct 'geb:' || left(code, 3) from unnest(published.fn_geb) as code) || ('typ:' || published.fn_typ), '{}')
    from (select distinct unnest(${sql.val([...identifiers])}::text[]) as identifier) as asked
    left join lateral (
      select media_item.identifier, media_item.updated_at, media_item.fn_geb, media_item.fn_typ from media_item
      where media_item.identifier = asked.identifier and media_item.retired_at is null
        and not exists (select from media_draft where media_draft.identifier = media_item.identifier)
        and not exists (select from own_material where own_material.identifier = media_item.identifier)
      limit 1
    ) as published on true
    where published.identifier is not null
      or (select true from exported_medium where exported_medium.identifier = asked.identifier)
    on conflict (identifier) do update set changed_at = excluded.changed_at, present = excluded.present,
      record_version = excluded.record_version, sets = case when excluded.present then excluded.sets else exported_medium.sets end
    where exported_medium.present <> excluded.present
      or (excluded.present and exported_medium.record_version is distinct from excluded.record_version)`.execute(db);
}

/** Waits for all current writers. Returns a timestamp before which no further changes can be logged. */
export const waitForWriters = (db: Db): Promise<Date> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(LOG_LOCK)})`.execute(trx);
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
    return rows[0]!.now;
  });

/** Returns the number of changes after a sequence number, limited to `most`. */
export async function countChangesAfter(db: Db, seq: number, most: number): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select count(*)::int as changes from (
    select from media_change where media_change.seq > ${seq} limit ${most}) as change`.execute(db);
  return rows[0]!.changes;
}

/**
 * Deletes at most `limit` of the oldest log entries before a given date, and returns their number. The newest entry is always kept, so that an index
 * that contains it is known to be complete.
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
