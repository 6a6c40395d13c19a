/** Starts other programs; shared by all scripts. Uses only Node 20 built-ins, because it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Path of the portal's Node, which comes from npm regardless of the machine's own. */
export const portalNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const bin = join(root, 'node_modules', '.bin');

/**
 * Memory blocks of at least this size are allocated with mmap and returned to the system at once; otherwise glibc keeps more unused memory of search
 * threads than the whole index takes. Other C libraries ignore it.
 */
const GIVE_BACK = { MALLOC_MMAP_THRESHOLD_: '65536' };

/** The environment with the portal's Node first on the path, or without it (for npm, which replaces it). */
export function environment({ withPortalNode = true } = {}) {
  const rest = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return { ...GIVE_BACK, ...process.env, PATH: (withPortalNode && existsSync(portalNode) ? [bin, ...rest] : rest).join(delimiter) };
}

const running = new Set();
let ended = false;

// A signal ends the programs this script started; no new ones start, and the script finishes its cleanup. A terminal sends Ctrl+C to the whole
// process group, so it is not forwarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ended = true;
    process.exitCode = 130;
    for (const child of running) if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
  });
}

/** Returns whether the script received a signal to end. */
export const interrupted = () => ended;

const TO_STDERR = ['ignore', process.stderr, process.stderr];

/**
 * Runs a program to its end, with its output on standard error, so that standard output remains the script's own. Resolves with the exit code (128
 * for a signal). `quiet` shows the output only after a failure.
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
      printLine(`${command}: ${error.message}`);
      done(127);
    });
    child.on('close', (code) => {
      running.delete(child);
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(kept));
      done(code ?? 128);
    });
  });
}

/** Runs a TypeScript or JavaScript file with the portal's Node. */
export const runNode = (args, options) => run(portalNode, args, options);

export const printLine = (text) => process.stderr.write(`${text}\n`);

/** Returns whether the module is the program itself. */
export const isProgram = (meta) => process.argv[1] !== undefined && resolve(process.argv[1]) === meta.filename;

/** Runs the main function of a program: an exception becomes a message on standard error and exit code 1. */
export async function main(body) {
  try {
    const code = await body();
    if (code) process.exitCode = code;
  } catch (error) {
    printLine(error.message);
    process.exitCode ||= 1;
  }
}
