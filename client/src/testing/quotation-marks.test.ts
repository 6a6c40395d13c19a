/** Checks that quotation marks occur only in messages (`app.quoted`), because they depend on the language of the page. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('contains no German quotation marks outside messages', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path) && !path.startsWith('testing/'));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.includes('„') && !/^\s*(?:\/\/|\/?\*)/.test(line) ? [`${path}:${at + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
