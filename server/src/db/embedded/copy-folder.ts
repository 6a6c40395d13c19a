/**
 * Copies a folder that is being written to. The first copy is made while writers continue. The second one runs without writers, is fast, and copies
 * only the files changed since the first.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Age in milliseconds below which a file may be written again without a new modification time. */
const YOUNG = 2_000;
/** Number of files opened at the same time. */
const AT_ONCE = 64;

type LeaveOut = (name: string) => boolean;
type Known = Map<string, { bytes: number; changed: number }>;
export type FolderCopy = {
  /**
   * Copies files that were changed or created since the last copy, and removes deleted files. The copy is consistent if nothing is written until the
   * promise resolves.
   */
  again: (leaveOut: LeaveOut) => Promise<void>;
};

/** Creates the first copy. `leaveOut` returns true for the names of files to skip. */
export async function copyFolder(from: string, to: string, leaveOut: LeaveOut): Promise<FolderCopy> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const known: Known = new Map();
  const folders = new Set<string>();
  const run = async (without: LeaveOut, mayVanish: boolean): Promise<void> => {
    const entries = await readdir(from, { withFileTypes: true, recursive: true });
    const paths = (wanted: (entry: (typeof entries)[number]) => boolean): string[] =>
      entries.filter(wanted).map((entry) => relative(from, join(entry.parentPath, entry.name)));
    for (const folder of paths((entry) => entry.isDirectory() && !folders.has(relative(from, join(entry.parentPath, entry.name))))) {
      await mkdir(join(to, folder), { recursive: true });
      folders.add(folder);
    }
    const files = paths((entry) => entry.isFile() && !without(entry.name));
    const there = new Set(files);
    for (const path of known.keys()) if (!there.has(path)) await rm(join(to, path), { force: true });
    await forEachConcurrently(files, (path) => copyChanged(from, to, path, { known, mayVanish }));
  };
  await run(leaveOut, true);
  return { again: (without) => run(without, false) };
}

async function copyChanged(
  from: string,
  to: string,
  path: string,
  { known, mayVanish }: { known: Known; mayVanish: boolean },
): Promise<void> {
  const begun = Date.now();
  try {
    const { size, mtimeMs } = await stat(join(from, path));
    const before = known.get(path);
    if (before?.bytes === size && before.changed === mtimeMs) return;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
    if (mtimeMs < begun - YOUNG) known.set(path, { bytes: size, changed: mtimeMs });
    else known.set(path, { bytes: -1, changed: 0 });
  } catch (error) {
    if (!mayVanish || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function forEachConcurrently(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const waiting = [...paths];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await work(path);
    }),
  );
}
