/** Start: environment → lock → portal → listen; stop gracefully. */
import { makeApp } from './app.ts';
import { claimDataDir, DataDirInUse } from './control/claim.ts';
import { runCommand } from './control/commands.ts';
import { EnvError, readEnv, type Env } from './env.ts';
import { makeLog } from './log.ts';
import { openPortal } from './portal.ts';
import { sweep } from './sweep.ts';

const HOUR = 3_600_000;

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
  const sweeper = setInterval(() => void sweep(opened.portal), HOUR);
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
