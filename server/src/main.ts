/** Start: environment → lock → portal → listen; stop gracefully. */
import { makeApp } from './app.ts';
import { claimDataDir, DataDirInUse } from './control/claim.ts';
import { runCommand } from './control/commands.ts';
import { sweepAccounts } from './domains/accounts/index.ts';
import { removeOldMessages } from './domains/legal/index.ts';
import { emptyRemovedFiles, removeOldUploads } from './domains/files/index.ts';
import { keepNoLonger } from './domains/audit/index.ts';
import { sweepInvitations } from './domains/invitations/index.ts';
import { forgetOldHistory, sendAlerts } from './domains/library/index.ts';
import { sendLicenceAlerts } from './domains/licences/index.ts';
import { sweepSchools } from './domains/schools/index.ts';
import { endOldRecommendations, forgetOldReports } from './domains/reviews/index.ts';
import { removeUnusedPictures } from './domains/setup/index.ts';
import { EnvError, readEnv, type Env } from './env.ts';
import { removeEndedSessions } from './http/session.ts';
import { removeFinishedJobs } from './jobs/queue.ts';
import { makeLog } from './log.ts';
import { openPortal } from './portal.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Sent mails are empty rows by then; only what could not be sent still has its content. */
const FINISHED_JOBS = 30 * DAY;

function stopWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function start(env: Env): Promise<void> {
  const log = makeLog(env.logLevel);
  const claim = await claimDataDir(env.dataDir);
  const opened = await openPortal(env, log);
  claim.serve((request, io) => runCommand({ ...opened, env }, request, io));
  const app = await makeApp(opened.portal, { publicUrl: env.publicUrl, metricsHosts: env.metricsHosts });
  const sweep = async (): Promise<void> => {
    const now = opened.portal.now();
    await removeEndedSessions(opened.portal.db, now);
    await sweepAccounts(opened.portal);
    await removeOldMessages(opened.portal.db, now);
    await removeOldUploads(opened.portal);
    await emptyRemovedFiles(opened.portal);
    await removeUnusedPictures(opened.portal, new Date(now.getTime() - DAY));
    await forgetOldHistory(opened.portal.db, now);
    await sendAlerts(opened.portal);
    await sendLicenceAlerts(opened.portal);
    await sweepInvitations(opened.portal);
    await sweepSchools(opened.portal);
    await keepNoLonger(opened.portal);
    await endOldRecommendations(opened.portal);
    await forgetOldReports(opened.portal);
    await removeFinishedJobs(opened.portal.db, new Date(now.getTime() - FINISHED_JOBS));
  };
  const sweeper = setInterval(() => void sweep().catch((error: unknown) => log.error({ err: error }, 'sweep')), HOUR);
  opened.jobs.start();

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    clearInterval(sweeper);
    await app.close();
    await claim.release();
    await opened.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  process.stdout.write(`Portal ready at ${await app.listen({ port: env.port, host: env.host })}\n`);
}

try {
  await start(readEnv());
} catch (error) {
  if (error instanceof EnvError || error instanceof DataDirInUse) stopWith(error.message);
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    stopWith(`The portal cannot start: the port is in use (${(error as Error).message}).`);
  stopWith(`The portal cannot start: ${(error as Error).stack ?? String(error)}`);
}
