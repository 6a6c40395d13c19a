/** Processes due jobs. Each kind has its own lane, so that it does not wait for other kinds. Several processes may share a database. */
import type { Db } from '../db/open.ts';
import { withLongLimit } from '../db/patience.ts';
import type { Log } from '../log.ts';
import {
  claimJob,
  discountAttempt,
  renewJobLease,
  LEASE,
  listDueKinds,
  markJobDone,
  markJobFailed,
  markJobGivenUp,
  MAX_RETRY_DELAY,
  type ClaimedJob,
  type Lane,
} from './repository.ts';

/** Runs a job. If it throws, the job is retried, except after `PermanentFailure`. */
export type Worker = (payload: unknown, job: { id: string; createdAt: Date }) => Promise<void>;

/** A worker with options for its kind of job. */
export type JobKind = {
  work: Worker;
  /** Called when a job has failed permanently, for example to notify a waiting user. */
  givenUp?: (payload: unknown) => Promise<void>;
  /** Number of jobs of this kind that a process runs concurrently. Defaults to 1. */
  atOnce?: number;
  /** Set if a failed job cannot be retried, because its input no longer exists or because it is started in another way. */
  final?: true;
  /** Describes the subject of a job, without personal data. */
  about?: (payload: unknown) => Promise<string | null> | string | null;
};

/** Thrown by a worker if a retry cannot succeed. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/** Thrown by a worker if its service is unavailable. Other jobs of the same kind would also fail, so they wait for the next round. */
export class ServiceUnavailableError extends Error {
  override readonly name = 'ServiceUnavailableError';
}

/** Error message of a job that is given up after lost attempts. */
export const LOST_JOB_ERROR = 'no outcome';
/** Number of lost attempts after which a job is given up, or a step of the hourly maintenance is suspended. */
export const MAX_LOST = 3;

export type Jobs = {
  /** Processes all due jobs. Returns the number of jobs completed in the meantime. */
  runDue(): Promise<number>;
  /** Starts due jobs and returns immediately. */
  wake(): void;
  /** Starts looking for due jobs periodically. */
  start(everyMs?: number): void;
  /** Waits for the running jobs and stops. If a job does not end in time, its attempt does not count as lost. */
  stop(): Promise<void>;
  kinds: readonly string[];
  /** Returns whether a failed job of the kind may be retried. */
  mayRetry(kind: string): boolean;
  about(kind: string, payload: unknown): Promise<string | null>;
};

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const EVERY = 5 * SECOND;
const RENEW = LEASE / 4;
/** Age after which a job is no longer retried. A mail server that fails on Friday evening may be repaired on Monday morning. */
const PATIENCE = 72 * HOUR;
/** Lane of jobs with lost attempts. They run one at a time to find out which of them kills the process. */
const SUSPECTS = '';

/** Returns the delay in milliseconds before the next attempt. It starts with half a minute and doubles with each attempt, up to an hour. */
export const retryDelay = (attempts: number): number => Math.min(MAX_RETRY_DELAY, 30 * SECOND * 2 ** (attempts - 1));

type Dependencies = {
  db: Db;
  log: Log;
  now: () => Date;
  /** Returns whether the clock is trusted. If it is not, no job is given up because of its age. */
  trustsClock?: () => Promise<boolean>;
};

/** Runs claimed jobs, renews their leases, stores their outcomes, and gives up jobs that cannot succeed. */
function makeExecution(around: Dependencies, kindOf: (kind: string) => JobKind) {
  const inHand = new Set<ClaimedJob>();
  let done = 0;
  let stopping = false;

  const later = (ms: number): Date => new Date(around.now().getTime() + ms);

  /** Renews the lease until the returned function is called. */
  function renewLease(job: ClaimedJob): () => Promise<void> {
    let renewing: Promise<unknown> | undefined;
    const timer = setInterval(() => {
      // Renewals are serialized, because otherwise an older one could be stored last.
      renewing ??= renewJobLease(around.db, job, later(LEASE))
        .catch((error: unknown) => around.log.warn({ job: job.id, kind: job.kind, reason: (error as Error).message }, 'lease not renewed'))
        .finally(() => (renewing = undefined));
    }, RENEW);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await renewing;
    };
  }

  async function failJob(job: ClaimedJob, reason: string, how?: { begun: boolean }): Promise<void> {
    if (!(await markJobGivenUp(around.db, job, reason, around.now(), how))) return;
    await kindOf(job.kind)
      .givenUp?.(job.payload)
      .catch((error: unknown) => around.log.error({ err: error, job: job.id, kind: job.kind }, 'giving up a job'));
  }

  const isTooOld = async ({ created_at }: ClaimedJob): Promise<boolean> =>
    around.now().getTime() - created_at.getTime() > PATIENCE && ((await around.trustsClock?.()) ?? true);

  /** Runs a job and returns whether its service is unavailable. */
  async function executeJob(job: ClaimedJob): Promise<boolean> {
    if (job.lost_attempts > MAX_LOST) {
      around.log.error({ job: job.id, kind: job.kind, attempts: job.attempts - 1 }, 'job given up after lost attempts');
      await failJob(job, LOST_JOB_ERROR, { begun: false });
      return false;
    }
    const letGo = renewLease(job);
    inHand.add(job);
    if (stopping) await discountAttempt(around.db, job);
    try {
      await kindOf(job.kind).work(job.payload, { id: job.id, createdAt: job.created_at }).finally(letGo);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const hopeless = error instanceof PermanentFailure || (await isTooOld(job));
      around.log[hopeless ? 'error' : 'warn'](
        { job: job.id, kind: job.kind, attempts: job.attempts, reason },
        hopeless ? 'job given up' : 'job failed',
      );
      const shortReason = reason.slice(0, 500);
      if (hopeless) await failJob(job, shortReason);
      else await markJobFailed(around.db, job, shortReason, later(retryDelay(job.attempts)));
      return error instanceof ServiceUnavailableError;
    } finally {
      inHand.delete(job);
    }
    await markJobDone(around.db, job, around.now());
    done += 1;
    return false;
  }

  return {
    /** Returns the next due job of the lane, or `undefined`. */
    claim: (lane: Lane): Promise<ClaimedJob | undefined> => claimJob(around.db, lane, around.now(), later(LEASE)),
    work: executeJob,
    done: () => done,
    /** Marks running attempts as not lost, so that jobs that run again after the shutdown are not suspects. */
    async discount(): Promise<void> {
      stopping = true;
      await Promise.allSettled([...inHand].map((job) => discountAttempt(around.db, job)));
    },
  };
}

/** Creates the runner. `workers` contains a worker for each kind of job, the most urgent first. `around.now` is read for each job. */
export function makeJobs(around: Dependencies, workers: Record<string, Worker | JobKind>): Jobs {
  const kinds = Object.keys(workers);
  const kindOf = (kind: string): JobKind => {
    const worker = workers[kind]!;
    return typeof worker === 'function' ? { work: worker } : worker;
  };
  /** Running lanes by name. */
  const busy = new Map<string, Promise<unknown>>();
  const looks = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const execution = makeExecution(around, kindOf);

  /**
   * Processes jobs until none is due in the lane. Returns true if at least one job ran and its service is available, so that looking again is
   * worthwhile.
   */
  async function runLane(lane: Lane): Promise<boolean> {
    for (let some = false; ; some = true) {
      const job = stopped ? undefined : await execution.claim(lane);
      if (!job) return some;
      if ((await execution.work(job)) && !lane.suspects) return false;
    }
  }

  async function runLanes(name: string): Promise<boolean> {
    const lane = name === SUSPECTS ? { kinds, suspects: true } : { kinds: [name], suspects: false };
    const width = name === SUSPECTS ? 1 : (kindOf(name).atOnce ?? 1);
    const rounds = await Promise.allSettled(Array.from({ length: width }, () => runLane(lane)));
    const failed = rounds.find((round) => round.status === 'rejected');
    if (failed) throw failed.reason;
    return rounds.some((round) => round.status === 'fulfilled' && round.value);
  }

  /** Starts all idle lanes that have due jobs. Runs again after each lane, because jobs may have added others. */
  async function startDueJobs(resting: Set<string> = new Set()): Promise<void> {
    if (stopped) return;
    const due = await listDueKinds(around.db, kinds, around.now());
    const names = [...due.kinds, ...(due.suspects ? [SUSPECTS] : [])].filter((name) => !busy.has(name) && !resting.has(name));
    await Promise.all(
      names.map(async (name) => {
        const round = runLanes(name).finally(() => busy.delete(name));
        busy.set(name, round);
        if (!(await round)) resting.add(name);
        await startDueJobs(resting);
      }),
    );
  }

  const begin = (): Promise<void> => {
    const looking = withLongLimit(() => startDueJobs()).finally(() => looks.delete(looking));
    looks.add(looking);
    return looking;
  };
  const wake = (): void => void begin().catch((error: unknown) => around.log.error({ err: error }, 'jobs'));

  return {
    kinds,
    mayRetry: (kind) => kind in workers && !kindOf(kind).final,
    about: async (kind, payload) => (kind in workers ? ((await kindOf(kind).about?.(payload)) ?? null) : null),
    wake,
    runDue: async () => {
      const before = execution.done();
      await begin();
      while (looks.size > 0) await Promise.all(looks);
      return execution.done() - before;
    },
    start: (everyMs = EVERY) => {
      timer = setInterval(wake, everyMs);
      wake();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await execution.discount();
      await Promise.allSettled(looks);
    },
  };
}
