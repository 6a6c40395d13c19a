/** What is done every hour (docs/behaviour/common.md#hourly-round): reminding, ending, forgetting. Each step does a thing once, however often it is run. */
import { DAY } from '@fundus/contract/days';
import { DOMAINS } from './all-domains/list.ts';
import { removeUnnamedFiles } from './all-domains/stored-files.ts';
import { byAge, type Step } from './domain.ts';
import type { Portal } from './http/context.ts';
import { removeOldAnswers } from './http/kept-answers.ts';
import { watchClock } from './jobs/clock.ts';
import { remindersMayLeave } from './jobs/hour-of-mails.ts';
import { removeFinishedJobs } from './jobs/repository.ts';
import { MAX_LOST } from './jobs/runner.ts';
import { removeOldLimits } from './limits/limits.ts';
import {
  addRoutines,
  claimRoutines,
  keepRoutines,
  listSuspects,
  releaseRoutines,
  restRoutines,
  returnRoutines,
  ROUND,
  ROUTINE_LEASE,
  type Outcome,
  type Standing,
} from './jobs/routine-repository.ts';

/** Sent mails are empty rows by then; only what could not be sent still has its content. */
const FINISHED_JOBS = 30 * DAY;
/** Outcomes of short steps are written down together. */
const WRITTEN_AFTER = 2_000;

/** The domains' own, and what is done about the machinery. */
export const STEPS: Record<string, Step> = {
  ...Object.fromEntries(
    Object.entries(DOMAINS).flatMap(([name, domain]) => Object.entries(domain.sweep).map(([step, run]) => [`${name}.${step}`, run])),
  ),
  files: byAge(removeUnnamedFiles),
  limits: byAge((portal, { now }) => removeOldLimits(portal.db, now)),
  answers: byAge((portal, { now }) => removeOldAnswers(portal.db, now)),
  jobs: byAge((portal, { now }) => removeFinishedJobs(portal.db, new Date(now.getTime() - FINISHED_JOBS))),
};

type How = {
  /** Only steps whose hour is over, and none by age while the clock is doubted. */
  due?: boolean;
  /** An administrator started it: also a step that rests. */
  byHand?: boolean;
  /** Ends after the step in hand. */
  signal?: AbortSignal;
};

/**
 * Does the steps that no other process is doing. A step that fails is logged and tried again in an hour; the others are done: no mail that cannot be
 * written keeps what must be forgotten. Steps whose last attempt had no outcome are leased one at a time, so that the one that ends the process is known.
 * Returns how many were done or failed.
 */
export async function sweep(portal: Portal, steps: Record<string, Step> = STEPS, how: How = {}): Promise<number> {
  const { due = false, byHand = false, signal } = how;
  const now = portal.now();
  // A step that is not known yet begins its hour: a portal that was just set up has nothing to catch up with.
  await addRoutines(portal.db, Object.keys(steps), new Date(now.getTime() + ROUND));
  const trusted = !due || (await watchClock(portal.db, now));
  const names = Object.keys(steps).filter((name) => trusted || !steps[name]!.byAge);
  for (const step of await restRoutines(portal.db, names, { now, maxLost: MAX_LOST }))
    portal.log.error({ step }, 'sweep: attempts had no outcome, the step rests');
  const run = (some: readonly string[], standing: Standing): Promise<number> =>
    runSteps(portal, steps, some, { standing, due, byHand, signal, now });
  if (byHand) return run(names, 'any');
  let count = await run(names, 'ready');
  for (const name of await listSuspects(portal.db, names)) if (!signal?.aborted) count += await run([name], 'suspect');
  return count;
}

type Run = { standing: Standing; due: boolean; byHand: boolean; signal: AbortSignal | undefined; now: Date };

async function runSteps(
  portal: Portal,
  steps: Record<string, Step>,
  names: readonly string[],
  { standing, due, byHand, signal, now }: Run,
): Promise<number> {
  const lease = (): Date => new Date(portal.now().getTime() + ROUTINE_LEASE);
  const claimed = new Set(await claimRoutines(portal.db, names, standing, { now, until: lease(), due, maxLost: MAX_LOST }));
  if (claimed.size === 0) return 0;
  const renew = setInterval(
    () =>
      void keepRoutines(portal.db, [...claimed], lease()).catch((error: unknown) =>
        portal.log.warn({ err: error }, 'sweep: lease not renewed'),
      ),
    ROUTINE_LEASE / 4,
  );
  renew.unref();
  const excuse = (): void =>
    void returnRoutines(portal.db, [...claimed], { free: false }).catch((error: unknown) => portal.log.warn({ err: error }, 'sweep'));
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
      const error = await runStep(portal, name, () => step(portal, { now, remind: remindersMayLeave(now), byHand }));
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
    if (claimed.size > 0) await returnRoutines(portal.db, [...claimed], { free: true });
  }
  return count;
}

/** What went wrong, for those who run the portal: the log has all of it. */
async function runStep(portal: Portal, name: string, run: () => Promise<unknown>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    portal.log.error({ err: error, step: name }, 'sweep');
    return (error instanceof Error ? error.message : String(error)).slice(0, 500) || 'error';
  }
}

/** As administrators see them and run one of them. */
export const routinesOf = (portal: Portal): Portal['routines'] => ({
  names: Object.keys(STEPS),
  run: async (name) => (await sweep(portal, { [name]: STEPS[name]! }, { byHand: true })) === 1,
});
