/**
 * The folder of the embedded database. It is initialised under another name and renamed when complete. A non-empty folder is therefore
 * either a complete database or a damaged one, which must never be initialised again.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';

/** A database cannot be opened without these. */
const PARTS = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact', 'pg_multixact', 'postgresql.conf'];
/** A mounted disk contains this folder from the start. */
const OF_DISK = 'lost+found';

/** Returns whether there is a database in the folder. Throws an `OperatorError` if it is incomplete. */
export function hasDatabase(path: string): boolean {
  const names = existsSync(path) ? readdirSync(path).filter((name) => name !== OF_DISK) : [];
  if (names.length === 0) return false;
  const missing = PARTS.filter((part) => !existsSync(join(path, part)));
  const emptied = ['base', 'pg_wal'].filter((part) => !missing.includes(part) && readdirSync(join(path, part)).length === 0);
  const faults = [...missing.map((part) => `${part} is missing`), ...emptied.map((part) => `${part} is empty`)];
  if (faults.length > 0)
    throw new OperatorError(
      `the embedded database in ${path} is incomplete (${faults.join(', ')}): restore the whole folder, or restore a backup into another DATA_DIR (docs/operate/backup.md). Nothing was changed.`,
    );
  return true;
}

/** Creates a database in a folder that is missing or empty. Removes the remains of an attempt that was killed. */
export async function makeDatabase(path: string, initialise: (folder: string) => Promise<void>): Promise<void> {
  const beside = `${path}.new`;
  await rm(beside, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  mkdirSync(beside, { mode: 0o700 });
  await initialise(beside);
  try {
    await rename(beside, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    // A mount point, or a folder with a lost+found, cannot be replaced by a rename. PG_VERSION is copied last, so that an incomplete copy
    // is not recognised as a database.
    await cp(beside, path, { recursive: true, filter: (from) => from !== join(beside, 'PG_VERSION') });
    await cp(join(beside, 'PG_VERSION'), join(path, 'PG_VERSION'));
    await rm(beside, { recursive: true, force: true });
  }
}
