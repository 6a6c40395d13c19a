import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BOTH_ENGINES } from './scripts/both-engines.mjs';
import { longestFirst } from './scripts/longest-first.ts';

/** Returns the tests that replace or reload modules. They must run isolated. */
const replacesModules = (pattern: string): string[] =>
  globSync(pattern, { cwd: import.meta.dirname }).filter((file) =>
    /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
const SERVER_TESTS = ['server/src/**/*.test.ts', 'demo/src/**/*.test.ts'];
/** This test marks all texts of a page, including those of modules that other test files have loaded, so it must run isolated. */
const MARKS_TEXTS = 'client/src/screens/setup/texts/EditInContext.test.tsx';
const REPLACES_MODULES = [...replacesModules('client/src/**/*.test.{ts,tsx}'), MARKS_TEXTS];
const SERVER_REPLACES_MODULES = replacesModules('server/src/**/*.test.ts');

/**
 * Number of workers. There are two more than processors, because tests wait for databases, browsers and processes. All projects use the same number,
 * so that they share one pool.
 */
const maxWorkers = availableParallelism() + 2;

// Modules stay loaded between files, because loading the server or React with a screen takes longer than most tests. The polling timeout is long,
// because processes start slowly on a busy machine.
const shared = { isolate: false, testTimeout: 300_000, hookTimeout: 300_000, maxWorkers, expect: { poll: { timeout: 120_000 } } };
const server = {
  ...shared,
  // The compile cache halves the CPU time that child processes need to start.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compiled') },
  globalSetup: ['server/src/testing/database-template.ts'],
  setupFiles: ['server/src/testing/collect-statements.ts', 'server/src/testing/patient-connections.ts'],
};
const client = { ...shared, environment: 'jsdom', setupFiles: ['client/src/testing/setup.ts'] };

// If PostgreSQL is available, server tests run on PostgreSQL. Tests that depend on the database engine also run on the embedded database
// (docs/decisions/0029-server-tests-on-postgresql.md).
const embedded = process.env.TEST_DATABASE_URL
  ? [
      {
        test: {
          ...server,
          name: 'embedded',
          include: process.env.TEST_RELEASE
            ? SERVER_TESTS
            : BOTH_ENGINES.flatMap((path) => (path.endsWith('/') ? `${path}**/*.test.ts` : path)),
          exclude: SERVER_REPLACES_MODULES,
          env: { ...server.env, TEST_DATABASE_URL: '', TEST_STATEMENTS: '' },
        },
      },
    ]
  : [];

export default defineConfig({
  test: {
    maxWorkers,
    sequence: {
      // Projects run one after another, because a worker reloads all modules when the project changes. Projects that wait the most run first.
      sequencer: longestFirst(
        ['journeys', 'embedded', 'server', 'server-modules', 'client', 'client-modules', 'rules'],
        [
          'journeys/accessibility',
          'journeys/everywhere/access',
          'journeys/catalogue/medium',
          'journeys/administration/modes',
          'server/src/rights',
          'server/src/crash/',
          'server/src/watchdog',
          'server/src/hostile-input',
          'server/src/db/outage',
          'server/src/control/',
          'server/src/domains/licences/seats-race',
          'server/src/domains/catalogue/search/meaning',
          'demo/src/relevance',
          'search/src/oracle',
        ],
      ),
    },
    projects: [
      ...(process.env.TEST_JOURNEYS ? ['e2e/vitest.config.ts'] : []),
      ...embedded,
      { test: { ...server, name: 'server', include: SERVER_TESTS, exclude: SERVER_REPLACES_MODULES } },
      { test: { ...server, name: 'server-modules', include: SERVER_REPLACES_MODULES, isolate: true } },
      { test: { ...client, name: 'client', include: ['client/src/**/*.test.{ts,tsx}'], exclude: REPLACES_MODULES } },
      { test: { ...client, name: 'client-modules', include: REPLACES_MODULES, isolate: true } },
      {
        test: {
          ...shared,
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'search/src/**/*.test.ts',
            'importer/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
    ],
  },
});
