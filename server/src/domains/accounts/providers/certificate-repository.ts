import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** Stores that a notice is sent. Returns false if this or a later notice has already been sent. */
export async function claimNotice(db: Db, fingerprint: string, days: number, at: Date): Promise<boolean> {
  const row = await db
    .insertInto('certificate_notice')
    .values({ fingerprint, days, at })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ days, at }).where('certificate_notice.days', '>', days))
    .returning('certificate_notice.fingerprint')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes stored notices about certificates that are no longer in use. */
export const removeOtherNotices = (db: Db, fingerprints: readonly string[]): Promise<unknown> =>
  db
    .deleteFrom('certificate_notice')
    .where('certificate_notice.fingerprint', '<>', sql<string>`all(${sql.val([...fingerprints])}::text[])`)
    .execute();
