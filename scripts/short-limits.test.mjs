import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Shortest explicit limit in milliseconds. A busy machine exceeds shorter ones, and a test without its own limit waits long enough. */
const SHORTEST = 60_000;
/** Smaller numbers are arguments of the tested code. */
const ARGUMENT = 500;

/** Returns the limits of tests in a text that are too short. */
const findShortLimits = (text) =>
  [...text.matchAll(/\btimeout: ([\d_]+)/g)]
    .map(([, digits]) => Number(digits.replaceAll('_', '')))
    .filter((limit) => limit > ARGUMENT && limit < SHORTEST);

test('finds short limits', () => {
  expect(findShortLimits('x({ timeout: 5_000 }); y({ timeout: 120_000 }); z({ timeout: 300 })')).toEqual([5_000]);
});

test('tests have no short limits', () => {
  const files = globSync(['*/src/**/*.test.{ts,tsx}', 'e2e/{src,journeys}/**/*.ts', 'scripts/**/*.test.mjs']).filter(
    (file) => !file.endsWith('short-limits.test.mjs'),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => findShortLimits(readFileSync(file, 'utf8')).length > 0)).toEqual([]);
});
