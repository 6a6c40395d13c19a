/** Hourly routine tasks, for operators (docs/behaviour/common.md#hourly-round). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, moment } from '../fields.ts';

const districtAdmin = { access: 'districtAdmin' } as const;

/** `running`: in progress in some process; `never`: not run since it exists. */
export const ROUTINE_STATES = ['done', 'failed', 'running', 'never'] as const;

export const Routine = z.object({
  /** Domain and step, such as `lending.mails`. */
  name: z.string(),
  state: z.enum(ROUTINE_STATES),
  last_at: moment.nullable(),
  next_at: moment.nullable(),
  duration_ms: count.nullable(),
  /** Error of the latest run. */
  error: z.string().nullable(),
  /** True if all attempts ended without a result because the process crashed or hung. The step pauses until `next_at`. */
  lost: z.boolean(),
});
export type Routine = z.output<typeof Routine>;

/** `building`: no index yet; all others are cluster problems: unreachable, slow, access denied, disk full, parts of the index missing. */
export const SEARCH_STATES = ['ready', 'building', 'away', 'slow', 'refuses', 'read_only', 'red'] as const;

/** State of the search index of this process (docs/operate/search-cluster.md). */
export const SearchState = z.object({
  engine: z.enum(['own', 'cluster']),
  state: z.enum(SEARCH_STATES),
  /** Cluster health of the index; null for the built-in engine, or if unknown. */
  health: z.enum(['green', 'yellow', 'red']).nullable(),
  media: count,
  /** Number of catalogue changes not indexed yet, at most {@link MAX_BEHIND}. */
  behind: count,
  /** True if semantic search is available. */
  meaning: z.boolean(),
  /** Latest of these cluster problems. */
  problem: z.object({ at: moment, text: z.string() }).nullable(),
});
export type SearchState = z.output<typeof SearchState>;

export const MAX_BEHIND = 100_000;

/** A job that failed permanently. */
export const FailedJob = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** The subject without personal data, such as the host of a mail's recipient or of a learning platform; null if there is none. */
  about: z.string().nullable(),
  created_at: moment,
  failed_at: moment,
  attempts: count,
  /** Error of the last attempt, without mail addresses; null with the state `lost`. */
  error: z.string().nullable(),
  /** True if all attempts ended without a result because the process crashed or hung. */
  lost: z.boolean(),
  /** True if it can be retried; its data may be gone. */
  retry: z.boolean(),
});
export type FailedJob = z.output<typeof FailedJob>;

/** Maximum number of failed jobs that are listed. */
export const MAX_FAILED_JOBS = 100;

const Routines = z.object({
  items: z.array(Routine),
  /** Time at which the steps that delete by age resume, while the system clock is in doubt; null without doubt. */
  doubted_until: moment.nullable(),
  /** The latest failed jobs, at most {@link MAX_FAILED_JOBS}, and their number by kind. */
  failed: z.object({ items: z.array(FailedJob), kinds: z.array(z.object({ kind: z.string(), count, retry: z.boolean() })) }),
  /** Jobs due as soon as possible, mainly mails. */
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
