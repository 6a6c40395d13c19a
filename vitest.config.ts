import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BOTH_ENGINES } from './scripts/both-engines.mjs';
import { longestFirst } from './scripts/longest-first.ts';

/** Tests that replace or reload a module need modules of their own. */
const replacesModules = (pattern: string): string[] =>
  globSync(pattern, { cwd: import.meta.dirname }).filter((file) =>
    /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
const SERVER_TESTS = ['server/src/**/*.test.ts', 'demo/src/**/*.test.ts'];
/** Marks all texts of a page, also of modules that another file has loaded. */
const MARKS_TEXTS = 'client/src/screens/setup/texts/InContext.test.tsx';
const REPLACES_MODULES = [...replacesModules('client/src/**/*.test.{ts,tsx}'), MARKS_TEXTS];
const SERVER_REPLACES_MODULES = replacesModules('server/src/**/*.test.ts');

/** Two more than processors: tests wait for databases, browsers, and processes that start. One number, so that all projects share one pool. */
const maxWorkers = availableParallelism() + 2;

// Modules stay loaded from file to file: loading the server, or React with a screen, costs more than most files' tests.
// What a test polls for may depend on a process that starts, which takes seconds on a busy machine.
const shared = { isolate: false, testTimeout: 120_000, hookTimeout: 180_000, maxWorkers, expect: { poll: { timeout: 30_000 } } };
const server = {
  ...shared,
  // Child processes of the portal start in half the CPU time.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/node') },
  globalSetup: ['server/src/testing/database-template.ts'],
  setupFiles: ['server/src/testing/collect-statements.ts', 'server/src/testing/patient-connections.ts'],
};
const client = { ...shared, environment: 'jsdom', setupFiles: ['client/src/testing/setup.ts'] };

// Where PostgreSQL is there, the tests of the server run on it, and what may differ on the embedded database too (docs/decisions/0029-server-tests-on-postgresql.md).
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
      // Projects one after the other, because a worker that changes its project loads everything anew; those that wait most come first.
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
