/**
 * Runs the checks that need neither a database nor a browser (`npm run check`): types, lint, format, import rules, unused code, plain English, commit
 * subjects, rule tests. With `--changed`, checks only the differences from `main` or a given commit: the types of affected workspaces (cached in
 * `.cache/`), and lint and format of changed files. `npm test -- --changed` also runs the affected tests.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { changedSince } from './affected.mjs';
import { main, root, runNode, printLine } from './run.mjs';

const program = (...path) => join(root, 'node_modules', ...path);
const vitest = program('vitest', 'vitest.mjs');
const format = [program('oxfmt', 'bin', 'oxfmt'), '--check', '--no-error-on-unmatched-pattern'];
const unused = [program('knip', 'bin', 'knip.js'), '--no-progress'];
const lint = [program('oxlint', 'bin', 'oxlint'), '--no-error-on-unmatched-pattern'];

async function stage(name, args) {
  const start = performance.now();
  const code = await runNode(args, { quiet: true });
  printLine(`${code === 0 ? '✓' : '✗'} ${name.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`);
  return code === 0;
}

function checkAll() {
  return [
    stage('types', ['scripts/types.mjs']),
    stage('lint', lint),
    stage('format', format),
    stage('imports', ['scripts/check-imports.mjs']),
    stage('unused', unused),
    stage('english', ['scripts/check-english.mjs']),
    stage('commits', ['scripts/english/check-commits.mjs']),
    stage('rules', [vitest, 'run', '--project', 'rules']),
  ];
}

function checkFiles(files) {
  const code = files.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file));
  return [
    stage('types', ['scripts/types.mjs', '--changed', ...files]),
    ...(code.length ? [stage('lint', [...lint, ...code])] : []),
    ...(files.length ? [stage('format', [...format, ...files])] : []),
    stage('imports', ['scripts/check-imports.mjs']),
    stage('unused', unused),
    stage('english', ['scripts/check-english.mjs']),
    stage('commits', ['scripts/english/check-commits.mjs']),
  ];
}

await main(async () => {
  const at = process.argv.indexOf('--changed');
  const stages =
    at < 0 ? checkAll() : checkFiles(changedSince(process.argv[at + 1] ?? 'main').filter((file) => existsSync(join(root, file))));
  return (await Promise.all(stages)).every(Boolean) ? 0 : 1;
});
