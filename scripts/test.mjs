/** `npm test`: everything that can be checked, in one run. Ends with one line `N passed, N failed`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ensureChromium } from './ensure-chromium.mjs';
import { install } from './install.mjs';
import { runJourneys } from './journeys.mjs';
import { ensurePostgres, startPostgres } from './postgres.mjs';
import { environment, interrupted, main, root, runNode, say } from './run.mjs';

const program = (...path) => join(root, 'node_modules', ...path);
const vitest = program('vitest', 'vitest.mjs');
const reports = mkdtempSync(join(tmpdir(), 'fundus-test-'));
const lines = [];
/** What failed, repeated at the end: the run itself is longer than anybody scrolls. */
const failures = [];
let passed = 0;
let failed = 0;

/** A check that says yes or no. */
async function check(name, args) {
  const start = performance.now();
  const code = await runNode(args, { quiet: true });
  count(name, start, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

/** A vitest run; its own report says how many tests there were. `start(args)` runs it with these further arguments. */
async function suite(name, run) {
  say(`\n── ${name}`);
  const start = performance.now();
  const report = join(reports, `${lines.length}.json`);
  const code = await run(['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  count(name, start, results(report, code));
}

function results(report, code) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    failures.push(...testResults.flatMap(failuresOf));
    // A file that does not even load has no failed test, but it has not passed.
    return { passed: numPassedTests, failed: Math.max(numFailedTests, code === 0 ? 0 : 1), skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Each failed test of a file with the first lines of why; the file itself when it did not load. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0) return status === 'failed' ? [`${file}\n${firstLines(message)}`] : [];
  return tests.map((test) => `${file} > ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`);
}

const firstLines = (text) =>
  text
    .split('\n', 12)
    .map((line) => `    ${line}`)
    .join('\n');

function count(name, start, result) {
  if (interrupted()) return;
  passed += result.passed;
  failed += result.failed;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const skipped = result.skipped ? `, ${result.skipped} skipped` : '';
  const line = `${result.failed ? '✗' : '✓'} ${name.padEnd(34)} ${`${result.passed} passed, ${result.failed} failed${skipped}`.padEnd(28)} ${seconds.padStart(6)} s`;
  lines.push(line);
  say(line);
}

async function onPostgres() {
  const bin = await ensurePostgres();
  if (!bin) {
    lines.push('· domain tests on PostgreSQL           not run: no PostgreSQL on this machine (CI=1 demands it)');
    return;
  }
  const postgres = await startPostgres(bin);
  try {
    const env = { ...environment(), TEST_DATABASE_URL: postgres.url };
    await suite('domain tests on PostgreSQL', (args) => runNode([vitest, 'run', '--project', 'server', ...args], { env }));
  } finally {
    await postgres.stop();
  }
}

await main(async () => {
  try {
    delete process.env.TEST_DATABASE_URL;
    await install();
    process.env.CHROMIUM_PATH = await ensureChromium();
    await check('types', ['scripts/types.mjs']);
    await check('lint', [program('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0']);
    await check('format', [program('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']);
    await check('imports', ['scripts/check-imports.mjs']);
    await suite('rules, domains on PGlite, screens', (args) => runNode([vitest, 'run', ...args]));
    await onPostgres();
    await suite('journeys in the browser', runJourneys);
  } catch (error) {
    say(error.message);
    failed += 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  say(`\n${[...failures, ...lines].join('\n')}\n`);
  if (interrupted()) return 130;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
});
