import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, replaceFile, writeFileWholeSync } from './replace-file.ts';

const SOURCES = join(import.meta.dirname, '..');

/** Modules that write files without the helper, and the reason why no data can be lost. */
const ALLOWED: Record<string, string> = {
  'storage/replace-file.ts': 'the helper',
  'storage/storage.ts': 'a part that the helper gives its name',
  'storage/s3.ts': 'a local copy for tools',
  'control/backups/archive.ts': 'a part that the helper gives its name',
  'control/backups/dump-repository.ts': 'rows on their way into an archive',
  'http/entries/upload-route.ts': 'an upload that is not finished',
  'domains/files/uploads/uploads.ts': 'an upload that is not finished',
  'domains/files/archives/archive.ts': 'cache',
  'domains/files/archives/book.ts': 'a folder on its way into the cache',
  'domains/files/uploads/convert-upload.ts': 'an upload that is not finished',
  'domains/files/packages/prepare-pages.ts': 'a folder on its way into the cache',
  'domains/files/cover-art/covers.ts': 'cache',
  'domains/files/document.ts': 'a file for a child process',
  'installation/data-dir.ts': 'a probe',
  'watchdog-thread.ts': 'standard error',
  'db/embedded/embedded-folder.ts': 'a database that was closed in order',
};

test('finds no other code that writes files of DATA_DIR', () => {
  const writes = /\b(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|renameSync|writeSync)\(|\brename\((?!ctx)/;
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(
      (path) =>
        path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|^demo\/make\/|\/generate-|released-migrations|domains\/people\//.test(path),
    )
    .filter((path) => writes.test(readFileSync(join(SOURCES, path), 'utf8')));
  expect(found.filter((path) => !(path in ALLOWED))).toEqual([]);
  expect(Object.keys(ALLOWED).filter((path) => !found.includes(path))).toEqual([]);
});

test('replaces a file atomically', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fundus-whole-'));
  const folder = join(root, 'a/b');
  await makeFolder(folder);
  const path = join(folder, 'file');
  await replaceFile(path, 'one');
  writeFileWholeSync(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe('two');
  await makeFolder(join(folder, 'taken'));
  await expect(replaceFile(join(folder, 'taken'), 'x')).rejects.toMatchObject({
    code: expect.stringMatching(/EISDIR|ENOTEMPTY/) as string,
  });
  expect(readdirSync(folder).sort()).toEqual(['file', 'taken']);
  rmSync(root, { recursive: true });
});
