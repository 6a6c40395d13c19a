import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Shortest explicit limit of a wait in milliseconds. A busy machine exceeds shorter ones. */
const SHORTEST_WAIT = 60_000;
/** Shortest explicit limit of a test or hook: the limit of all tests in `vitest.config.ts`. */
const SHORTEST_TEST = 300_000;
/** Smaller numbers are arguments of the tested code. */
const ARGUMENT = 500;

const LIMITS = [
  [/\btimeout: ([\d_]+)/g, SHORTEST_WAIT],
  [/\b(?:AbortSignal\.timeout|setDefaultTimeout)\(([\d_]+)\)/g, SHORTEST_WAIT],
  [/\bDate\.now\(\) \+ ([\d_]+); Date\.now\(\) < /g, SHORTEST_WAIT],
  [/^\s*(?:test|it|describe|journey)\b.*\btimeout: ([\d_]+)/gm, SHORTEST_TEST],
  [/^ *\}, ([\d_]+)\);$/gm, SHORTEST_TEST],
  [/\b(?:test|hook)Timeout: ([\d_]+)/g, SHORTEST_TEST],
];

/** Returns the limits of waits, tests and hooks in a text that are too short. */
const findShortLimits = (text) =>
  LIMITS.flatMap(([pattern, shortest]) =>
    [...text.matchAll(pattern)]
      .map(([, digits]) => Number(digits.replaceAll('_', '')))
      .filter((limit) => limit > ARGUMENT && limit < shortest),
  );

test('finds short limits', () => {
  expect(findShortLimits('x({ timeout: 5_000 }); y({ timeout: 120_000 }); z({ timeout: 300 })')).toEqual([5_000]);
  expect(findShortLimits("test('x', { timeout: 120_000 }, () => {})\ntest('y', () => {\n}, 90_000);")).toEqual([120_000, 90_000]);
  expect(findShortLimits('f(AbortSignal.timeout(5_000)); f(AbortSignal.timeout(100))')).toEqual([5_000]);
  expect(findShortLimits('for (const end = Date.now() + 20_000; Date.now() < end; ) await ask()')).toEqual([20_000]);
  expect(findShortLimits('vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 })')).toEqual([60_000]);
});

test('tests have no short limits', () => {
  const files = globSync(['*/src/**/*.test.{ts,tsx}', 'e2e/{src,journeys}/**/*.ts', 'scripts/**/*.test.mjs']).filter(
    (file) => !file.endsWith('short-limits.test.mjs'),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => findShortLimits(readFileSync(file, 'utf8')).length > 0)).toEqual([]);
});
