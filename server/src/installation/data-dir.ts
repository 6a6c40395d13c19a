/** The data folder: which installation it belongs to, whether it had data, and whether it can be written to. */
import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileWholeSync } from '../storage/write-file-whole.ts';
import { SECRET_FILE } from './secret-file.ts';

const IDENTITY_FILE = 'installation.json';
const Identity = z.object({ id: z.uuid() });

/** Returns the id of the installation the folder belongs to, or null if it has none that can be read. */
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

/** Returns what in the folder shows that a portal with data used it. A secret alone does not: it may have been put there for a first start. */
export function findTraces(dataDir: string): string[] {
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

/** Writes to the data folder and to each of its folders that exist. Throws the error of the first that refuses. */
export function probeFolders(dataDir: string, names: readonly string[]): void {
  for (const folder of [dataDir, ...names.map((name) => join(dataDir, name))]) if (exists(folder)) probeFolder(folder);
}

/** Also for a link that leads nowhere. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Writes to a folder. Throws with its path what the system says. */
export function probeFolder(folder: string): void {
  // Several processes may probe the same folder.
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
