/** The job queue. Jobs are added in the transaction of a request, and any process can claim them. */
import { sql } from 'kysely';
import { matchTexts, matchUuids } from '../db/any-of.ts';
import { mentionsPeople, type RemovedPeople } from '../db/names-people.ts';
import { newId } from '../db/new-id.ts';
import type { Db } from '../db/open.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAX_RELEASED_ATTEMPTS = 3;

/** Maximum time between the creation of a job and its due time. */
export const MAX_DELAY = 48 * HOUR;
/** Duration of a lease, which the working process renews. */
export const LEASE = MINUTE;
/** Maximum delay before a retry. */
export const MAX_RETRY_DELAY = HOUR;

export type ClaimedJob = { id: string; kind: string; payload: unknown; attempts: number; lost_attempts: number; created_at: Date };

/** Returns the due time, limited to `MAX_DELAY` from now. A later time was computed while the clock was ahead. */
const dueOf = ({ now, due = now }: { now: Date; due?: Date | undefined }): Date =>
  new Date(Math.min(due.getTime(), now.getTime() + MAX_DELAY));

/** Adds a job that is due at `due`, or immediately after the commit. Returns its id. */
export async function addJob(db: Db, job: { kind: string; payload: unknown; now: Date; due?: Date }): Promise<string> {
  const id = newId(job.now);
  await db
    .insertInto('job')
    .values({ id, kind: job.kind, payload: JSON.stringify(job.payload), due_at: dueOf(job), created_at: job.now })
    .execute();
  return id;
}

/**
 * Adds a job unless another job with the same payload has not started yet and therefore covers it. The other job is locked until the commit, so that
 * it does not start before the data is visible.
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
    // A job that would start later than the new one does not cover it.
    .where((eb) => eb.or([eb('job.last_error', 'is not', null), eb('job.due_at', '<=', job.due ?? job.now)]))
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) await addJob(db, job);
}

/** Removes the newest job whose payload has the given `key` and that has not started. Returns its payload. */
export async function removeJob(db: Db, kind: string, key: string): Promise<unknown> {
  const row = await db
    .deleteFrom('job')
    .where('job.id', '=', (eb) =>
      eb
        .selectFrom('job as newest')
        .select('newest.id')
        .where('newest.kind', '=', kind)
        .where('newest.state', '=', 'waiting')
        .where('newest.attempts', '=', 0)
        .where(sql<boolean>`newest.payload->>'key' = ${key}`)
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.id', 'desc')
        .limit(1)
        .forUpdate(),
    )
    .returning('job.payload')
    .executeTakeFirst();
  return row?.payload;
}

/** Removes the given jobs if they have not started. Returns the number of removed jobs. */
export async function removeWaitingJobs(db: Db, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('job.id', '=', matchUuids(ids))
    .where('job.state', '=', 'waiting')
    .where('job.attempts', '=', 0)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * True if a job is due, or if its due time is later than its state allows. In that case, the clock was ahead when the time was stored. Leases and
 * retry delays count twice, because clocks of processes may differ.
 */
function isDue(now: Date) {
  const after = (ms: number) => sql`${new Date(now.getTime() + ms)}::timestamptz`;
  return sql<boolean>`(job.due_at <= ${after(0)} or job.due_at > case
    when job.attempts = 0 then ${after(MAX_DELAY + HOUR)} when job.last_error is null then ${after(2 * LEASE)} else ${after(2 * MAX_RETRY_DELAY)} end)`;
}

/** Jobs that are processed together. If `suspects` is set, only jobs whose last attempt had no outcome. */
export type Lane = { kinds: readonly string[]; suspects: boolean };

const inLane = ({ kinds, suspects }: Lane, now: Date) =>
  sql<boolean>`job.state = 'waiting' and job.kind = ${matchTexts(kinds)} and ${suspects ? sql`job.lost_attempts > 0` : sql`job.lost_attempts = 0`} and ${isDue(now)}`;

/** Returns the kinds that have due jobs, and whether any due job had lost attempts. */
export async function listDueKinds(db: Db, kinds: readonly string[], now: Date): Promise<{ kinds: string[]; suspects: boolean }> {
  const { rows } = await sql<{ kind: string; suspect: boolean }>`
    select distinct job.kind, job.lost_attempts > 0 as suspect from job
    where job.state = 'waiting' and job.kind = ${matchTexts(kinds)} and ${isDue(now)} limit 500`.execute(db);
  return { kinds: rows.filter(({ suspect }) => !suspect).map(({ kind }) => kind), suspects: rows.some(({ suspect }) => suspect) };
}

/**
 * Leases the next due job until `until`, or returns `undefined`. The attempt is committed as lost before the work starts, and remains lost if the
 * process dies. No transaction is open during the work. First attempts precede retries, so that failing jobs do not delay others. Suspects are
 * ordered by `kinds`.
 */
export async function claimJob(db: Db, lane: Lane, now: Date, until: Date): Promise<ClaimedJob | undefined> {
  const { rows } = await sql<ClaimedJob>`
    update job set attempts = job.attempts + 1, lost_attempts = job.lost_attempts + 1, due_at = ${until}, last_error = null
    where job.id = (select job.id from job where ${inLane(lane, now)}
      order by ${lane.suspects ? sql`array_position(${sql.val([...lane.kinds])}::text[], job.kind), ` : sql``}job.attempts > 0, job.due_at, job.id
      limit 1 for update skip locked)
    returning job.id, job.kind, job.payload, job.attempts, job.lost_attempts, job.created_at`.execute(db);
  return rows[0];
}

/**
 * Makes jobs leased by a dead process due again. Called at the start of a process with exclusive access to the database. A job with many earlier
 * attempts waits until its lease ends, so that other jobs run first.
 */
export const releaseClaimedJobs = (db: Db, now: Date): Promise<unknown> =>
  db
    .updateTable('job')
    .set({ due_at: now })
    .where('job.state', '=', 'waiting')
    .where('job.attempts', '>=', 1)
    .where('job.attempts', '<=', MAX_RELEASED_ATTEMPTS)
    .where('job.last_error', 'is', null)
    .where('job.due_at', '>', now)
    .execute();

/** Updates a job only if it is still claimed by this worker. */
const updateClaimed = (db: Db, job: ClaimedJob) =>
  db.updateTable('job').where('job.id', '=', job.id).where('job.attempts', '=', job.attempts).where('job.state', '=', 'waiting');

/** Number of lost attempts without the current one, which had an outcome or ended with a regular shutdown. */
const notLost = sql<number>`greatest(job.lost_attempts - 1, 0)`;

/** Renews the lease until `until`. */
export const renewJobLease = (db: Db, job: ClaimedJob, until: Date): Promise<unknown> =>
  updateClaimed(db, job).set({ due_at: until }).execute();

/** Does not count the current attempt as lost, because the process shuts down. */
export const discountAttempt = (db: Db, job: ClaimedJob): Promise<unknown> =>
  updateClaimed(db, job).set({ lost_attempts: notLost }).execute();

export const markJobDone = (db: Db, job: ClaimedJob, now: Date): Promise<unknown> =>
  updateClaimed(db, job).set({ state: 'done', payload: null, last_error: null, lost_attempts: 0, finished_at: now }).execute();

export const markJobFailed = (db: Db, job: ClaimedJob, error: string, due: Date): Promise<unknown> =>
  updateClaimed(db, job).set({ last_error: error, lost_attempts: notLost, due_at: due }).execute();

/**
 * Marks a job as permanently failed. Returns false if another process has claimed it in the meantime. If `begun` is false, the current claim does not
 * count as an attempt.
 */
export async function markJobGivenUp(db: Db, job: ClaimedJob, error: string, now: Date, { begun = true } = {}): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(db, job)
    .set({ state: 'given_up', last_error: error, lost_attempts: notLost, finished_at: now })
    .$if(!begun, (rows) => rows.set({ attempts: job.attempts - 1 }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes jobs that finished before `before`. */
export const removeFinishedJobs = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('job').where('job.state', '<>', 'waiting').where('job.finished_at', '<', before).execute();

export type JobCounts = {
  waiting: number;
  /** Due time or creation time of the job that has waited longest. */
  oldest: Date | null;
  given_up: number;
};

/** Counts waiting and permanently failed jobs. */
export async function countWaitingJobs(db: Db): Promise<JobCounts> {
  return db
    .selectFrom('job')
    .select([
      sql<number>`count(*) filter (where job.state = 'waiting')`.as('waiting'),
      sql<Date | null>`min(case when job.attempts = 0 then job.due_at else job.created_at end) filter (where job.state = 'waiting')`.as(
        'oldest',
      ),
      sql<number>`count(*) filter (where job.state = 'given_up')`.as('given_up'),
    ])
    .executeTakeFirstOrThrow();
}

/** Returns the earliest due time of all due jobs. Running jobs are not due. */
export async function findOldestDue(db: Db, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('job')
    .select((eb) => eb.fn.min('job.due_at').as('due'))
    .where('job.state', '=', 'waiting')
    .where('job.due_at', '<=', now)
    .executeTakeFirst();
  return row?.due ?? null;
}

/** Counts the jobs of a kind that wait for a retry and those that failed permanently. */
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

/** Removes jobs about erased people, mainly mails, and error messages that contain their names. */
export async function removeJobsAbout(db: Db, removed: RemovedPeople): Promise<void> {
  await sql`delete from job where ${mentionsPeople(sql`job.payload`, removed)}`.execute(db);
  await sql`update job set last_error = null where ${mentionsPeople(sql`job.last_error`, removed)}`.execute(db);
}

/** Locks a batch until the transaction ends. */
export const lockGathering = (db: Db, kind: string, key: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`gather:${kind}:${key}`}, 0))`.execute(db);

/** Adds an item to a waiting batch. Returns false if there is no such batch. */
export async function addToBatch(db: Db, { kind, key, item }: { kind: string; key: string; item: string }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update job set payload = jsonb_set(job.payload, '{items}', (job.payload -> 'items') || to_jsonb(${item}::text))
    where job.kind = ${kind} and job.state = 'waiting' and job.payload ->> 'key' = ${key}`.execute(db);
  return numAffectedRows > 0n;
}

/** Returns the items of a batch and deletes its job in the transaction. If the process dies before the commit, the next attempt gets all items. */
export async function claimBatchItems(db: Db, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ items: string[] }>`
    delete from job where job.id = ${jobId} and job.state = 'waiting' returning job.payload -> 'items' as items`.execute(db);
  return [...new Set(rows[0]?.items ?? [])];
}
