/** Checks that folders contain few enough source files to be read at a glance (docs/ARCHITECTURE.md). */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

/** Maximum number of source files in a folder, including tests and styles. */
const MAX_FILES = 30;

/** Folders that may contain more source files, with the reason. */
const EXCEPTIONS = {
  'contract/src': 'what all nouns share; every workspace imports these modules by name',
  'server/src': 'entry points, and tests that go through all calls of the portal',
};

/** Returns a message for each folder that is too large and for each unnecessary exception. */
function largeFolders(paths, exceptions) {
  const sources = paths.filter((path) => /\.(ts|tsx|mjs|js|css)$/.test(path));
  const folders = [...Map.groupBy(sources, posix.dirname)].filter(([, files]) => files.length > MAX_FILES);
  const names = folders.map(([folder]) => folder);
  return [
    ...folders
      .filter(([folder]) => !Object.hasOwn(exceptions, folder))
      .map(([folder, { length }]) => `${folder} holds ${length} source files, at most ${MAX_FILES}: divide it by subject`),
    ...Object.keys(exceptions)
      .filter((folder) => !names.includes(folder))
      .map((folder) => `${folder} holds at most ${MAX_FILES} source files: remove its exception`),
  ];
}

test('allows at most 30 source files in every folder', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  expect(paths.length).toBeGreaterThan(1_000);
  expect(largeFolders(paths, EXCEPTIONS)).toEqual([]);
});

test('reports a large folder and an unnecessary exception', () => {
  const files = (folder, count) => Array.from({ length: count }, (_, i) => `${folder}/file-${i}.ts`);
  const paths = [...files('a/large', 31), ...files('a/allowed', 31), ...files('a/small', 30), 'a/small/notes.md'];
  expect(largeFolders(paths, { 'a/allowed': 'a reason', 'a/small': 'a reason' })).toEqual([
    'a/large holds 31 source files, at most 30: divide it by subject',
    'a/small holds at most 30 source files: remove its exception',
  ]);
});
