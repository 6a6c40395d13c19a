/** What is done every hour (docs/behaviour/common.md#hourly-round): reminding, ending, forgetting. Each step does a thing once, however often it is run. */
import { sweepAccounts } from './domains/accounts/index.ts';
import { applyRetention } from './domains/audit/index.ts';
import { sweepClasses, sweepCodes } from './domains/classes/index.ts';
import { emptyRemovedFiles, removeOldUploads } from './domains/files/index.ts';
import { sweepInvitations } from './domains/invitations/index.ts';
import { forgetOldHistory, sendAlerts } from './domains/library/index.ts';
import { sendLicenceAlerts } from './domains/licences/index.ts';
import { sweepNews } from './domains/news/index.ts';
import { endOldRecommendations, forgetOldReports } from './domains/reviews/index.ts';
import { sendMonthlyReports, sendYearEnd, sweepSchools } from './domains/schools/index.ts';
import { removeUnusedPictures } from './domains/setup/index.ts';
import { sweepShared } from './domains/shared-media/index.ts';
import { forgetOldUses } from './domains/uses/index.ts';
import type { Portal } from './http/context.ts';
import { removeEndedSessions } from './http/session.ts';
import { remindersMayLeave } from './jobs/hour-of-mails.ts';
import { removeFinishedJobs } from './jobs/queue.ts';
import { removeOldLimits } from './limits/limits.ts';

const DAY = 86_400_000;
/** Sent mails are empty rows by then; only what could not be sent still has its content. */
const FINISHED_JOBS = 30 * DAY;

type Step = (portal: Portal, how: { now: Date; remind: boolean }) => Promise<unknown>;

export const STEPS: Record<string, Step> = {
  sessions: (portal, { now }) => removeEndedSessions(portal.db, now),
  limits: (portal, { now }) => removeOldLimits(portal.db, now),
  accounts: (portal, { remind }) => sweepAccounts(portal, { remind }),
  uploads: (portal) => removeOldUploads(portal),
  files: (portal) => emptyRemovedFiles(portal),
  pictures: (portal, { now }) => removeUnusedPictures(portal, new Date(now.getTime() - DAY)),
  history: (portal, { now }) => forgetOldHistory(portal.db, now),
  uses: (portal, { now }) => forgetOldUses(portal.db, now),
  searches: async (portal, { remind }) => remind && sendAlerts(portal),
  licences: (portal) => sendLicenceAlerts(portal),
  codes: (portal) => sweepCodes(portal),
  invitations: (portal, { remind }) => sweepInvitations(portal, { remind }),
  schools: (portal, { remind }) => sweepSchools(portal, { remind }),
  monthlyReports: async (portal, { remind }) => remind && sendMonthlyReports(portal),
  yearEnd: async (portal, { remind }) => remind && sendYearEnd(portal),
  classes: (portal) => sweepClasses(portal),
  news: (portal, { remind }) => sweepNews(portal, { remind }),
  sharedMedia: (portal) => sweepShared(portal),
  retention: (portal, { remind }) => applyRetention(portal, { remind }),
  recommendations: (portal) => endOldRecommendations(portal),
  reports: (portal) => forgetOldReports(portal),
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
