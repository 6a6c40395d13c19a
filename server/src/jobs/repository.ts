/** The table of jobs: written in the transaction of a request, taken by whichever process is free. */
import { sql } from 'kysely';
import { namesPeople, type Gone } from '../db/names-people.ts';
import { newId } from '../db/new-id.ts';
import type { Db } from '../db/open.ts';

const MOST_AT_ONCE = 3;

export type ClaimedJob = { id: string; kind: string; payload: unknown; attempts: number; created_at: Date };

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
 * … unless one with the same payload waits that is begun, or tried again, later: it does this too. That one is held until the transaction ends, so that
 * it is not begun before what it is to do is there.
 */
export async function addJobOnce(
  db: Db,
  job: { kind: string; payload: Readonly<Record<string, string>>; now: Date; due?: Date },
): Promise<void> {
  const waiting = await db
    .selectFrom('job')
    .select('job.id')
    .where('job.kind', '=', job.kind)
    .where('job.state', '=', 'waiting')
    .where(sql<boolean>`job.payload = ${JSON.stringify(job.payload)}::jsonb`)
    .where((eb) => eb.or([eb('job.attempts', '=', 0), eb('job.last_error', 'is not', null)]))
    // One that begins long after this one should does not do for it.
    .where((eb) => eb.or([eb('job.last_error', 'is not', null), eb('job.due_at', '<=', job.due ?? job.now)]))
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) await addJob(db, job);
}

/**
 * Takes the job that has been due longest, or none. It is committed as taken before it is worked on, so no transaction is open meanwhile;
 * if the worker dies it is due again at `until`.
 */
export async function claimJob(db: Db, kinds: readonly string[], now: Date, until: Date): Promise<ClaimedJob | undefined> {
  return db
    .updateTable('job')
    .set((eb) => ({ attempts: eb('job.attempts', '+', 1), due_at: until, last_error: null }))
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

/**
 * Makes due what was being worked on: for a database that one process alone can open, at its start. What has no error was taken and not brought to
 * an end. A job under which the process ended again and again is left to the end of its lease, so that others get their turn.
 */
export const releaseClaimedJobs = (db: Db, now: Date): Promise<unknown> =>
  db
    .updateTable('job')
    .set({ due_at: now })
    .where('job.state', '=', 'waiting')
    .where('job.attempts', '>=', 1)
    .where('job.attempts', '<=', MOST_AT_ONCE)
    .where('job.last_error', 'is', null)
    .where('job.due_at', '>', now)
    .execute();

/** Only the one who took it last has a say. */
const updateClaimed = (db: Db, job: ClaimedJob) =>
  db.updateTable('job').where('job.id', '=', job.id).where('job.attempts', '=', job.attempts).where('job.state', '=', 'waiting');

/** It is still being worked on: nobody else takes it before `until`. */
export const keepJob = (db: Db, job: ClaimedJob, until: Date): Promise<unknown> => updateClaimed(db, job).set({ due_at: until }).execute();

export const markJobDone = (db: Db, job: ClaimedJob, now: Date): Promise<unknown> =>
  updateClaimed(db, job).set({ state: 'done', payload: null, last_error: null, finished_at: now }).execute();

export const markJobFailed = (db: Db, job: ClaimedJob, error: string, due: Date): Promise<unknown> =>
  updateClaimed(db, job).set({ last_error: error, due_at: due }).execute();

/** False when somebody else has taken it meanwhile. */
export async function markJobGivenUp(db: Db, job: ClaimedJob, error: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(db, job)
    .set({ state: 'given_up', last_error: error, finished_at: now })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes what was finished before. */
export const removeFinishedJobs = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('job').where('job.state', '<>', 'waiting').where('job.finished_at', '<', before).execute();

/** How many jobs wait, and since when the oldest; one that is meant for later waits from then on. */
export async function countWaitingJobs(db: Db): Promise<{ waiting: number; oldest: Date | null; given_up: number }> {
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

/** Of a kind: what failed and is tried again, and what was given up. */
export async function countUnfinished(db: Db, kind: string): Promise<{ waiting: number; given_up: number }> {
  return db
    .selectFrom('job')
    .select([
      sql<number>`(count(*) filter (where job.state = 'waiting' and job.last_error is not null))::int`.as('waiting'),
      sql<number>`(count(*) filter (where job.state = 'given_up'))::int`.as('given_up'),
    ])
    .where('job.kind', '=', kind)
    .executeTakeFirstOrThrow();
}

/** Begins what was given up of a kind from the beginning. Gives how many. */
export async function retryGivenUp(db: Db, kind: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ state: 'waiting', attempts: 0, last_error: null, finished_at: null, due_at: now })
    .where('job.kind', '=', kind)
    .where('job.state', '=', 'given_up')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes what waits for people, mails above all, and what is said of them where something went wrong. */
export async function removeJobsAbout(db: Db, gone: Gone): Promise<void> {
  await sql`delete from job where ${namesPeople(sql`job.payload`, gone)}`.execute(db);
  await sql`update job set last_error = null where ${namesPeople(sql`job.last_error`, gone)}`.execute(db);
}

/** Others that gather the same wait until the transaction ends. */
export const lockGathering = (db: Db, kind: string, key: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`gather:${kind}:${key}`}, 0))`.execute(db);

/** False where no such job waits. */
export async function addToWaiting(db: Db, { kind, key, item }: { kind: string; key: string; item: string }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update job set payload = jsonb_set(job.payload, '{items}', (job.payload -> 'items') || to_jsonb(${item}::text))
    where job.kind = ${kind} and job.state = 'waiting' and job.payload ->> 'key' = ${key}`.execute(db);
  return numAffectedRows > 0n;
}

/** What has gathered in a job, which ends with this transaction: whoever dies before leaves all of it to the next attempt. */
export async function claimGathered(db: Db, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ items: string[] }>`
    delete from job where job.id = ${jobId} and job.state = 'waiting' returning job.payload -> 'items' as items`.execute(db);
  return [...new Set(rows[0]?.items ?? [])];
}
