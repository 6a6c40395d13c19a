/** Where files lie: below a folder of `DATA_DIR`. Paths are relative, with `/`, and never leave it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type ByteRange = { start: number; end: number };

export type Storage = {
  /** Size in bytes and time of change, or null when there is no such file. */
  stat(path: string): Promise<{ bytes: number; changed: Date } | null>;
  /** The bytes, or the inclusive range of them. */
  read(path: string, range?: ByteRange): Readable;
  /** Stores whole or not at all. */
  write(path: string, content: Readable): Promise<void>;
  remove(path: string): Promise<void>;
  /** The path on this machine's disk, for tools that need one. */
  localPath(path: string): string;
};

/** Files on the local disk. */
export function localStorage(root: string): Storage {
  const locate = (path: string): string => {
    const full = normalize(join(root, path));
    if (!full.startsWith(root + sep) || path.includes('\0')) throw new Error(`path leaves the storage: ${path}`);
    return full;
  };
  return {
    stat: async (path) => {
      const found = await stat(locate(path)).catch(() => null);
      return found?.isFile() ? { bytes: found.size, changed: found.mtime } : null;
    },
    read: (path, range) => createReadStream(locate(path), range),
    write: async (path, content) => {
      const target = locate(path);
      const beside = `${target}.${process.pid}-${Math.random().toString(36).slice(2)}.part`;
      await mkdir(dirname(target), { recursive: true });
      try {
        await pipeline(content, createWriteStream(beside));
        await rename(beside, target);
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
    },
    remove: (path) => rm(locate(path), { force: true }),
    localPath: locate,
  };
}
