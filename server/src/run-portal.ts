/** The life of the portal: lock → port → database, index → serving; and its end, which comes in any case. */
import { makeApp } from './app.ts';
import { claimForPortal } from './control/claim.ts';
import { printSetUp } from './control/set-up.ts';
import { runCommand } from './control/commands.ts';
import { closeDataDir } from './control/data-dir-mode.ts';
import { patiently } from './db/patience.ts';
import { switchDemo } from './demo-switch.ts';
import { writeCardsAhead } from './domains/catalogue/index.ts';
import { isOnlyHere, type Env } from './env.ts';
import type { Portal } from './http/context.ts';
import { openFront, type Front } from './http/pages/front.ts';
import { releaseClaimedJobs } from './jobs/repository.ts';
import { endRoutineLeases } from './jobs/routine-repository.ts';
import { makeLog } from './log.ts';
import { openPortal } from './portal.ts';
import { STEPS, sweep } from './sweep.ts';
import { startWatchdog } from './watchdog.ts';

/** How often it is looked whether the hour of a step is over, be it while the portal was off. */
const MINUTE = 60_000;
const SECOND = 1_000;
/** After the last request: a job in hand, the snapshot of the index, the database. */
const CLOSING = 5 * SECOND;

/** Starts the portal; it ends with SIGTERM or SIGINT. Throws when it cannot start. */
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
    // What hangs is left behind: a database that does not answer must not keep the process.
    setTimeout(() => {
      log.error('the portal did not close in time and ends all the same');
      process.exit(1);
    }, patience + CLOSING);
    // Whoever listens would hold the connection until the patience is over.
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
    // Nobody can ask this engine any more; a new process opens the database again and loses nothing that was committed.
    process.stderr.write(
      `The embedded database broke down: ${reason}. The portal ends; start it again. If that happens again, restore a backup.\n`,
    );
    process.exit(1);
  });
  if (stopping) return;
  endStreams = () => opened.portal.live.close();
  await openOrShutDemo(env, opened.portal);
  claim.serve((request, io) => runCommand({ ...opened, env, url: port.url }, request, io));
  const { publicUrl, securityContact, metricsHosts, trustProxy, frameAncestors } = env;
  const app = await makeApp(opened.portal, { publicUrl, securityContact, metricsHosts, trustProxy, frameAncestors, front: port });
  const sweeps = new Set<Promise<unknown>>();
  const ended = new AbortController();
  const sweepDue = (): void => {
    const round = patiently(() => sweep(opened.portal, STEPS, { due: true, signal: ended.signal }))
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
  const endAhead = writeCardsAhead(opened.portal);
  close = async () => {
    clearInterval(sweeper);
    ended.abort();
    await app.close();
    await Promise.all(sweeps);
    await endAhead();
    await opened.close();
    await claim.release();
  };
  // Asked before the portal serves: a database that fails from then on must not end it.
  const setUp: string[] = [];
  await printSetUp(opened.portal, port.url, (line) => setUp.push(line));
  watchdog.ready();
  process.stdout.write(`Portal ready at ${port.url}\n`);
  for (const line of setUp) process.stdout.write(`${line}\n`);
  opened.follower.followDays();
}

/** Says what the operator would not see otherwise: that known passwords let people in, or that they do no longer. */
async function openOrShutDemo(env: Env, portal: Portal): Promise<void> {
  const accounts = await switchDemo(portal, env.demo);
  portal.demo = env.demo && accounts > 0;
  if (accounts > 0 && !env.demo) process.stderr.write(`The demo is off: its ${accounts} accounts and its codes let nobody in.\n`);
  if (portal.demo && !isOnlyHere(env))
    process.stderr.write('The demo is on: everybody can sign in with its accounts. DEMO=off shuts them.\n');
}
