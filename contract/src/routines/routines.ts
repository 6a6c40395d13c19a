/** Hourly routine tasks as displayed to operators (docs/behaviour/common.md#hourly-round). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, moment } from '../fields.ts';

const districtAdmin = { access: 'districtAdmin' } as const;

/** `running` means that a server process is executing the step; `never` means that it has not run yet. */
export const ROUTINE_STATES = ['done', 'failed', 'running', 'never'] as const;

export const Routine = z.object({
  /** Domain and name of the step, such as `lending.mails`. */
  name: z.string(),
  state: z.enum(ROUTINE_STATES),
  last_at: moment.nullable(),
  next_at: moment.nullable(),
  duration_ms: count.nullable(),
  /** Error message of the latest run; null if it succeeded. */
  error: z.string().nullable(),
  /** True if all attempts crashed or hung the process. The step pauses until `next_at`. */
  lost: z.boolean(),
});
export type Routine = z.output<typeof Routine>;

/**
 * `building` means that there is no index yet. All states after it are cluster problems: unreachable, slow, access denied, disk full, parts of the
 * index missing.
 */
export const SEARCH_STATES = ['ready', 'building', 'away', 'slow', 'refuses', 'read_only', 'red'] as const;

/** State of the search index in this server process (docs/operate/search-cluster.md). */
export const SearchState = z.object({
  engine: z.enum(['own', 'cluster']),
  state: z.enum(SEARCH_STATES),
  /** Cluster health of the index; null if it is unknown or the built-in engine is used. */
  health: z.enum(['green', 'yellow', 'red']).nullable(),
  media: count,
  /** Number of catalogue changes that are not indexed yet, up to {@link MAX_BEHIND}. */
  behind: count,
  /** True if semantic search is available. */
  meaning: z.boolean(),
  /** The latest cluster problem; null if there was none. */
  problem: z.object({ at: moment, text: z.string() }).nullable(),
});
export type SearchState = z.output<typeof SearchState>;

export const MAX_BEHIND = 100_000;

/** A job that failed permanently. */
export const FailedJob = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** Subject of the job without personal data, such as the host of a mail's recipient or of a learning platform; null if the job has none. */
  about: z.string().nullable(),
  created_at: moment,
  failed_at: moment,
  attempts: count,
  /** Error of the last attempt, without mail addresses; null if the job is `lost`. */
  error: z.string().nullable(),
  /** True if all attempts crashed or hung the process. */
  lost: z.boolean(),
  /** True if the job can be retried. The retry can fail if its data was deleted meanwhile. */
  retry: z.boolean(),
});
export type FailedJob = z.output<typeof FailedJob>;

/** Maximum number of failed jobs in the list. */
export const MAX_FAILED_JOBS = 100;

const Routines = z.object({
  items: z.array(Routine),
  /** Time at which deletion by age resumes; null unless it is suspended because the system clock may be wrong. */
  doubted_until: moment.nullable(),
  /** The latest failed jobs, at most {@link MAX_FAILED_JOBS}, and the number of failed jobs by kind. */
  failed: z.object({ items: z.array(FailedJob), kinds: z.array(z.object({ kind: z.string(), count, retry: z.boolean() })) }),
  /** Jobs due immediately, mainly mails. */
  queue: z.object({ waiting: count, given_up: count, oldest: moment.nullable() }),
  search: SearchState,
});

export const routines = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/routines',
    summary: 'Hourly tasks of the portal: last run, duration, result, and next run',
    ...districtAdmin,
    reply: Routines,
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/v1/routines/{name}/run',
    summary: 'Run a task now; `state_conflict` while it is running',
    ...districtAdmin,
    params: z.object({ name: z.string().min(1).max(100) }),
    reply: Routines,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/api/v1/routines/jobs/{id}/retry',
    summary: 'Retry a job that was given up; `state_conflict` if it cannot be retried',
    ...districtAdmin,
    params: z.object({ id: z.uuid() }),
    reply: Routines,
  }),
  retryJobs: endpoint({
    method: 'POST',
    path: '/api/v1/routines/jobs/retry',
    summary: 'Retry all given-up jobs of a kind; `state_conflict` if they cannot be retried',
    ...districtAdmin,
    body: z.object({ kind: z.string().min(1).max(100) }),
    reply: Routines,
  }),
};
