/** Runs changes that are not made by API calls: those of jobs, of hourly maintenance and of other systems. */
import type { Db } from '../db/open.ts';
import { retryDeadlocks } from '../db/retry-deadlocks.ts';
import type { Ctx } from './context.ts';

/** Context of a change that is not made by a user. */
type Change<At> = Omit<At, 'db' | 'now'> & Pick<Ctx, 'db' | 'now' | 'afterCommit'> & { user: null };

/** Runs a change in a transaction, and runs its effects sequentially after the commit. */
export async function changeInTransaction<At extends { db: Db }, T>(
  at: At,
  now: Date,
  make: (change: Change<At>) => Promise<T>,
): Promise<T> {
  const effects: (() => unknown)[] = [];
  const made = await retryDeadlocks(() => {
    effects.length = 0;
    return at.db.transaction().execute((db) => make({ ...at, db, now, user: null, afterCommit: (effect) => void effects.push(effect) }));
  });
  for (const effect of effects) await effect();
  return made;
}
