import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These begin first: one that began last would keep one processor while the others rest. */
const LONGEST = ['accessibility', 'access', 'medium', 'modes'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(basename(moduleId, '.e2e.ts'));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    name: 'journeys',
    root: import.meta.dirname,
    include: ['journeys/**/*.e2e.ts'],
    globalSetup: ['src/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The files of a worker share its browser and what it has loaded; each journey has cookies and storage of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // One more than processors: a journey waits for its browser, its portal and for films that play.
    maxWorkers: availableParallelism() + 1,
    expect: { poll: { timeout: 25_000, interval: 100 } },
  },
});
