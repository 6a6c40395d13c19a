import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BOTH_ENGINES, runsOnBoth } from './both-engines.mjs';
import { root } from './run.mjs';

const tests = globSync('server/src/**/*.test.ts', { cwd: root });

it('lists every test of the embedded database', () => {
  const embedded = tests.filter((path) => /(skipIf\(|!)\s*process\.env\.TEST_DATABASE_URL/.test(readFileSync(join(root, path), 'utf8')));
  expect(embedded.length).toBeGreaterThan(3);
  expect(embedded.filter((path) => !runsOnBoth(path))).toEqual([]);
});

it('lists only existing files', () => {
  expect(BOTH_ENGINES.filter((entry) => !tests.some((path) => path.startsWith(entry)))).toEqual([]);
});
