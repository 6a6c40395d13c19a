/**
 * Batches frequent notifications. The first one of a kind is sent immediately, and the others of the same day are sent together on the next morning
 * (docs/behaviour/mails.md#delivery).
 */
import type { Db } from '../db/open.ts';
import { nextMorning } from './hour-of-mails.ts';
import { addJob, addToBatch, lockGathering } from './repository.ts';

type Gathered = { kind: string; key: string; item: string; now: Date };

/**
 * Returns true if the item must be sent immediately. Otherwise, adds it to the job of the next morning. The existence of this job records that the
 * first item was sent. An advisory lock ensures that only one process sends it. Must run in the transaction of the event.
 */
export async function gatherUnlessFirst(db: Db, { kind, key, item, now }: Gathered): Promise<boolean> {
  await lockGathering(db, kind, key);
  if (await addToBatch(db, { kind, key, item })) return false;
  await addJob(db, { kind, payload: { key, items: [] }, now, due: nextMorning(now) });
  return true;
}

/** Adds an item to the job that sends all items together at `due`. */
export async function gatherForSending(db: Db, { due, ...what }: Gathered & { due: Date }): Promise<void> {
  const { kind, key, item, now } = what;
  await lockGathering(db, kind, key);
  if (!(await addToBatch(db, { kind, key, item }))) await addJob(db, { kind, payload: { key, items: [item] }, now, due });
}
