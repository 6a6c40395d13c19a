import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../scripts/longest-first.ts';
import { PATIENCE } from './src/patience.ts';

/** End-to-end tests. They are a project of the root configuration (`npm test`), or run alone with `npm run journeys`. */
export default defineConfig({
  test: {
    name: 'journeys',
    root: import.meta.dirname,
    include: ['journeys/**/*.e2e.ts'],
    globalSetup: ['src/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // All files of a worker share its browser and caches. Each test has its own cookies and storage.
    isolate: false,
    sequence: {
      sequencer: longestFirst(
        [],
        ['accessibility', 'everywhere/access', 'catalogue/medium', 'administration/modes'].map((name) => `journeys/${name}`),
      ),
    },
    // Must be the same value as in vitest.config.ts.
    maxWorkers: availableParallelism() + 2,
    expect: { poll: { timeout: PATIENCE, interval: 100 } },
  },
});
