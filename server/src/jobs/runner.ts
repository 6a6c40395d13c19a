/** Works the jobs off, one after the other. Several processes may do so on one database. */
import type { Db } from '../db/open.ts';
import { patiently } from '../db/patience.ts';
import type { Log } from '../log.ts';
import { markJobDone, markJobFailed, markJobGivenUp, keepJob, claimJob, type ClaimedJob } from './repository.ts';

/** Does one job. What it throws is tried again later, unless it is a `CannotSucceed`. */
export type Worker = (payload: unknown, job: { id: string; createdAt: Date }) => Promise<void>;

/** A worker that wants to know when its job is not tried again: something waits for it. */
export type WorkerToTell = { work: Worker; givenUp: (payload: unknown) => Promise<void> };

/** A worker whose jobs take long: they are worked off beside all others, so that no mail waits for an import. */
export type SlowWorker = WorkerToTell & { slow: true };
type AnyWorker = Worker | WorkerToTell | SlowWorker;

/** Thrown by a worker when trying again is of no use. */
export class CannotSucceed extends Error {
  override readonly name = 'CannotSucceed';
}

export type Jobs = {
  /** Works off what is due now; gives how many were done. */
  runDue(): Promise<number>;
  /** Looks for due jobs every few seconds from now on. */
  start(everyMs?: number): void;
  /** Ends after the job in hand. */
  stop(): Promise<void>;
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const EVERY = 5 * SECOND;
/** A job whose process died is taken by another one then; while it is worked on, the lease is renewed. */
const LEASE = MINUTE;
const RENEW = LEASE / 4;
/** A mail server that broke down on Friday evening is repaired on Monday morning. */
const PATIENCE = 72 * HOUR;

/** Delay before the next attempt: half a minute, doubled each time, at most an hour. */
export const delayAfter = (attempts: number): number => Math.min(HOUR, 30 * SECOND * 2 ** (attempts - 1));

type Surroundings = { db: Db; log: Log; now: () => Date };

/** `workers` by kind of job. `around.now` is read anew each time. */
export function makeJobs(around: Surroundings, workers: Record<string, AnyWorker>): Jobs {
  const isSlow = (kind: string): boolean => typeof workers[kind] === 'object' && 'slow' in workers[kind];
  /** Each with the round it is in. */
  const lanes = [true, false].map((slow) => ({
    kinds: Object.keys(workers).filter((kind) => isSlow(kind) === slow),
    round: undefined as Promise<number> | undefined,
  }));
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const later = (ms: number): Date => new Date(around.now().getTime() + ms);

  /** Nobody else takes it until the function this gives is called. */
  function hold(job: ClaimedJob): () => Promise<void> {
    let renewing: Promise<unknown> | undefined;
    const timer = setInterval(() => {
      // One after the other: of two at once the older might come last.
      renewing ??= keepJob(around.db, job, later(LEASE))
        .catch((error: unknown) => around.log.warn({ job: job.id, kind: job.kind, reason: (error as Error).message }, 'lease not renewed'))
        .finally(() => (renewing = undefined));
    }, RENEW);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await renewing;
    };
  }

  async function giveUp(job: ClaimedJob, reason: string): Promise<void> {
    const worker = workers[job.kind]!;
    if (!(await markJobGivenUp(around.db, job, reason, around.now())) || typeof worker === 'function') return;
    await worker
      .givenUp(job.payload)
      .catch((error: unknown) => around.log.error({ err: error, job: job.id, kind: job.kind }, 'giving up a job'));
  }

  async function work(job: ClaimedJob): Promise<boolean> {
    const worker = workers[job.kind]!;
    const letGo = hold(job);
    try {
      await (typeof worker === 'function' ? worker : worker.work)(job.payload, { id: job.id, createdAt: job.created_at }).finally(letGo);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const hopeless = error instanceof CannotSucceed || around.now().getTime() - job.created_at.getTime() > PATIENCE;
      around.log[hopeless ? 'error' : 'warn'](
        { job: job.id, kind: job.kind, attempts: job.attempts, reason },
        hopeless ? 'job given up' : 'job failed',
      );
      const kept = reason.slice(0, 500);
      if (hopeless) await giveUp(job, kept);
      else await markJobFailed(around.db, job, kept, later(delayAfter(job.attempts)));
      return false;
    }
    await markJobDone(around.db, job, around.now());
    return true;
  }

  /** A kind that failed rests until the next round: behind a mail server that is down every mail would wait for its own timeout. */
  async function runRound(all: readonly string[]): Promise<number> {
    let done = 0;
    let kinds = [...all];
    while (!stopped && kinds.length > 0) {
      const job = await claimJob(around.db, kinds, around.now(), later(LEASE));
      if (!job) break;
      if (await work(job)) done += 1;
      else kinds = kinds.filter((kind) => kind !== job.kind);
    }
    return done;
  }

  const runDue = async (): Promise<number> => {
    const rounds = lanes.map((lane) => (lane.round ??= patiently(() => runRound(lane.kinds)).finally(() => (lane.round = undefined))));
    return (await Promise.all(rounds)).reduce((sum, done) => sum + done, 0);
  };
  const tick = (): void => void runDue().catch((error: unknown) => around.log.error({ err: error }, 'jobs'));

  return {
    runDue,
    start: (everyMs = EVERY) => {
      timer = setInterval(tick, everyMs);
      tick();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await Promise.allSettled(lanes.map(({ round }) => round));
    },
  };
}
