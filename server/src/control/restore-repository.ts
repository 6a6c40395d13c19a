/** SQL of filling an empty portal from a backup. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** What is sealed, or hashed, with the portal's secret: passkeys are not. People whose signs are lost are counted anew: none twice. */
const SEALED = [
  sql`delete from second_factor where second_factor.kind = 'totp'`,
  sql`delete from recovery_code`,
  sql`delete from learner_code`,
  sql`delete from code_batch`,
  sql`delete from erasure`,
  sql`update media_use set people = 0 where media_use.month = (select to_char(max(media_use_dedup.ends_on), 'YYYY-MM') from media_use_dedup)`,
  sql`update media_use_month set people = 0 where media_use_month.month = (select to_char(max(media_use_dedup.ends_on), 'YYYY-MM') from media_use_dedup)`,
  sql`delete from search_miss where search_miss.month = (select to_char(max(media_use_dedup.ends_on), 'YYYY-MM') from media_use_dedup)`,
  sql`delete from media_use_dedup`,
];

export async function dropSealed(db: Db): Promise<void> {
  for (const statement of SEALED) await statement.execute(db);
}

export const deferConstraints = (db: Db): Promise<unknown> => sql`set constraints all deferred`.execute(db);
