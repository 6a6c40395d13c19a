import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { useQuickTemp } from './quick-temp.mjs';

const before = process.env.TMPDIR;
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
});

test('deletes the temporary folder at the end of the run', () => {
  const usual = tmpdir();
  const remove = useQuickTemp();
  const folder = tmpdir();
  // Other users may enter the folder but not list it.
  if (folder !== usual) expect([/^\/dev\/shm\/fundus-\d+-/.test(folder), statSync(folder).mode & 0o777]).toEqual([true, 0o711]);
  remove();
  expect(folder === usual || !existsSync(folder)).toBe(true);
});

test.runIf(existsSync('/dev/shm'))('deletes folders of killed runs but not of active ones', () => {
  const [left, used] = ['/dev/shm/fundus-4194999-left', `/dev/shm/fundus-${process.ppid}-used`];
  for (const folder of [left, used]) mkdirSync(folder, { recursive: true });
  try {
    const remove = useQuickTemp();
    const quick = tmpdir().startsWith('/dev/shm/');
    remove();
    expect([existsSync(left), existsSync(used)]).toEqual([!quick, true]);
  } finally {
    for (const folder of [left, used]) rmSync(folder, { recursive: true, force: true });
  }
});
