/** Checks of the data folder: the installation it belongs to, traces of data, and write access. */
import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileWholeSync } from '../storage/replace-file.ts';
import { SECRET_FILE } from './secret-file.ts';

const IDENTITY_FILE = 'installation.json';
const Identity = z.object({ id: z.uuid() });

/** Returns the id of the installation stored in the data folder, or `null` if it is missing or unreadable. */
export function readInstallationId(dataDir: string): string | null {
  try {
    return Identity.parse(JSON.parse(readFileSync(join(dataDir, IDENTITY_FILE), 'utf8'))).id;
  } catch {
    return null;
  }
}

export function writeInstallationId(dataDir: string, id: string): void {
  if (readInstallationId(dataDir) !== id) writeFileWholeSync(join(dataDir, IDENTITY_FILE), `${JSON.stringify({ id })}\n`);
}

/**
 * Returns names of files and folders that show earlier use of the data folder. A secret alone does not count, because it may have been provided for
 * the first start.
 */
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

/** Writes a test file to the data folder and to its existing subfolders. Throws the first error. */
export function probeFolders(dataDir: string, names: readonly string[]): void {
  for (const folder of [dataDir, ...names.map((name) => join(dataDir, name))]) if (exists(folder)) probeFolder(folder);
}

/** Returns whether the path exists. True even for a broken symbolic link. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Writes a test file to a folder. Throws the system error with the path of the folder. */
export function probeFolder(folder: string): void {
  // The name contains the process id, because several processes may test the same folder.
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
      // The file was not created, so removing it fails as well.
    }
    throw Object.assign(error as NodeJS.ErrnoException, { path: folder });
  }
}
