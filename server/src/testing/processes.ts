/** Starts real processes of the portal and its commands, for tests of how they end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { makeHome, type Home } from './database-template.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

export type Running = {
  url: string;
  child: ChildProcess;
  /** Lines that the process has logged. */
  said: string[];
  /** Ends the process. Returns its exit code or the signal that ended it. */
  end: (signal?: NodeJS.Signals) => Promise<number | string>;
};

const folders: string[] = [];
const children = new Set<ChildProcess>();
const databases: (() => Promise<void>)[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-process-'));
  folders.push(folder);
  return folder;
}

/** Creates a home with a migrated database. */
export async function newHome(): Promise<Home> {
  const dataDir = join(newFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const { drop, ...home } = await makeHome(dataDir);
  databases.push(drop);
  return home;
}

/** Ends all processes started by this module and removes their files. Call it in `afterEach` or `afterAll`. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
  for (const drop of databases.splice(0)) await drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Returns minimal environment variables, so that settings of the test process do not affect the portal. */
function environment({ dataDir, databaseUrl }: Home, more: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  const own = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn', SESSION_SECRET: 's'.repeat(40) };
  return { PATH, HOME, TMPDIR, ...own, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more };
}

function run(script: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, 'server/src', script), ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode ?? child.signalCode ?? 'gone';
}

/** Starts a portal. `ready` resolves with its URL, or rejects with its log if the process ends before it is ready. */
export function begin(home: Home, env: Record<string, string> = {}): Omit<Running, 'url'> & { ready: Promise<string> } {
  const child = run('main.ts', [], environment(home, env));
  const said: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => said.push(line));
  const ready = new Promise<string>((done, failed) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const address = /^Portal ready at (\S+)$/.exec(line)?.[1];
      if (address) done(address);
    });
    child.once('close', () => failed(new Error(`the portal exited:\n${said.join('\n')}`)));
  });
  return { child, said, ready, end: (signal) => end(child, signal) };
}

/** Starts a portal and waits until it is ready. */
export async function start(home: Home, env: Record<string, string> = {}): Promise<Running> {
  const { ready, ...portal } = begin(home, env);
  return { ...portal, url: await ready };
}

/** Runs a command until it ends. */
export async function command(
  home: Home,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; text: string }> {
  const child = run('cli.ts', args, environment(home, env));
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, text: out + errors };
}

/** Polls until `what` returns true. */
export async function until(what: () => Promise<boolean> | boolean, ms = 60_000): Promise<void> {
  const started = performance.now();
  while (!(await what())) {
    if (performance.now() - started > ms) throw new Error(`timeout after ${ms} ms`);
    await new Promise((done) => setTimeout(done, 15));
  }
}
