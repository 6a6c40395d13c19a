import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export type Parts = Record<string, string | Buffer>;

/** Writes files to a reproducible zip archive: in the given order and with a fixed date. */
export function zipTo(out: string, parts: Parts, uncompressed: readonly string[] = []): void {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-zip-'));
  const target = resolve(out);
  try {
    const date = new Date(Date.UTC(2025, 0, 1));
    for (const [path, data] of Object.entries(parts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), data);
      utimesSync(join(folder, path), date, date);
    }
    rmSync(target, { force: true });
    const packed = Object.keys(parts).filter((path) => !uncompressed.includes(path));
    if (uncompressed.length) execFileSync('zip', ['-q', '-X', '-D', '-0', target, ...uncompressed], { cwd: folder });
    execFileSync('zip', ['-q', '-X', '-D', '-9', target, ...packed], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
