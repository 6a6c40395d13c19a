/** Checks of the data folder: its installation, traces of data, and write access. */
import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileWholeSync } from '../storage/replace-file.ts';
import { SECRET_FILE } from './secret-file.ts';

const IDENTITY_FILE = 'installation.json';
const Identity = z.object({ id: z.uuid() });

/** Returns the id of the folder's installation, or `null` if there is no readable one. */
export function readIdentity(dataDir: string): string | null {
  try {
    return Identity.parse(JSON.parse(readFileSync(join(dataDir, IDENTITY_FILE), 'utf8'))).id;
  } catch {
    return null;
  }
}

export function writeIdentity(dataDir: string, id: string): void {
  if (readIdentity(dataDir) !== id) writeFileWholeSync(join(dataDir, IDENTITY_FILE), `${JSON.stringify({ id })}\n`);
}

/** Returns traces of data from earlier use. A secret alone is none: it may have been provided for a first start. */
export function findExistingData(dataDir: string): string[] {
  const holds = (folder: string): boolean => {
    try {
      return readdirSync(join(dataDir, folder)).length > 0;
    } catch {
      return false;
    }
  };
  const is = (name: string): boolean => existsSync(join(dataDir, name));
  const folders = ['files', 'search'].filter(holds).map((name) => `${name}/`);
  if (folders.length === 0 && !is(IDENTITY_FILE)) return [];
  return [...[IDENTITY_FILE, SECRET_FILE].filter(is), ...folders];
}

/** Writes a probe to the data folder and its existing folders. Throws the first error. */
export function probeFolders(dataDir: string, names: readonly string[]): void {
  for (const folder of [dataDir, ...names.map((name) => join(dataDir, name))]) if (exists(folder)) probeFolder(folder);
}

/** Returns true also for a dangling symlink. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Writes a probe to a folder. Throws the system's error with the path of the folder. */
export function probeFolder(folder: string): void {
  // The process id distinguishes several processes that probe the same folder.
  const path = join(folder, `.write-test-${process.pid}`);
  try {
    const handle = openSync(path, 'w', 0o600);
    try {
      writeSync(handle, 'x');
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    rmSync(path);
  } catch (error) {
    try {
      rmSync(path, { force: true });
    } catch {
      // A file that could not be written cannot be removed either.
    }
    throw Object.assign(error as NodeJS.ErrnoException, { path: folder });
  }
}
