/** Changes no call asked for: of jobs, of the hourly round, of what other systems say. */
import type { Db } from '../db/open.ts';
import { retryDeadlocks } from '../db/retry-deadlocks.ts';
import type { Ctx } from './context.ts';

/** What such a change is made with; it is nobody's. */
type Change<At> = Omit<At, 'db' | 'now'> & Pick<Ctx, 'db' | 'now' | 'afterCommit'> & { user: null };

/** Makes a change in one transaction; what is to follow its commit follows it, one after the other. */
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
