/** Starts other programs; used by all scripts. Requires only built-in modules of Node 20, because it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Path of the portal's Node, which is installed as an npm package regardless of the machine's Node. */
export const portalNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const bin = join(root, 'node_modules', '.bin');

/**
 * Allocates memory blocks of at least this many bytes with mmap, so that they are returned to the system at once. Otherwise glibc keeps more unused
 * memory of search threads than the whole index uses. Other C libraries ignore the setting.
 */
const GIVE_BACK = { MALLOC_MMAP_THRESHOLD_: '65536' };

/** Returns the environment with the portal's Node first in the path, or without it for npm, which replaces that Node. */
export function environment({ withPortalNode = true } = {}) {
  const rest = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return { ...GIVE_BACK, ...process.env, PATH: (withPortalNode && existsSync(portalNode) ? [bin, ...rest] : rest).join(delimiter) };
}

const running = new Set();
let ended = false;

// On a signal, stops the child programs and prevents new ones, so that the script can clean up. SIGINT is not forwarded, because a terminal sends
// Ctrl+C to the whole process group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ended = true;
    process.exitCode = 130;
    for (const child of running) if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
  });
}

/** Returns whether the script received a signal that terminates it. */
export const interrupted = () => ended;

const TO_STDERR = ['ignore', process.stderr, process.stderr];

/**
 * Runs a program and resolves with its exit code (128 for a signal). Its output goes to standard error, so that standard output only contains the
 * output of the script. `quiet` shows the output only after a failure.
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

/** Returns whether the module is the program that was started. */
export const isProgram = (meta) => process.argv[1] !== undefined && resolve(process.argv[1]) === meta.filename;

/** Runs the main function of a program. An exception is printed to standard error and sets the exit code to 1. */
export async function main(body) {
  try {
    const code = await body();
    if (code) process.exitCode = code;
  } catch (error) {
    printLine(error.message);
    process.exitCode ||= 1;
  }
}
