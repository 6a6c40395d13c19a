/**
 * The folder of the embedded database. It is initialised under another name and renamed when it is complete. A non-empty folder is therefore either a
 * complete or a damaged database, and must never be initialised again.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';

/** Files and folders without which a database cannot be opened. */
const PARTS = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact', 'pg_multixact', 'postgresql.conf'];
/** Folder that a newly mounted disk contains. */
const OF_DISK = 'lost+found';

/** Returns whether the folder contains a database. Throws an `OperatorError` if the database is incomplete. */
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

/** Creates a database in a folder that is missing or empty. Removes the remains of an earlier attempt that was killed. */
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
    // A mount point, or a folder with `lost+found`, cannot be replaced by a rename. `PG_VERSION` is copied last, so that an incomplete copy is not
    // recognised as a database.
    await cp(beside, path, { recursive: true, filter: (from) => from !== join(beside, 'PG_VERSION') });
    await cp(join(beside, 'PG_VERSION'), join(path, 'PG_VERSION'));
    await rm(beside, { recursive: true, force: true });
  }
}
