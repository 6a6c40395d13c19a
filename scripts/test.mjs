/**
 * `npm test`: everything that can be checked, in one run. Ends with one line `N passed, N failed`.
 * `--both-engines` runs all tests of the server on both databases, not only those of scripts/both-engines.mjs, with all seeds and long histories.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { BOTH_ENGINES } from './both-engines.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { install } from './install.mjs';
import { runJourneys } from './journeys.mjs';
import { ensureOpenSearch, startOpenSearch } from './opensearch.mjs';
import { ensurePostgres, startPostgres } from './postgres.mjs';
import { useQuickTemp } from './quick-temp.mjs';
import { environment, interrupted, main, root, runNode, say } from './run.mjs';
import { makeReport, readRun } from './test-report.mjs';

const program = (...path) => join(root, 'node_modules', ...path);
const vitest = program('vitest', 'vitest.mjs');
const removeTemp = useQuickTemp();
const folder = mkdtempSync(join(tmpdir(), 'fundus-test-'));
const statements = join(folder, 'statements');
const report = makeReport();
const secondsSince = (start) => (performance.now() - start) / 1000;

/** A check that says yes or no. */
async function check(name, args) {
  const start = performance.now();
  const code = await runNode(args, { quiet: true });
  finish(name, start, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

let stages = 0;

/** More files than this with a failed test are no accident. */
const RUN_AGAIN = 3;

/**
 * A vitest run; its own report says how many tests there were. `run(args, files)` starts it with these further arguments, for all files or
 * for these. Files in which a test failed run once more with nothing beside them; a test that passes then is named at the end and does not
 * count as failed (decision 0033).
 */
async function suite(name, run) {
  say(`\n── ${name}`);
  const start = performance.now();
  const first = await runOnce(run);
  const again = first.failedFiles.length > 0 && first.failedFiles.length <= RUN_AGAIN && first.errors.length === 0 && !interrupted();
  if (again) say(`\n── ${name}, once more: ${first.failedFiles.join(', ')}`);
  const second = again ? await runOnce(run, first.failedFiles) : undefined;
  if (!interrupted()) finish(name, start, report.read(name, first, second));
}

async function runOnce(run, files) {
  const path = join(folder, `${(stages += 1)}.json`);
  process.env.TEST_ERRORS = `${path}.errors`;
  const reporters = ['default', 'json', join(root, 'scripts', 'error-reporter.mjs')].map((name) => `--reporter=${name}`);
  const code = await run([...reporters, `--outputFile.json=${path}`, ...(files ? ['--maxWorkers=1'] : [])], files);
  return readRun(path, code);
}

function finish(name, start, result) {
  if (!interrupted()) say(report.add(name, secondsSince(start), result));
}

/** Two more than processors: tests of the server wait for their database, for processes that start and for what is to be over in time. */
const SERVER_WORKERS = `--maxWorkers=${availableParallelism() + 2}`;

const serverTests =
  (env, all = []) =>
  (args, files = [SERVER_WORKERS, ...all]) =>
    runNode([vitest, 'run', '--project', 'server', '--project', 'server-modules', ...files, ...args], {
      env: { ...environment(), ...env },
    });

/** The tests of the server on PostgreSQL, and on the embedded database what may differ there; where there is no PostgreSQL, all on the embedded one. */
async function domains(cluster) {
  const bin = await ensurePostgres();
  const search = await cluster;
  if (!search) report.note('search cluster: not tested, there is no Java with Maven on this machine (CI=1 demands it)');
  const withSearch = search ? { TEST_SEARCH_URL: search.url } : {};
  if (!bin) {
    report.note('PostgreSQL: not tested, there is none on this machine (CI=1 demands it)');
    return suite('domains on PGlite', serverTests(withSearch));
  }
  mkdirSync(statements);
  const postgres = await startPostgres(bin, { autovacuum: false });
  try {
    await suite(
      'domains on PostgreSQL',
      serverTests({ TEST_STATEMENTS: statements, TEST_DATABASE_URL: postgres.socketUrl, ...withSearch }),
    );
    await search?.stop();
  } finally {
    await postgres.stop();
  }
  const all = process.argv.includes('--both-engines');
  await suite(all ? 'domains on PGlite' : 'what differs, on PGlite', serverTests({ TEST_STATEMENTS: statements }, all ? [] : BOTH_ENGINES));
}

await main(async () => {
  const start = performance.now();
  let installed = start;
  let cluster;
  try {
    delete process.env.TEST_DATABASE_URL;
    delete process.env.TEST_SEARCH_URL;
    if (process.argv.includes('--both-engines')) process.env.TEST_RELEASE = '1';
    await install();
    process.env.CHROMIUM_PATH = await ensureChromium();
    const jars = await ensureOpenSearch();
    installed = performance.now();
    // It starts while others work; a failure is told where it is waited for.
    cluster = jars ? startOpenSearch(jars, { quick: true }) : Promise.resolve(undefined);
    cluster.catch(() => {});
    await Promise.all([
      check('types', ['scripts/types.mjs']),
      check('lint', [program('oxlint', 'bin', 'oxlint')]),
      check('format', [program('oxfmt', 'bin', 'oxfmt'), '--check']),
      check('imports', ['scripts/check-imports.mjs']),
    ]);
    await suite('rules and screens', (args, files = []) =>
      runNode([vitest, 'run', ...['rules', 'client', 'client-modules'].flatMap((name) => ['--project', name]), ...files, ...args]),
    );
    await domains(cluster);
    await suite('journeys in the browser', (args, files = []) => runJourneys([...files, ...args]));
  } catch (error) {
    say(error.message);
    report.sums.failed += 1;
  } finally {
    await cluster?.then((search) => search?.stop()).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
    removeTemp();
  }
  say(`\n${report.text(secondsSince(installed))}\n`);
  if (interrupted()) return 130;
  process.stdout.write(`${report.sums.passed} passed, ${report.sums.failed} failed\n`);
  return report.sums.failed > 0 ? 1 : 0;
});
