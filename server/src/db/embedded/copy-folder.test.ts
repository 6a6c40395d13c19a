/** Tests that the second copy contains everything written between the two copies and nothing that was deleted in between. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { copyFolder } from './copy-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-copy-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const source = (...path: string[]) => join(folder, 'from', ...path);
const copied = (...path: string[]) => join(folder, 'to', ...path);
const none = () => false;
/** Writes a file with a modification time `secondsAgo` seconds in the past. */
function write(path: string, content: string, secondsAgo: number): void {
  writeFileSync(path, content);
  const at = new Date(Date.now() - secondsAgo * 1_000);
  utimesSync(path, at, at);
}
const tree = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(path, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(path, name), 'utf8')]),
  );

test('copies changed files even if their modification time is unchanged', async () => {
  mkdirSync(source('base'), { recursive: true });
  mkdirSync(source('empty'));
  for (const [name, seconds] of [
    ['old', 60],
    ['changed', 60],
    ['gone', 60],
    ['young', 0],
    ['log', 60],
  ] as const)
    write(source('base', name), name, seconds);
  const copy = await copyFolder(source(), copied(), (name) => name === 'log');
  expect(Object.keys(tree(copied()))).toEqual(['base/changed', 'base/gone', 'base/old', 'base/young']);
  expect(statSync(copied('empty')).isDirectory()).toBe(true);

  // Changes the copy, which shows that unchanged files are not copied again.
  writeFileSync(copied('base', 'old'), 'left alone');
  const { mtime } = statSync(source('base', 'young'));
  write(source('base', 'changed'), 'CHANGED', 30);
  writeFileSync(source('base', 'young'), 'YOUNG');
  utimesSync(source('base', 'young'), mtime, mtime);
  rmSync(source('base', 'gone'));
  mkdirSync(source('new'));
  write(source('new', 'came'), 'came', 0);
  await copy.again(none);
  expect(tree(copied())).toEqual({ ...tree(source()), 'base/old': 'left alone' });
});
