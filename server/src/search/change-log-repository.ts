/** The log every index follows: what changes about a medium is written here in the same transaction (docs/behaviour/search.md#index). */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Writers take turns here, so that numbers in the log appear in their order. */
const LOG_LOCK = 4_711_001;

/** Writes the change log, in the same transaction as the change and as its last statement: others wait until it is committed. */
export async function logChanges(db: Db, identifiers: readonly string[]): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOG_LOCK)})`.execute(db);
  await sql`insert into media_change (identifier) select unnest(${sql.val([...identifiers])}::text[])`.execute(db);
  await sql`select pg_notify('media_change', '')`.execute(db);
}
