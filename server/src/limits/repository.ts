import { matchTexts } from '../db/any-of.ts';
import type { Db } from '../db/open.ts';

const selectRows = (db: Db, key: string) =>
  db
    .selectFrom('attempt_limit')
    .select(['attempt_limit.failures', 'attempt_limit.first_at', 'attempt_limit.last_at'])
    .select(['attempt_limit.blocked_until', 'attempt_limit.ends_at'])
    .where('attempt_limit.key', '=', key);

export const findLimit = (db: Db, key: string): Promise<Limit | undefined> => selectRows(db, key).executeTakeFirst();

/** Returns the existing counters by key. */
export async function findLimits(db: Db, keys: readonly string[]): Promise<Map<string, Limit>> {
  const found = await db
    .selectFrom('attempt_limit')
    .select(['attempt_limit.key', 'attempt_limit.failures', 'attempt_limit.first_at', 'attempt_limit.last_at'])
    .select(['attempt_limit.blocked_until', 'attempt_limit.ends_at'])
    .where('attempt_limit.key', '=', matchTexts(keys))
    .execute();
  return new Map(found.map(({ key, ...limit }) => [key, limit]));
}

/** Locks a counter until the transaction ends, and inserts it if it does not exist. Returns `undefined` if it contains no failures. */
export async function lockLimit(db: Db, key: string, now: Date): Promise<Limit | undefined> {
  const row = await db
    .insertInto('attempt_limit')
    .values({ key, failures: 0, first_at: now, last_at: now, ends_at: now })
    // This update changes nothing, but locks the row and returns it.
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
    .returning(['attempt_limit.failures', 'attempt_limit.first_at', 'attempt_limit.last_at'])
    .returning(['attempt_limit.blocked_until', 'attempt_limit.ends_at'])
    .executeTakeFirst();
  return row && row.failures > 0 ? row : undefined;
}

export const saveLimit = (db: Db, key: string, limit: Limit): Promise<unknown> =>
  db.updateTable('attempt_limit').set(limit).where('attempt_limit.key', '=', key).execute();

export const forgetLimit = (db: Db, key: string): Promise<unknown> =>
  db.deleteFrom('attempt_limit').where('attempt_limit.key', '=', key).execute();

export const removeLimits = (db: Db, endedBy: Date): Promise<unknown> =>
  db.deleteFrom('attempt_limit').where('attempt_limit.ends_at', '<=', endedBy).execute();

/** Counter of failures. The row is obsolete after `ends_at`. */
export type Limit = { failures: number; first_at: Date; last_at: Date; blocked_until: Date | null; ends_at: Date };
