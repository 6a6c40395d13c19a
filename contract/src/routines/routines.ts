/** What the portal does by itself every hour, for whoever runs it (docs/behaviour/common.md#hourly-round). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, moment } from '../fields.ts';

const districtAdmin = { access: 'districtAdmin' } as const;

/** `running`: a process of the portal is doing it; `never`: not since there is this list. */
export const ROUTINE_STATES = ['done', 'failed', 'running', 'never'] as const;

export const Routine = z.object({
  /** `lending.mails`: the noun and its step. */
  name: z.string(),
  state: z.enum(ROUTINE_STATES),
  last_at: moment.nullable(),
  next_at: moment.nullable(),
  duration_ms: count.nullable(),
  /** What went wrong the last time. */
  error: z.string().nullable(),
  /** Its attempts had no outcome: the process ended or froze each time. It rests until `next_at`. */
  lost: z.boolean(),
});
export type Routine = z.output<typeof Routine>;

/**
 * `building`: the index is not there yet; the others are what a cluster does that is not well: not reached, slow, refusing the portal, full, a part of the
 * index gone.
 */
export const SEARCH_STATES = ['ready', 'building', 'away', 'slow', 'refuses', 'read_only', 'red'] as const;

/** How the index is that this process of the portal asks (docs/operate/search-cluster.md). */
export const SearchState = z.object({
  engine: z.enum(['own', 'cluster']),
  state: z.enum(SEARCH_STATES),
  /** What the cluster says of the index; null of the own engine, and where it says nothing. */
  health: z.enum(['green', 'yellow', 'red']).nullable(),
  media: count,
  /** Changes of the catalogue that are not in the index yet; {@link MAX_BEHIND} stands for more. */
  behind: count,
  /** Whether words are known by their meaning. */
  meaning: z.boolean(),
  /** The last time the cluster did something of the above. */
  problem: z.object({ at: moment, text: z.string() }).nullable(),
});
export type SearchState = z.output<typeof SearchState>;

export const MAX_BEHIND = 100_000;

/** A job that was given up. */
export const FailedJob = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** The subject without personal data, such as the host of a mail's recipient or of a learning platform; null if there is none. */
  about: z.string().nullable(),
  created_at: moment,
  failed_at: moment,
  attempts: count,
  /** The last error, without mail addresses; null: `lost`. */
  error: z.string().nullable(),
  /** Its attempts had no outcome: the process ended or froze each time. */
  lost: z.boolean(),
  /** True if it can be retried; its data may be gone. */
  retry: z.boolean(),
});
export type FailedJob = z.output<typeof FailedJob>;

/** Number of failed jobs that are listed. */
export const MAX_FAILED_JOBS = 100;

const Routines = z.object({
  items: z.array(Routine),
  /** Until when steps that delete by age rest because the clock is doubted; null: it is not. */
  doubted_until: moment.nullable(),
  /** The jobs that were given up last, {@link MAX_FAILED_JOBS} of them, and how many there are of each kind. */
  failed: z.object({ items: z.array(FailedJob), kinds: z.array(z.object({ kind: z.string(), count, retry: z.boolean() })) }),
  /** What waits to be done as soon as possible, mails above all. */
  queue: z.object({ waiting: count, given_up: count, oldest: moment.nullable() }),
  search: SearchState,
});

export const routines = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/routines',
    summary: 'What the portal does every hour: when it was done last, how long it took, how it went, and when it is done next',
    ...districtAdmin,
    reply: Routines,
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/v1/routines/{name}/run',
    summary: 'Do one of them now; `state_conflict` while it is being done',
    ...districtAdmin,
    params: z.object({ name: z.string().min(1).max(100) }),
    reply: Routines,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/api/v1/routines/jobs/{id}/retry',
    summary: 'Try a job again that was given up; `state_conflict` where it cannot be tried again',
    ...districtAdmin,
    params: z.object({ id: z.uuid() }),
    reply: Routines,
  }),
  retryJobs: endpoint({
    method: 'POST',
    path: '/api/v1/routines/jobs/retry',
    summary: 'Try all jobs of a kind again that were given up; `state_conflict` where they cannot be tried again',
    ...districtAdmin,
    body: z.object({ kind: z.string().min(1).max(100) }),
    reply: Routines,
  }),
};
