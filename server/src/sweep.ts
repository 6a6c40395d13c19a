/** What is done every hour (docs/behaviour/common.md#hourly-round): reminding, ending, forgetting. Each step does a thing once, however often it is run. */
import { DAY } from '@fundus/contract/days';
import { DOMAINS } from './all-domains/list.ts';
import { removeUnnamedFiles } from './all-domains/stored-files.ts';
import type { Step } from './domain.ts';
import type { Portal } from './http/context.ts';
import { removeOldAnswers } from './http/kept-answers.ts';
import { remindersMayLeave } from './jobs/hour-of-mails.ts';
import { removeFinishedJobs } from './jobs/repository.ts';
import { removeOldLimits } from './limits/limits.ts';
import { addRoutines, claimRoutines, keepRoutines, releaseRoutines, type Outcome } from './jobs/routine-repository.ts';

/** Sent mails are empty rows by then; only what could not be sent still has its content. */
const FINISHED_JOBS = 30 * DAY;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A process that died with a step in hand leaves it to others after that; whoever works renews it. */
const LEASE = 10 * MINUTE;
/** Outcomes of short steps are written down together. */
const WRITTEN_AFTER = 2_000;

/** The domains' own, and what is done about the machinery. */
export const STEPS: Record<string, Step> = {
  ...Object.fromEntries(
    Object.entries(DOMAINS).flatMap(([name, domain]) => Object.entries(domain.sweep).map(([step, run]) => [`${name}.${step}`, run])),
  ),
  files: removeUnnamedFiles,
  limits: (portal, { now }) => removeOldLimits(portal.db, now),
  answers: (portal, { now }) => removeOldAnswers(portal.db, now),
  jobs: (portal, { now }) => removeFinishedJobs(portal.db, new Date(now.getTime() - FINISHED_JOBS)),
};

/**
 * Does the steps that no other process is doing; with `due` those alone whose hour is over. A step that fails is logged and tried again in an hour;
 * the others are done: no mail that cannot be written keeps what must be forgotten. Gives how many were done or failed.
 */
export async function sweep(portal: Portal, steps: Record<string, Step> = STEPS, { due = false, byHand = false } = {}): Promise<number> {
  const now = portal.now();
  const how = { now, remind: remindersMayLeave(now), byHand };
  const lease = (): Date => new Date(portal.now().getTime() + LEASE);
  const names = Object.keys(steps);
  // One that is not known yet begins its hour: a portal that was just set up has nothing to catch up with.
  await addRoutines(portal.db, names, new Date(now.getTime() + HOUR));
  const claimed = new Set(await claimRoutines(portal.db, names, { now, until: lease(), due }));
  const count = claimed.size;
  const renew = setInterval(
    () =>
      void keepRoutines(portal.db, [...claimed], lease()).catch((error: unknown) =>
        portal.log.warn({ err: error }, 'sweep: lease not renewed'),
      ),
    LEASE / 4,
  );
  renew.unref();
  let outcomes: Outcome[] = [];
  const write = async (): Promise<void> => {
    if (outcomes.length > 0) await releaseRoutines(portal.db, outcomes);
    outcomes = [];
  };
  let written = performance.now();
  try {
    for (const [name, step] of Object.entries(steps)) {
      if (!claimed.has(name)) continue;
      const began = performance.now();
      const error = await runStep(portal, name, () => step(portal, how));
      const finished_at = new Date(now.getTime() + Math.round(performance.now() - began));
      outcomes.push({ name, started_at: now, finished_at, due_at: new Date(now.getTime() + HOUR), error });
      claimed.delete(name);
      if (performance.now() - written < WRITTEN_AFTER) continue;
      await write();
      written = performance.now();
    }
  } finally {
    clearInterval(renew);
    await write();
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
