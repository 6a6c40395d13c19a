/** Steps of the hourly routine and failed jobs, shown to administrators. */
import type { Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import {
  MAX_FAILED_JOBS,
  MAX_BEHIND,
  type FailedJob,
  type Routine,
  type routines,
  type SearchState,
} from '@fundus/contract/routines/routines';
import type { UserCtx } from '../../http/context.ts';
import { untrustedUntil } from '../../jobs/clock.ts';
import {
  countFailedJobs,
  findFailedJob,
  listFailedJobs,
  retryFailedJobs,
  retryFailedJob,
  type FailedJobRow,
} from '../../jobs/failed-jobs-repository.ts';
import { countWaitingJobs } from '../../jobs/repository.ts';
import { listRoutines } from '../../jobs/routine-repository.ts';
import { LOST_JOB_ERROR } from '../../jobs/runner.ts';
import { hasFailed, isRunning, nextRunAt, isRoutineSuspended } from '../../jobs/standing.ts';
import { countChangesAfter } from '../../search/change-log-repository.ts';

type Row = Awaited<ReturnType<typeof listRoutines>>[number];

function presentRoutine(row: Row, now: Date): Routine {
  const { name, started_at, finished_at, error } = row;
  const running = isRunning(row, now);
  return {
    name,
    state: running ? 'running' : hasFailed(row) ? 'failed' : finished_at === null ? 'never' : 'done',
    last_at: started_at?.toISOString() ?? null,
    next_at: nextRunAt(row, now)?.toISOString() ?? null,
    duration_ms: running || started_at === null || finished_at === null ? null : Math.max(0, finished_at.getTime() - started_at.getTime()),
    error: running ? null : error,
    lost: isRoutineSuspended(row),
  };
}

/** Replaces e-mail addresses, which mail servers include in error messages. */
const withoutAddresses = (error: string): string => error.replace(/[^\s<>"'(),;:]+/g, (word) => (/.@./.test(word) ? '…@…' : word));

async function presentJob({ jobs, log }: UserCtx<'jobs'>, row: FailedJobRow): Promise<FailedJob> {
  const about = await jobs.about(row.kind, row.payload).catch((error: unknown) => {
    log.warn({ err: error, job: row.id, kind: row.kind }, 'subject of a job could not be read');
    return null;
  });
  const lost = row.last_error === LOST_JOB_ERROR;
  return {
    ...{ id: row.id, kind: row.kind, about, attempts: row.attempts, lost },
    created_at: row.created_at.toISOString(),
    failed_at: (row.finished_at ?? row.created_at).toISOString(),
    error: lost || row.last_error === null ? null : withoutAddresses(row.last_error),
    retry: jobs.mayRetry(row.kind),
  };
}

async function readFailed(ctx: UserCtx<'jobs'>): Promise<Reply<typeof routines.list>['failed']> {
  const items: FailedJob[] = [];
  for (const row of await listFailedJobs(ctx.db, MAX_FAILED_JOBS)) items.push(await presentJob(ctx, row));
  const kinds = await countFailedJobs(ctx.db);
  return { items, kinds: kinds.map(({ kind, count }) => ({ kind, count, retry: ctx.jobs.mayRetry(kind) })) };
}

/** Retries an abandoned job. Throws `not_found` if the job was not abandoned, and `state_conflict` if its kind cannot be retried. */
export async function retryJob(ctx: UserCtx<'jobs' | 'routines' | 'search'>, id: string): Promise<Reply<typeof routines.list>> {
  const job = await findFailedJob(ctx.db, id);
  if (!job) throw notFound('id');
  if (!ctx.jobs.mayRetry(job.kind)) throw new AppError('state_conflict', { details: { state: 'final' } });
  if (!(await retryFailedJob(ctx.db, id, ctx.now))) throw notFound('id');
  ctx.afterCommit(ctx.wakeJobs);
  return readRoutines(ctx);
}

/** Retries all abandoned jobs of a kind. Throws `not_found` for an unknown kind, and `state_conflict` if the kind cannot be retried. */
export async function retryJobs(ctx: UserCtx<'jobs' | 'routines' | 'search'>, kind: string): Promise<Reply<typeof routines.list>> {
  if (!ctx.jobs.kinds.includes(kind)) throw notFound('kind');
  if (!ctx.jobs.mayRetry(kind)) throw new AppError('state_conflict', { details: { state: 'final' } });
  await retryFailedJobs(ctx.db, kind, ctx.now);
  ctx.afterCommit(ctx.wakeJobs);
  return readRoutines(ctx);
}

async function readSearch({ db, search }: UserCtx<'search'>): Promise<SearchState> {
  const { seq, records, meaning, cluster } = search.status();
  const { state = 'ready', health = null, built = true, problem = null } = cluster ?? {};
  return {
    engine: cluster ? 'cluster' : 'own',
    state: state === 'ready' && !built ? 'building' : state,
    health,
    media: records,
    behind: await countChangesAfter(db, seq, MAX_BEHIND),
    meaning,
    problem: problem && { at: problem.at.toISOString(), text: problem.reason },
  };
}

/** Returns the steps of this version with their last runs, and the failed jobs. */
export async function readRoutines(ctx: UserCtx<'jobs' | 'routines' | 'search'>): Promise<Reply<typeof routines.list>> {
  const {
    db,
    now,
    routines: { names },
  } = ctx;
  const rows = new Map((await listRoutines(db)).map((row) => [row.name, row]));
  const { waiting, given_up, oldest } = await countWaitingJobs(db);
  const empty = { leased_until: null, started_at: null, finished_at: null, error: null, lost_attempts: 0 };
  return {
    items: names.map((name) => presentRoutine(rows.get(name) ?? { name, due_at: now, ...empty }, now)),
    doubted_until: (await untrustedUntil(db, now))?.toISOString() ?? null,
    failed: await readFailed(ctx),
    queue: { waiting: Number(waiting), given_up: Number(given_up), oldest: oldest?.toISOString() ?? null },
    search: await readSearch(ctx),
  };
}

/** Runs a step now. Runs outside the transaction, because a step may take a while. */
export async function runRoutineNow({ routines }: UserCtx<'routines'>, name: string): Promise<void> {
  if (!routines.names.includes(name)) throw notFound('name');
  if (!(await routines.run(name))) throw new AppError('state_conflict', { details: { state: 'running' } });
}
