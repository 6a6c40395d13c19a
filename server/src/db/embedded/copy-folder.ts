/** Copies a folder that is written to meanwhile: once as it comes, and once more what has changed since, quickly and while nobody writes. */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** In milliseconds: what was written so shortly before the copy may be written again without another time of change. */
const YOUNG = 2_000;
/** Files opened at once. */
const AT_ONCE = 64;

type LeaveOut = (name: string) => boolean;
type Known = Map<string, { bytes: number; changed: number }>;
export type FolderCopy = {
  /** Copies what has changed or come since, and removes what is gone. Whole, if nobody writes until it is done. */
  again: (leaveOut: LeaveOut) => Promise<void>;
};

/** `leaveOut` names files that are not copied. */
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
    await eachAtOnce(files, (path) => copyChanged(from, to, path, { known, mayVanish }));
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

async function eachAtOnce(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const waiting = [...paths];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await work(path);
    }),
  );
}
