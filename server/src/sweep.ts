/** What is done every hour (docs/behaviour/common.md#hourly-round): reminding, ending, forgetting. Each step does a thing once, however often it is run. */
import { DAY } from '@fundus/contract/days';
import { DOMAINS } from './all-domains/list.ts';
import { removeUnnamedFiles } from './all-domains/stored-files.ts';
import type { Step } from './domain.ts';
import type { Portal } from './http/context.ts';
import { remindersMayLeave } from './jobs/hour-of-mails.ts';
import { removeFinishedJobs } from './jobs/repository.ts';
import { removeOldLimits } from './limits/limits.ts';

/** Sent mails are empty rows by then; only what could not be sent still has its content. */
const FINISHED_JOBS = 30 * DAY;

/** The domains' own, and what is done about the machinery. */
export const STEPS: Record<string, Step> = {
  ...Object.fromEntries(
    Object.entries(DOMAINS).flatMap(([name, domain]) => Object.entries(domain.sweep).map(([step, run]) => [`${name}.${step}`, run])),
  ),
  files: removeUnnamedFiles,
  limits: (portal, { now }) => removeOldLimits(portal.db, now),
  jobs: (portal, { now }) => removeFinishedJobs(portal.db, new Date(now.getTime() - FINISHED_JOBS)),
};

/** A step that fails is logged and tried again in an hour; the others are done: no mail that cannot be written keeps what must be forgotten. */
export async function sweep(portal: Portal, steps: Record<string, Step> = STEPS): Promise<void> {
  const now = portal.now();
  const how = { now, remind: remindersMayLeave(now) };
  for (const [name, step] of Object.entries(steps))
    try {
      await step(portal, how);
    } catch (error) {
      portal.log.error({ err: error, step: name }, 'sweep');
    }
}
