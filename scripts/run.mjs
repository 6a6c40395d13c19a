/** Starting other programs: the ground all scripts stand on. Only Node 20 built-ins, because it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** The Node that runs the portal: it comes from npm, whatever the machine's own is. */
export const portalNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const bin = join(root, 'node_modules', '.bin');

/**
 * Pieces of memory of this size and more are asked of the system one by one and given back at once; otherwise glibc keeps what the
 * threads of the search engine no longer need, more than the whole index. Other C libraries do not read it.
 */
const GIVE_BACK = { MALLOC_MMAP_THRESHOLD_: '65536' };

/** The environment with the portal's Node first on the path, or without it (for npm, which replaces it). */
export function environment({ withPortalNode = true } = {}) {
  const rest = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return { ...GIVE_BACK, ...process.env, PATH: (withPortalNode && existsSync(portalNode) ? [bin, ...rest] : rest).join(delimiter) };
}

const running = new Set();
let ended = false;

// A signal ends what this script started; nothing new is begun, and the script goes on to its own tidying up.
// Ctrl+C of a terminal reaches the whole group by itself, so it is not passed on a second time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ended = true;
    process.exitCode = 130;
    for (const child of running) if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
  });
}

/** True once the script was told to end. */
export const interrupted = () => ended;

const TO_STDERR = ['ignore', process.stderr, process.stderr];

/**
 * Runs a program to its end; its output goes to standard error, so that a script's own standard output stays its own.
 * Resolves with the exit code (a signal counts as 128). `quiet` keeps the output back and shows it only after a failure.
 */
export function run(command, args, { cwd = root, env = environment(), quiet = false, stdio = TO_STDERR } = {}) {
  if (ended) return Promise.resolve(130);
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : stdio });
    const kept = [];
    running.add(child);
    child.stdout?.on('data', (chunk) => kept.push(chunk));
    child.stderr?.on('data', (chunk) => kept.push(chunk));
    child.on('error', (error) => {
      running.delete(child);
      say(`${command}: ${error.message}`);
      done(127);
    });
    child.on('close', (code) => {
      running.delete(child);
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(kept));
      done(code ?? 128);
    });
  });
}

/** Runs a TypeScript or JavaScript file of ours with the portal's Node. */
export const runNode = (args, options) => run(portalNode, args, options);

export const say = (text) => process.stderr.write(`${text}\n`);

/** True when the file at `url` is the program itself and not a part of another. */
export const isProgram = (meta) => process.argv[1] !== undefined && resolve(process.argv[1]) === meta.filename;

/** Runs the main function of a program: what it throws becomes a sentence on standard error and exit code 1. */
export async function main(body) {
  try {
    const code = await body();
    if (code) process.exitCode = code;
  } catch (error) {
    say(error.message);
    process.exitCode ||= 1;
  }
}
