/** Starts a real portal with new data on a free port and removes the data afterwards. */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { FrontendConfigInput } from '@fundus/contract/config';
import { recordExit, recordLogProblem } from './complaints.ts';

const root = resolve(import.meta.dirname, '../..');

export type Portal = {
  /** Address of the portal without a trailing slash. */
  url: string;
  dataDir: string;
  pid: number;
  /** Lines that the portal has printed so far. */
  said: readonly string[];
  /** Stops the portal with SIGTERM, like an operator, and removes its temporary data. */
  stop(): Promise<void>;
};

export type PortalOptions = {
  /** Frontend configuration; defaults to that of a new installation. */
  config?: FrontendConfigInput;
  /** Loads the demo school; true by default. */
  demo?: boolean;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Data folder that is kept. By default, the portal uses a temporary folder. */
  dataDir?: string;
  /** Folder that is copied to the data folder before the start. */
  template?: string;
};

/** Excludes sockets from copying, which fails for them. A killed portal leaves a socket behind. */
const isKept = (path: string): boolean => !path.endsWith('.sock');

/** Starts `server/src/main.ts` and waits until it prints its address. Rejects with the output if the process exits before. */
export async function startPortal({ config, demo = true, env = {}, dataDir, template }: PortalOptions = {}): Promise<Portal> {
  const folder = await mkdtemp(join(tmpdir(), 'fundus-portal-'));
  const configFile = join(folder, 'config.json');
  if (template) await cp(template, dataDir ?? join(folder, 'data'), { recursive: true, filter: isKept });
  if (config) await writeFile(configFile, JSON.stringify(config));
  // Sets all variables explicitly, so that settings of the developer do not affect the portal.
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const own = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir ?? join(folder, 'data'), DEMO: demo ? 'on' : 'off', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, LANG, ...own, ...(config && { PORTAL_CONFIG: configFile }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line);
    recordLogProblem(line);
  });
  let stopping = false;
  const ended = new Promise<void>((done) =>
    child.once('exit', (code, signal) => {
      if (!stopping) recordExit(signal ?? code ?? 0, said);
      done();
    }),
  );
  // Stops the portal if the test process exits first.
  const endWithUs = () => {
    stopping = true;
    child.kill('SIGTERM');
  };
  process.once('exit', endWithUs);

  const stop = async () => {
    stopping = true;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(patience);
    }
    process.off('exit', endWithUs);
    await rm(folder, { recursive: true, force: true });
  };

  const ready = new Promise<string>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      const address = /^Portal ready at (http:\/\/\S+)$/.exec(line)?.[1];
      if (address) done(address.replace(/\/$/, ''));
    });
  });
  const patience = AbortSignal.timeout(280_000);
  const tooLate = new Promise<null>((done) => patience.addEventListener('abort', () => done(null)));
  const url = await Promise.race([ready, ended.then(() => null), tooLate]);
  if (url === null) {
    await stop();
    throw new Error(`The portal did not start:\n${said.slice(-40).join('\n')}`);
  }
  return { url, dataDir: own.DATA_DIR, pid: child.pid ?? 0, said, stop };
}
