/**
 * Runs all checks and tests and ends with a line `N passed, N failed` (`npm test`). `--changed [COMMIT]` only runs tests affected by the changes
 * since a commit (default: `main`). `npm run test:release` runs all server tests on both databases, with all seeds and long histories.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { buildClient } from './build-client.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { install } from './install.mjs';
import { ensureOpenSearch, startOpenSearch } from './opensearch.mjs';
import { ensurePostgres, startPostgres } from './postgres.mjs';
import { useQuickTemp } from './quick-temp.mjs';
import { environment, interrupted, main, root, runNode, printLine } from './run.mjs';
import { BUDGET, makeReport, cpuSeconds, readRun } from './report/test-report.mjs';

const program = (...path) => join(root, 'node_modules', ...path);
const release = process.argv.includes('--both-engines');
const changedAt = process.argv.indexOf('--changed');
const removeTemp = useQuickTemp();
const folder = mkdtempSync(join(tmpdir(), 'fundus-test-'));
const statements = join(folder, 'statements');
const report = makeReport();
const secondsSince = (start) => (performance.now() - start) / 1000;

/** Titles of the projects in vitest.config.ts for the report. */
const PROJECTS = {
  rules: 'rules',
  client: 'screens',
  'client-modules': 'screens, replaced modules',
  server: 'domains',
  'server-modules': 'domains, replaced modules',
  embedded: 'what differs, on PGlite',
  journeys: 'journeys in the browser',
};

/** Runs a check and adds its result to the report. */
async function check(name, args) {
  const start = performance.now();
  const code = await runNode(args, { quiet: true });
  if (!interrupted()) printLine(report.add(name, secondsSince(start), code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));
}

/** Returns the tests that the changes since a commit can affect. The module requires a package, so it is loaded after the installation. */
const findAffected = async (base) => (await import('./affected.mjs')).affectedSince(base);

let runs = 0;

/** Runs vitest and adds the results to the report. `args` are file filters and options. */
async function suite(args, env, names = PROJECTS) {
  const path = join(folder, `${(runs += 1)}.json`);
  const reporters = ['default', join(root, 'scripts', 'report', 'run-reporter.mjs')].map((name) => `--reporter=${name}`);
  const code = await runNode([program('vitest', 'vitest.mjs'), 'run', ...reporters, ...args], {
    env: { ...environment(), ...env, TEST_REPORT: path },
  });
  if (!interrupted()) report.read(names, readRun(path, code));
}

/** Starts PostgreSQL and the search cluster if they are available. Returns their environment variables and a function that stops them. */
async function startServices(withServer, jars) {
  const bin = withServer ? await ensurePostgres() : undefined;
  const search = jars && withServer ? startOpenSearch(jars, { quick: true }) : undefined;
  search?.catch(() => {});
  const postgres = bin && (await startPostgres(bin, { autovacuum: false }));
  const stop = async () => {
    await search?.then((node) => node.stop()).catch(() => {});
    await postgres?.stop();
  };
  try {
    if (withServer && !bin) report.note('PostgreSQL: not tested, there is none on this machine (CI=1 demands it)');
    if (withServer && !jars) report.note('search cluster: not tested, because Java with Maven is missing (required with CI=1)');
    mkdirSync(statements);
    const env = {
      ...(postgres && { TEST_DATABASE_URL: postgres.socketUrl, TEST_STATEMENTS: statements }),
      ...(search && { TEST_SEARCH_URL: (await search).url }),
    };
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs all projects in one worker pool, then prepares all statements that were sent to PostgreSQL on the embedded database. */
async function runAll(env) {
  await suite([], { ...env, TEST_JOURNEYS: '1', ...(!release && { TEST_LOOKS: 'one' }) });
  if (env.TEST_DATABASE_URL)
    await suite(
      ['--project', 'server', 'server/src/db/statements.test.ts'],
      { TEST_STATEMENTS: statements },
      { server: 'statements, on PGlite' },
    );
}

/** Runs the affected tests and journeys. */
async function runChanged({ projects, files, journeys }, env) {
  const all = journeys === 'all';
  const whole = projects.flatMap((name) => Object.keys(PROJECTS).filter((project) => project.split('-')[0] === name));
  const options = whole.filter((name) => name !== 'journeys').flatMap((name) => ['--project', name]);
  const others = files.filter((file) => !projects.includes(/^(server|client)\//.exec(file)?.[1] ?? 'rules'));
  const units = Object.keys(PROJECTS).filter((name) => name !== 'journeys' && !whole.includes(name));
  if (options.length > 0) await suite(options, env);
  if (others.length > 0) await suite([...units.flatMap((name) => ['--project', name]), '--passWithNoTests', ...others], env);
  if (all || journeys.length > 0)
    await suite(['--project', 'journeys', ...(all ? [] : journeys.map((name) => `/${name}.e2e.ts`))], {
      ...env,
      TEST_JOURNEYS: '1',
    });
}

await main(async () => {
  const start = performance.now();
  let installed = start;
  let services;
  try {
    delete process.env.TEST_DATABASE_URL;
    delete process.env.TEST_SEARCH_URL;
    if (release) process.env.TEST_RELEASE = '1';
    await install();
    const affected = changedAt >= 0 ? await findAffected(process.argv[changedAt + 1] ?? 'main') : undefined;
    const withServer = !affected || affected.projects.includes('server') || affected.files.some((file) => file.startsWith('server/'));
    const withBrowser = !affected || affected.journeys === 'all' || affected.journeys.length > 0;
    if (withBrowser) process.env.CHROMIUM_PATH = await ensureChromium();
    const jars = affected ? undefined : await ensureOpenSearch();
    installed = performance.now();
    services = startServices(withServer, jars);
    services.catch(() => {});
    const changed = affected?.changed.filter((path) => /\.(ts|tsx|js|mjs)$/.test(path)) ?? [];
    if (affected) {
      const { changed: paths, projects, files, journeys } = affected;
      printLine(
        `changed files: ${paths.length}; whole projects: ${projects.join(', ') || 'none'}; test files: ${files.length}; journeys: ${[journeys].flat().join(', ') || 'none'}`,
      );
    }
    await Promise.all([
      check('types', ['scripts/types.mjs', ...(affected ? ['--changed', ...affected.changed] : [])]),
      check('lint', [program('oxlint', 'bin', 'oxlint'), '--no-error-on-unmatched-pattern', ...changed]),
      check('format', [program('oxfmt', 'bin', 'oxfmt'), '--check']),
      check('imports', ['scripts/check-imports.mjs']),
      check('unused', [program('knip', 'bin', 'knip.js'), '--no-progress']),
      withBrowser && buildClient(),
    ]);
    const { env } = await services;
    await (affected ? runChanged(affected, env) : runAll(env));
  } catch (error) {
    printLine(error.message);
    report.sums.failed += 1;
  } finally {
    await services?.then(({ stop }) => stop()).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
    removeTemp();
  }
  printLine(`\n${report.text(secondsSince(installed), cpuSeconds(), changedAt >= 0 || release ? undefined : BUDGET)}\n`);
  if (interrupted()) return 130;
  process.stdout.write(`${report.sums.passed} passed, ${report.sums.failed} failed\n`);
  return report.sums.failed > 0 ? 1 : 0;
});
