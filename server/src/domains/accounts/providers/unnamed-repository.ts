import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { ValueOf } from '../../../db/tables.ts';

export type UnnamedClaims = ValueOf<'identity', 'unnamed'>;
type Which = { provider: string; subject: string };

/** Counts a sign-in with missing claims. Resets the counter if no claim is missing. */
export const countMissingClaims = (db: Db, { provider, subject }: Which, unnamed: UnnamedClaims, now: Date) =>
  db
    .updateTable('identity')
    .set(
      unnamed.length === 0
        ? { unnamed, unnamed_count: 0, unnamed_since: null }
        : {
            unnamed,
            unnamed_count: sql<number>`identity.unnamed_count + 1`,
            unnamed_since: sql<Date>`coalesce(identity.unnamed_since, ${now}::timestamptz)`,
          },
    )
    .where('identity.provider', '=', provider)
    .where('identity.subject', '=', subject)
    .returning(['identity.unnamed_count', 'identity.unnamed_since'])
    .executeTakeFirst();

/** Locks the identities whose claims have been missing since before `since`. Only people without a password are included. */
export const lockStaleIdentities = (db: Db, since: Date, limit: number) =>
  db
    .selectFrom('identity')
    .innerJoin('person', 'person.id', 'identity.person_id')
    .select(['identity.provider', 'identity.subject', 'identity.person_id', 'identity.unnamed'])
    .where('identity.unnamed_since', '<', since)
    .where('person.password_hash', 'is', null)
    .orderBy('identity.unnamed_since')
    .limit(limit)
    .forUpdate('identity')
    .skipLocked()
    .execute();

/** Returns whether another provider named the school at its last sign-in. */
export async function isNamedByOtherProvider(db: Db, personId: string, provider: string, schoolId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity')
    .select('identity.person_id')
    .where('identity.person_id', '=', personId)
    .where('identity.provider', '<>', provider)
    .where(sql<boolean>`${schoolId} = any(identity.schools)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
