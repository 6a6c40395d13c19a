import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type FailedJobRow = {
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
  lost_attempts: number;
  last_error: string | null;
  created_at: Date;
  finished_at: Date | null;
};

/** Returns the number of failed jobs by kind. */
export const countFailedJobs = (db: Db) =>
  db
    .selectFrom('job')
    .select(['job.kind', sql<number>`count(*)::int`.as('count')])
    .where('job.state', '=', 'given_up')
    .groupBy('job.kind')
    .orderBy('job.kind')
    .limit(500)
    .execute();

/** Returns the jobs that failed most recently. */
export const listFailedJobs = (db: Db, limit: number): Promise<FailedJobRow[]> =>
  db
    .selectFrom('job')
    .select([
      'job.id',
      'job.kind',
      'job.payload',
      'job.attempts',
      'job.lost_attempts',
      'job.last_error',
      'job.created_at',
      'job.finished_at',
    ])
    .where('job.state', '=', 'given_up')
    .orderBy('job.finished_at', 'desc')
    .orderBy('job.id')
    .limit(limit)
    .execute();

export const findFailedJob = (db: Db, id: string) =>
  db.selectFrom('job').select('job.kind').where('job.id', '=', id).where('job.state', '=', 'given_up').executeTakeFirst();

/** Queues failed jobs again and resets their counters. Returns the number of jobs. */
async function retry(db: Db, which: { kind: string } | { id: string }, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ state: 'waiting', attempts: 0, lost_attempts: 0, last_error: null, finished_at: null, due_at: now, created_at: now })
    .where('job.state', '=', 'given_up')
    .$if('kind' in which, (rows) => rows.where('job.kind', '=', (which as { kind: string }).kind))
    .$if('id' in which, (rows) => rows.where('job.id', '=', (which as { id: string }).id))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Queues all failed jobs of a kind again. Returns their number. */
export const retryFailedJobs = (db: Db, kind: string, now: Date): Promise<number> => retry(db, { kind }, now);

/** Queues a failed job again. Returns false if its state is not `given_up`. */
export const retryFailedJob = async (db: Db, id: string, now: Date): Promise<boolean> => (await retry(db, { id }, now)) === 1;
