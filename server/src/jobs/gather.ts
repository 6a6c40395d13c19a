/** What comes often: the first of a kind is told at once, the others of that day together on the next morning (docs/behaviour/mails.md#when-they-leave). */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { nextMorning } from './hour-of-mails.ts';
import { addJob } from './queue.ts';

type Gathered = { kind: string; key: string; item: string; now: Date };

/**
 * Whether this is to be told at once; otherwise it waits in the job that is due on the next morning. The job itself is the mark that one was told
 * of, and it is looked for and made under a lock: of two processes one tells, the other adds. In the transaction of what happened.
 */
export async function isFirst(db: Db, { kind, key, item, now }: Gathered): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gather:${kind}:${key}`}, 0))`.execute(db);
  const { numAffectedRows = 0n } = await sql`
    update job set payload = jsonb_set(job.payload, '{items}', (job.payload -> 'items') || to_jsonb(${item}::text))
    where job.kind = ${kind} and job.state = 'waiting' and job.payload ->> 'key' = ${key}`.execute(db);
  if (numAffectedRows > 0n) return false;
  await addJob(db, { kind, payload: { key, items: [] }, now, due: nextMorning(now) });
  return true;
}

/** What has gathered in a job, which ends with this transaction: whoever dies before leaves all of it to the next attempt. */
export async function claimGathered(db: Db, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ items: string[] }>`
    delete from job where job.id = ${jobId} and job.state = 'waiting' returning job.payload -> 'items' as items`.execute(db);
  return [...new Set(rows[0]?.items ?? [])];
}
