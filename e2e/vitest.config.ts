import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../scripts/longest-first.ts';

/** A project of the root's configuration in `npm test`, and alone with `npm run journeys`. */
export default defineConfig({
  test: {
    name: 'journeys',
    root: import.meta.dirname,
    include: ['journeys/**/*.e2e.ts'],
    globalSetup: ['src/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // The files of a worker share its browser and what it has loaded; each journey has cookies and storage of its own.
    isolate: false,
    sequence: {
      sequencer: longestFirst(
        [],
        ['accessibility', 'everywhere/access', 'catalogue/medium', 'administration/modes'].map((name) => `journeys/${name}`),
      ),
    },
    // As in vitest.config.ts.
    maxWorkers: availableParallelism() + 2,
    expect: { poll: { timeout: 45_000, interval: 100 } },
  },
});
