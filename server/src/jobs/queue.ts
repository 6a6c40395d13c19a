/** The table of jobs: written in the transaction of a request, taken by whichever process is free. */
import { sql } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { Db } from '../db/open.ts';

export type TakenJob = { id: string; kind: string; payload: unknown; attempts: number; created_at: Date };

/** Adds a job to be done as soon as the transaction is committed, or at `due`. Gives its id. */
export async function addJob(db: Db, job: { kind: string; payload: unknown; now: Date; due?: Date }): Promise<string> {
  const id = newId(job.now);
  await db
    .insertInto('job')
    .values({ id, kind: job.kind, payload: JSON.stringify(job.payload), due_at: job.due ?? job.now, created_at: job.now })
    .execute();
  return id;
}

/**
 * Takes the job that has been due longest, or none. It is committed as taken before it is worked on, so no transaction is open meanwhile;
 * if the worker dies it is due again at `until`.
 */
export async function takeJob(db: Db, kinds: readonly string[], now: Date, until: Date): Promise<TakenJob | undefined> {
  return db
    .updateTable('job')
    .set((eb) => ({ attempts: eb('job.attempts', '+', 1), due_at: until }))
    .where('job.id', '=', (eb) =>
      eb
        .selectFrom('job as waiting')
        .select('waiting.id')
        .where('waiting.state', '=', 'waiting')
        .where('waiting.due_at', '<=', now)
        .where('waiting.kind', 'in', [...kinds])
        .orderBy('waiting.due_at')
        .orderBy('waiting.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['job.id', 'job.kind', 'job.payload', 'job.attempts', 'job.created_at'])
    .executeTakeFirst();
}

/** Only the one who took it last has a say. */
const taken = (db: Db, job: TakenJob) =>
  db.updateTable('job').where('job.id', '=', job.id).where('job.attempts', '=', job.attempts).where('job.state', '=', 'waiting');

/** It is still being worked on: nobody else takes it before `until`. */
export const keepJob = (db: Db, job: TakenJob, until: Date): Promise<unknown> => taken(db, job).set({ due_at: until }).execute();

export const jobDone = (db: Db, job: TakenJob, now: Date): Promise<unknown> =>
  taken(db, job).set({ state: 'done', payload: null, last_error: null, finished_at: now }).execute();

export const jobFailed = (db: Db, job: TakenJob, error: string, due: Date): Promise<unknown> =>
  taken(db, job).set({ last_error: error, due_at: due }).execute();

/** False when somebody else has taken it meanwhile. */
export async function jobGivenUp(db: Db, job: TakenJob, error: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await taken(db, job).set({ state: 'given_up', last_error: error, finished_at: now }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes what was finished before. */
export const removeFinishedJobs = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('job').where('job.state', '<>', 'waiting').where('job.finished_at', '<', before).execute();

/** How many jobs wait, and since when the oldest; one that is meant for later waits from then on. */
export async function waitingJobs(db: Db): Promise<{ waiting: number; oldest: Date | null; given_up: number }> {
  const row = await db
    .selectFrom('job')
    .select([
      sql<number>`count(*) filter (where job.state = 'waiting')`.as('waiting'),
      sql<Date | null>`min(case when job.attempts = 0 then job.due_at else job.created_at end) filter (where job.state = 'waiting')`.as(
        'oldest',
      ),
      sql<number>`count(*) filter (where job.state = 'given_up')`.as('given_up'),
    ])
    .executeTakeFirstOrThrow();
  return row;
}
