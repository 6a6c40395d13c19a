/**
 * `npm run check`: what can be said without a database or a browser: types, lint, format, import rules, rule tests.
 * `npm run check -- --changed` looks only at what differs from `main` (or from the commit named behind it): types of the workspaces it
 * touches (remembered from run to run in `.cache/`), lint and format of its files, and the tests beside them (on PostgreSQL where it is found).
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { findPostgres, startPostgres } from './postgres.mjs';
import { environment, main, root, runNode, say } from './run.mjs';

const program = (...path) => join(root, 'node_modules', ...path);
const vitest = program('vitest', 'vitest.mjs');
const format = [program('oxfmt', 'bin', 'oxfmt'), '--check', '--no-error-on-unmatched-pattern'];
const lint = [program('oxlint', 'bin', 'oxlint'), '--no-error-on-unmatched-pattern'];

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from `base`, committed or not; those that are gone are left out. */
function changedSince(base) {
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => existsSync(join(root, file)));
}

/** The folders whose tests stand beside what changed; for a noun of the contract also those of its domain. */
function testFoldersOf(files) {
  const folders = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/^(e2e|bench)\//.test(file)).map(dirname);
  const domains = folders.map((folder) => /^contract\/src\/([\w-]+)/.exec(folder)?.[1]).map((noun) => noun && `server/src/domains/${noun}`);
  return [...new Set([...folders, ...domains])].filter((folder) => folder && existsSync(join(root, folder))).map((folder) => `${folder}/`);
}

async function stage(name, args, env = {}) {
  const start = performance.now();
  const code = await runNode(args, { quiet: true, env: { ...environment(), ...env } });
  say(`${code === 0 ? '✓' : '✗'} ${name.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`);
  return code === 0;
}

/** Tests of the server on PostgreSQL where there is one: they take a third of the time they take on the embedded database. */
async function testStage(folders) {
  const bin = folders.some((folder) => folder.startsWith('server/')) ? findPostgres() : undefined;
  const postgres = bin && (await startPostgres(bin, { autovacuum: false }));
  try {
    return await stage('tests', [vitest, 'run', '--passWithNoTests', ...folders], postgres && { TEST_DATABASE_URL: postgres.socketUrl });
  } finally {
    await postgres?.stop();
  }
}

function wholeCheck() {
  return [
    stage('types', ['scripts/types.mjs']),
    stage('lint', lint),
    stage('format', format),
    stage('imports', ['scripts/check-imports.mjs']),
    stage('rules', [vitest, 'run', '--project', 'rules']),
  ];
}

function checkOf(files) {
  const code = files.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file));
  const folders = testFoldersOf(files);
  return [
    stage('types', ['scripts/types.mjs', '--changed', ...files]),
    ...(code.length ? [stage('lint', [...lint, ...code])] : []),
    ...(files.length ? [stage('format', [...format, ...files])] : []),
    stage('imports', ['scripts/check-imports.mjs']),
    ...(folders.length ? [testStage(folders)] : []),
  ];
}

await main(async () => {
  const at = process.argv.indexOf('--changed');
  const stages = at < 0 ? wholeCheck() : checkOf(changedSince(process.argv[at + 1] ?? 'main'));
  return (await Promise.all(stages)).every(Boolean) ? 0 : 1;
});
