/** Hourly maintenance: reminders, expiry and deletion (docs/behaviour/common.md#hourly-round). All steps are idempotent. */
import { DAY } from '@fundus/contract/days';
import { DOMAINS } from './all-domains/list.ts';
import { selectServices, type WholePortal } from './all-domains/portal-of.ts';
import { removeUnreferencedFiles } from './all-domains/stored-files.ts';
import { byAge, type Step } from './domain.ts';
import type { Service, Services } from './http/context.ts';
import { removeOldAnswers } from './http/kept-answers.ts';
import { watchClock } from './jobs/clock.ts';
import { maySendReminders } from './jobs/hour-of-mails.ts';
import { removeFinishedJobs } from './jobs/repository.ts';
import { MAX_LOST } from './jobs/runner.ts';
import { removeOldLimits } from './limits/limits.ts';
import {
  addRoutines,
  claimRoutines,
  renewRoutineLeases,
  listSuspects,
  releaseRoutines,
  pauseRoutines,
  releaseUnfinished,
  ROUND,
  ROUTINE_LEASE,
  type Outcome,
  type Standing,
} from './jobs/routine-repository.ts';

/** Retention time of finished jobs. The payload of sent mails is deleted earlier, but failed mails keep it. */
const FINISHED_JOBS = 30 * DAY;
/** Interval in milliseconds after which the outcomes of several short steps are stored together. */
const WRITTEN_AFTER = 2_000;

/** A step of the maintenance. It receives the whole portal and restricts it to the services it needs. */
type AnyStep = ((portal: WholePortal, how: Parameters<Step>[1]) => Promise<unknown>) & Pick<Step, 'byAge'>;

/** Returns a step that receives only the given services. */
const restrict = (step: Step<Service>, services: readonly Service[]): AnyStep =>
  Object.assign<AnyStep, Pick<Step, 'byAge'>>(
    (portal, how) => step(selectServices(portal, services), how),
    step.byAge ? { byAge: step.byAge } : {},
  );

/** All steps of the domains and of the infrastructure, by name. */
export const STEPS: Record<string, AnyStep> = {
  ...Object.fromEntries(
    Object.entries(DOMAINS).flatMap(([name, { sweep: steps, services }]) =>
      Object.entries(steps).map(([step, run]) => [`${name}.${step}`, restrict(run, services)]),
    ),
  ),
  files: byAge<'storage'>(removeUnreferencedFiles),
  limits: byAge((portal, { now }) => removeOldLimits(portal.db, now)),
  answers: byAge((portal, { now }) => removeOldAnswers(portal.db, now)),
  jobs: byAge((portal, { now }) => removeFinishedJobs(portal.db, new Date(now.getTime() - FINISHED_JOBS))),
};

type SweepOptions = {
  /** Runs only due steps, and no steps that delete by age while the clock is not trusted. */
  due?: boolean;
  /** Set if an administrator started the steps. Suspended steps are included. */
  byHand?: boolean;
  /** Signal to stop after the running step. */
  signal?: AbortSignal;
};

/**
 * Runs the steps that no other process is running, and returns their number. A failed step is logged and retried in an hour. The other steps still
 * run, so that a failing mail does not prevent a deletion. Steps with lost attempts are leased one at a time, to find out which of them kills the
 * process.
 */
export async function runSweepSteps(
  portal: WholePortal,
  steps: Record<string, AnyStep> = STEPS,
  options: SweepOptions = {},
): Promise<number> {
  const { due = false, byHand = false, signal } = options;
  const now = portal.now();
  // A new step first becomes due after a full interval, because a new portal has nothing to catch up on.
  await addRoutines(portal.db, Object.keys(steps), new Date(now.getTime() + ROUND));
  const trusted = !due || (await watchClock(portal.db, now));
  const names = Object.keys(steps).filter((name) => trusted || !steps[name]!.byAge);
  for (const step of await pauseRoutines(portal.db, names, { now, maxLost: MAX_LOST }))
    portal.log.error({ step }, 'sweep: step paused after lost attempts');
  const run = (some: readonly string[], standing: Standing): Promise<number> =>
    runSteps(portal, steps, some, { standing, due, byHand, signal, now });
  if (byHand) return run(names, 'any');
  let count = await run(names, 'ready');
  for (const name of await listSuspects(portal.db, names)) if (!signal?.aborted) count += await run([name], 'suspect');
  return count;
}

type Run = { standing: Standing; due: boolean; byHand: boolean; signal: AbortSignal | undefined; now: Date };

async function runSteps(
  portal: WholePortal,
  steps: Record<string, AnyStep>,
  names: readonly string[],
  { standing, due, byHand, signal, now }: Run,
): Promise<number> {
  const lease = (): Date => new Date(portal.now().getTime() + ROUTINE_LEASE);
  const claimed = new Set(await claimRoutines(portal.db, names, standing, { now, until: lease(), due, maxLost: MAX_LOST }));
  if (claimed.size === 0) return 0;
  const renew = setInterval(
    () =>
      void renewRoutineLeases(portal.db, [...claimed], lease()).catch((error: unknown) =>
        portal.log.warn({ err: error }, 'sweep: lease not renewed'),
      ),
    ROUTINE_LEASE / 4,
  );
  renew.unref();
  const excuse = (): void =>
    void releaseUnfinished(portal.db, [...claimed], { free: false }).catch((error: unknown) => portal.log.warn({ err: error }, 'sweep'));
  signal?.addEventListener('abort', excuse);
  let outcomes: Outcome[] = [];
  const write = async (): Promise<void> => {
    if (outcomes.length > 0) await releaseRoutines(portal.db, outcomes);
    outcomes = [];
  };
  let count = 0;
  let written = performance.now();
  try {
    for (const [name, step] of Object.entries(steps)) {
      if (!claimed.has(name) || signal?.aborted) continue;
      const began = performance.now();
      const error = await runStep(portal, name, () => step(portal, { now, remind: maySendReminders(now), byHand }));
      const finished_at = new Date(now.getTime() + Math.round(performance.now() - began));
      outcomes.push({ name, started_at: now, finished_at, due_at: new Date(now.getTime() + ROUND), error });
      claimed.delete(name);
      count += 1;
      if (performance.now() - written < WRITTEN_AFTER) continue;
      await write();
      written = performance.now();
    }
  } finally {
    clearInterval(renew);
    signal?.removeEventListener('abort', excuse);
    await write();
    if (claimed.size > 0) await releaseUnfinished(portal.db, [...claimed], { free: true });
  }
  return count;
}

/** Runs a step. Returns `null`, or an error message for administrators. The complete error is logged. */
async function runStep(portal: WholePortal, name: string, run: () => Promise<unknown>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    portal.log.error({ err: error, step: name }, 'sweep');
    return (error instanceof Error ? error.message : String(error)).slice(0, 500) || 'error';
  }
}

/** Returns the steps for administrators, who can list and run them. */
export const routinesOf = (portal: WholePortal): Services['routines'] => ({
  names: Object.keys(STEPS),
  run: async (name) => (await runSweepSteps(portal, { [name]: STEPS[name]! }, { byHand: true })) === 1,
});
