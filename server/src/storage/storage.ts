/** File storage in a folder of `DATA_DIR` or in a bucket. Paths are relative with `/` as separator and cannot lead out of the storage. */
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sendFile, type ByteRange } from './send-file.ts';
import { makeFolder, moveIntoPlace } from './replace-file.ts';

export type Storage = {
  /** Returns the size in bytes and the modification time, or `null` if the file does not exist. */
  stat(path: string): Promise<{ bytes: number; changed: Date } | null>;
  /** Reads a file, or a range of it including the last byte. */
  read(path: string, range?: ByteRange): Readable;
  /** Writes a file to `out` without ending `out`. Throws if the file cannot be read or `out` closes early. */
  send(path: string, range: ByteRange | undefined, out: Writable): Promise<void>;
  /** Stores a file completely or not at all. */
  write(path: string, content: Readable): Promise<void>;
  /** Stores a local file completely or not at all. The local file is kept and must not be changed afterwards. */
  storeFile(path: string, localFile: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Calls `use` with the path of a file on the local disk, for tools that need one. If the file is a temporary copy, it is removed afterwards. */
  withLocal<T>(path: string, use: (localFile: string) => Promise<T>): Promise<T>;
  /** Yields all paths in any order. */
  list(): AsyncIterable<string>;
  /** Returns the number of free bytes, or `null` if it is unknown. */
  free(): Promise<number | null>;
  close(): Promise<void>;
};

/** Returns the path. Throws if it is outside of the storage. */
export function requireInnerPath(path: string): string {
  const plain = normalize(path);
  if (path === '' || path.startsWith('/') || plain.startsWith('..') || plain === '.' || path.includes('\0'))
    throw new Error(`path leaves the storage: ${path}`);
  return plain;
}

/** Returns a file storage in a folder on the local disk. */
export function localStorage(root: string): Storage {
  const locate = (path: string): string => {
    const full = join(root, requireInnerPath(path));
    if (!full.startsWith(root + sep)) throw new Error(`path leaves the storage: ${path}`);
    return full;
  };
  const beside = (target: string): string => `${target}.${process.pid}-${Math.random().toString(36).slice(2)}.part`;
  /** Writes a file under a temporary name and renames it. Removes the temporary file after a failure. */
  const writeWhole = async (path: string, fill: (part: string) => Promise<void>): Promise<void> => {
    const target = locate(path);
    const part = beside(target);
    await makeFolder(dirname(target));
    try {
      await fill(part);
      await moveIntoPlace(part, target);
    } finally {
      // Renaming a hard link to another link of the same file does nothing, so the temporary name is removed explicitly.
      await rm(part, { force: true });
    }
  };
  return {
    stat: async (path) => {
      const found = await stat(locate(path)).catch(nullIfMissing);
      return found?.isFile() ? { bytes: found.size, changed: found.mtime } : null;
    },
    read: (path, range) => createReadStream(locate(path), range),
    send: (path, range, out) => sendFile(locate(path), range, out),
    write: (path, content) => writeWhole(path, (part) => pipeline(content, createWriteStream(part))),
    storeFile: (path, localFile) => writeWhole(path, (part) => linkFile(localFile, part)),
    remove: (path) => rm(locate(path), { force: true }),
    withLocal: (path, use) => use(locate(path)),
    list: () => filesBelow(root),
    free: async () => {
      await mkdir(root, { recursive: true });
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    close: async () => {},
  };
}

/** Returns whether the error was caused by a full disk. */
export const isDiskFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC';

/** Returns `null` if the error means that a file is missing. Rethrows all other errors. */
export function nullIfMissing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}

/** Creates a hard link. Copies the file if it is on another disk or links are not supported. */
const linkFile = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to));

/** Yields all files except unfinished ones (`.part`). Only the root folder may be missing, if nothing has been stored yet. */
async function* filesBelow(root: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (folder === '' && error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile() && !entry.name.endsWith('.part')) yield path;
  }
}
