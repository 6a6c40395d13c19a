/**
 * Checks the types of every workspace with the native compiler. All sources for Node form one program (`tsconfig.json` in the root), because separate
 * programs would each check the contract again. `--changed FILE …` only checks the programs that contain the files, and caches results in
 * `.cache/types`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root, runNode, printLine } from './run.mjs';

/** Number of checker threads. Each one builds the types of the contract again, so four threads on two CPUs would triple the work. */
const checkers = String(Math.max(1, Math.floor(availableParallelism() / 2)));
const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

/** Programs with the folders on which they depend. */
const PROGRAMS = {
  '.': ['contract', 'search', 'importer', 'server', 'demo', 'bench'],
  e2e: ['contract', 'e2e'],
  client: ['contract', 'client'],
};

const [flag, ...files] = process.argv.slice(2);
const changed = flag === '--changed';
const touches = (folders) =>
  files.some((file) => /\.(ts|tsx|json)$/.test(file) && (!file.includes('/') || folders.includes(file.split('/')[0])));
const failed = [];

async function check(project) {
  const remembered = ['--incremental', '--tsBuildInfoFile', join(root, '.cache', 'types', `${project === '.' ? 'node' : project}.json`)];
  const args = [
    tsc,
    '-p',
    project,
    '--pretty',
    String(process.stderr.isTTY ?? false),
    '--checkers',
    checkers,
    ...(changed ? remembered : []),
  ];
  if ((await runNode(args, { quiet: true })) !== 0) failed.push(project);
}

async function checkInTurn(projects) {
  for (const project of projects) await check(project);
}

const wanted = Object.keys(PROGRAMS).filter((project) => !changed || touches(PROGRAMS[project]));
// Runs the Node program in parallel with the two others, which together take as long.
await Promise.all([checkInTurn(wanted.filter((project) => project === '.')), checkInTurn(wanted.filter((project) => project !== '.'))]);

if (failed.length > 0) {
  printLine(`Type errors in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
