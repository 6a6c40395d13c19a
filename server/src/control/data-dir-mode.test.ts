import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { closeDataDir } from './data-dir-mode.ts';

test.each([
  [0o755, 0o750, 1],
  [0o777, 0o770, 1],
  [0o750, 0o750, 0],
  [0o700, 0o700, 0],
])('changes the mode of DATA_DIR from %o to %o', (before, after, lines) => {
  const folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
  chmodSync(folder, before);
  const log = { info: vi.fn(), warn: vi.fn() };
  closeDataDir(folder, log);
  expect(statSync(folder).mode & 0o777).toBe(after);
  expect([log.info.mock.calls.length, log.warn.mock.calls.length]).toEqual([lines, 0]);
  rmSync(folder, { recursive: true });
});
