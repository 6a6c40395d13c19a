/** Where files lie: below a folder of `DATA_DIR`, or in a bucket. Paths are relative, with `/`, and never leave it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sendFile, type ByteRange } from './send-file.ts';
import { makeFolder, moveIntoPlace } from './write-file-whole.ts';

export type Storage = {
  /** Size in bytes and time of change, or null when there is no such file. */
  stat(path: string): Promise<{ bytes: number; changed: Date } | null>;
  /** The bytes, or the inclusive range of them. */
  read(path: string, range?: ByteRange): Readable;
  /** Writes them to `out` without ending it. Throws when they cannot be read, and when `out` closes before. */
  send(path: string, range: ByteRange | undefined, out: Writable): Promise<void>;
  /** Stores whole or not at all. */
  write(path: string, content: Readable): Promise<void>;
  /** Stores a file of this machine, whole or not at all. It stays where it is, and must not be written to any more. */
  storeFile(path: string, localFile: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Lends the file under a path of this machine's disk, for tools that need one; a borrowed copy is gone afterwards. */
  withLocal<T>(path: string, use: (localFile: string) => Promise<T>): Promise<T>;
  /** Every path, in no particular order. */
  list(): AsyncIterable<string>;
  /** Bytes that can still be stored; null where nobody can say. */
  free(): Promise<number | null>;
  close(): Promise<void>;
};

/** Throws for a path that is not one below the storage. */
export function checkedPath(path: string): string {
  const plain = normalize(path);
  if (path === '' || path.startsWith('/') || plain.startsWith('..') || plain === '.' || path.includes('\0'))
    throw new Error(`path leaves the storage: ${path}`);
  return plain;
}

/** Files on the local disk. */
export function localStorage(root: string): Storage {
  const locate = (path: string): string => {
    const full = join(root, checkedPath(path));
    if (!full.startsWith(root + sep)) throw new Error(`path leaves the storage: ${path}`);
    return full;
  };
  const beside = (target: string): string => `${target}.${process.pid}-${Math.random().toString(36).slice(2)}.part`;
  /** What `fill` puts beside becomes the file, or nothing stays. */
  const writeWhole = async (path: string, fill: (part: string) => Promise<void>): Promise<void> => {
    const target = locate(path);
    const part = beside(target);
    await makeFolder(dirname(target));
    try {
      await fill(part);
      await moveIntoPlace(part, target);
    } finally {
      // Renaming one name of a file to another of the same leaves both.
      await rm(part, { force: true });
    }
  };
  return {
    stat: async (path) => {
      const found = await stat(locate(path)).catch(notThere);
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

/** Reports whether the disk is full. */
export const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC';

/** What is not there is null. What cannot be read is a fault, and never the same as nothing. */
export function notThere(error: unknown): null {
  if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}

/** A second name costs nothing; between disks, and where there are none, it is a copy. */
const linkFile = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to));

/** Unfinished ones (`.part`) do not count. Only the storage itself may be missing: nothing was stored yet. */
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
