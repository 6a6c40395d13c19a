/** What comes often: the first of a kind is told at once, the others of that day together on the next morning (docs/behaviour/mails.md#when-they-leave). */
import type { Db } from '../db/open.ts';
import { nextMorning } from './hour-of-mails.ts';
import { addJob, addToWaiting, lockGathering } from './repository.ts';

type Gathered = { kind: string; key: string; item: string; now: Date };

/**
 * Whether this is to be told at once; otherwise it waits in the job that is due on the next morning. The job itself is the mark that one was told
 * of, and it is looked for and made under a lock: of two processes one tells, the other adds. In the transaction of what happened.
 */
export async function isFirst(db: Db, { kind, key, item, now }: Gathered): Promise<boolean> {
  await lockGathering(db, kind, key);
  if (await addToWaiting(db, { kind, key, item })) return false;
  await addJob(db, { kind, payload: { key, items: [] }, now, due: nextMorning(now) });
  return true;
}

/** … of which nothing is told before `due`: all of it together then. */
export async function gatherUntil(db: Db, { due, ...what }: Gathered & { due: Date }): Promise<void> {
  const { kind, key, item, now } = what;
  await lockGathering(db, kind, key);
  if (!(await addToWaiting(db, { kind, key, item }))) await addJob(db, { kind, payload: { key, items: [item] }, now, due });
}
