import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../scripts/longest-first.ts';

/** Project of the root configuration in `npm test`; runs alone with `npm run journeys`. */
export default defineConfig({
  test: {
    name: 'journeys',
    root: import.meta.dirname,
    include: ['journeys/**/*.e2e.ts'],
    globalSetup: ['src/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Files of a worker share its browser and caches; each test has cookies and storage of its own.
    isolate: false,
    sequence: {
      sequencer: longestFirst(
        [],
        ['accessibility', 'everywhere/access', 'catalogue/medium', 'administration/modes'].map((name) => `journeys/${name}`),
      ),
    },
    // Same value as in vitest.config.ts.
    maxWorkers: availableParallelism() + 2,
    expect: { poll: { timeout: 45_000, interval: 100 } },
  },
});
