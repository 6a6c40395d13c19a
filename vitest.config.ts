import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './scripts/longest-first.ts';

/** Tests that replace or reload a module need modules of their own. */
const replacesModules = (pattern: string): string[] =>
  globSync(pattern, { cwd: import.meta.dirname }).filter((file) =>
    /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
const REPLACES_MODULES = replacesModules('client/src/**/*.test.{ts,tsx}');
const SERVER_REPLACES_MODULES = replacesModules('server/src/**/*.test.ts');

// Modules stay loaded from file to file: loading the server, or React with a screen, costs more than most files' tests.
// What a test polls for may depend on a process that starts, which takes seconds on a busy machine.
const shared = { isolate: false, testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
const server = {
  ...shared,
  globalSetup: ['server/src/testing/database-template.ts'],
  setupFiles: ['server/src/testing/collect-statements.ts'],
};
const client = { ...shared, environment: 'jsdom', setupFiles: ['client/src/testing/setup.ts'] };

export default defineConfig({
  test: {
    // One more than processors: a test of the server waits for its database.
    maxWorkers: availableParallelism() + 1,
    sequence: {
      sequencer: longestFirst([
        'server/src/rights',
        'server/src/crash/',
        'server/src/hostile-input',
        'server/src/db/outage',
        'server/src/control/',
        'server/src/domains/licences/seats-race',
        'server/src/domains/catalogue/meaning',
        'server/src/demo/relevance',
        'search/src/oracle',
      ]),
    },
    projects: [
      {
        test: {
          ...shared,
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'search/src/**/*.test.ts',
            'importer/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'scripts/*.test.mjs',
          ],
        },
      },
      { test: { ...server, name: 'server', include: ['server/src/**/*.test.ts'], exclude: SERVER_REPLACES_MODULES } },
      { test: { ...server, name: 'server-modules', include: SERVER_REPLACES_MODULES, isolate: true } },
      { test: { ...client, name: 'client', include: ['client/src/**/*.test.{ts,tsx}'], exclude: REPLACES_MODULES } },
      { test: { ...client, name: 'client-modules', include: REPLACES_MODULES, isolate: true } },
    ],
  },
});
