/** Lifecycle of the portal process: acquiring the lock, opening the port, opening database and index, serving requests, and shutdown. */
import { selectDomainServices, type WholePortal } from './all-domains/portal-of.ts';
import { makeApp } from './app.ts';
import { claimForPortal } from './control/claim.ts';
import { printSetUp } from './control/set-up.ts';
import { runCommand } from './control/commands.ts';
import { flushCompileCache } from './compile-cache.ts';
import { closeDataDir } from './control/data-dir-mode.ts';
import { withLongLimit } from './db/patience.ts';
import { switchDemo } from './demo-switch.ts';
import { cacheCardsInBackground } from './domains/catalogue/index.ts';
import { isLoopbackOnly, type Env } from './env.ts';
import { openFront, type Front } from './http/pages/front.ts';
import { releaseClaimedJobs } from './jobs/repository.ts';
import { endRoutineLeases } from './jobs/routine-repository.ts';
import { makeLog } from './log.ts';
import { openPortal } from './portal.ts';
import { STEPS, runSweepSteps } from './sweep.ts';
import { startWatchdog } from './watchdog.ts';

/** Interval in milliseconds of checks for due maintenance steps. */
const MINUTE = 60_000;
const SECOND = 1_000;
/** Time in milliseconds after the last request to finish running jobs, save the index and close the database. */
const CLOSING = 5 * SECOND;

/** Runs the portal until SIGTERM or SIGINT is received. Throws if it cannot start. */
export async function runPortal(env: Env): Promise<void> {
  const log = makeLog(env.logLevel);
  let front: Front | undefined;
  const open = async (): Promise<Front> => (front ??= await openFront(env));
  const claim = await claimForPortal(env.dataDir, async () => (await open()).report({ doing: 'waiting' }));
  closeDataDir(env.dataDir, log);
  const port = await open();
  port.report({ doing: 'database' });
  let close = async (): Promise<void> => {};

  let stopping = false;
  let endStreams = (): void => {};
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    watchdog.stopping();
    log.info({ signal }, 'stopping');
    const patience = env.stopSeconds * SECOND;
    // A hanging database must not keep the process alive.
    setTimeout(() => {
      log.error('the portal did not close in time and exits anyway');
      process.exit(1);
    }, patience + CLOSING);
    // Event streams are ended, because they would keep their connections open until the time limit.
    endStreams();
    await port.stop(patience);
    await close();
    process.exit(0);
  };
  const watchdog = startWatchdog(
    { seconds: env.watchdogSeconds, stopSeconds: env.stopSeconds + (CLOSING + SECOND) / SECOND },
    (signal) => void stop(signal),
  );

  const opened = await openPortal(env, log, (reason) => {
    // The engine cannot be restarted within the process. A new process can open the database without losing committed data.
    process.stderr.write(
      `The embedded database failed: ${reason}. The portal exits; start it again. If this happens repeatedly, restore a backup.\n`,
    );
    process.exit(1);
  });
  if (stopping) return;
  endStreams = () => opened.portal.live.close();
  await applyDemoSetting(env, opened.portal);
  claim.serve((request, io) => runCommand({ ...opened, env, url: port.url }, request, io));
  const { publicUrl, securityContact, metricsHosts, trustProxy, frameAncestors } = env;
  const app = await makeApp(opened.portal, { publicUrl, securityContact, metricsHosts, trustProxy, frameAncestors, front: port });
  const sweeps = new Set<Promise<unknown>>();
  const ended = new AbortController();
  const sweepDue = (): void => {
    const round = withLongLimit(() => runSweepSteps(opened.portal, STEPS, { due: true, signal: ended.signal }))
      .catch((error: unknown) => log.error({ err: error }, 'sweep'))
      .finally(() => sweeps.delete(round));
    sweeps.add(round);
  };
  const sweeper = setInterval(sweepDue, MINUTE);
  if (opened.database.engine === 'pglite') {
    await releaseClaimedJobs(opened.portal.db, opened.portal.now());
    await endRoutineLeases(opened.portal.db, opened.portal.now());
  }
  opened.jobs.start();
  const endAhead = cacheCardsInBackground(selectDomainServices(opened.portal, 'catalogue'));
  close = async () => {
    clearInterval(sweeper);
    ended.abort();
    await app.close();
    await Promise.all(sweeps);
    await endAhead();
    await opened.close();
    await claim.release();
  };
  // This runs before the portal serves requests, because a later database failure must not end the process.
  const setUp: string[] = [];
  await printSetUp(opened.portal, port.url, (line) => setUp.push(line));
  // Blocks the main thread while it writes thousands of files, so it runs before the watchdog and the first request.
  flushCompileCache();
  watchdog.ready();
  process.stdout.write(`Portal ready at ${port.url}\n`);
  for (const line of setUp) process.stdout.write(`${line}\n`);
  opened.follower.followDays();
}

/** Informs the operator that published demo passwords are valid, or that they have been disabled. */
async function applyDemoSetting(env: Env, portal: WholePortal): Promise<void> {
  const accounts = await switchDemo(portal, env.demo);
  portal.demo = env.demo && accounts > 0;
  if (accounts > 0 && !env.demo) process.stderr.write(`The demo is off: its ${accounts} accounts and its codes cannot sign in.\n`);
  if (portal.demo && !isLoopbackOnly(env))
    process.stderr.write('The demo is on: everyone can sign in with its accounts. DEMO=off disables them.\n');
}
