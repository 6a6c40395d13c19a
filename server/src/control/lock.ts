/**
 * Exclusive lock on a data folder, implemented as SQLite's lock on a file in the folder. The operating system holds the lock, so it has no race
 * conditions, covers all paths and symlinks of the folder, works on network disks, and ends with the process.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { probeFolder } from '../installation/data-dir.ts';
import { OperatorError } from '../operator-error.ts';
import { writeFileWholeSync } from '../storage/replace-file.ts';

/** Owner of the folder, named in the error messages of other processes. */
type Owner = { host: string; pid: number; command: string | null; since: string };

export class DataDirInUse extends OperatorError {
  override readonly name = 'DataDirInUse';
  /** Is `undefined` if the owner has not written its file yet. */
  readonly owner: Owner | undefined;
  constructor(dataDir: string, owner: Owner | undefined) {
    const who = owner?.command ? `the command "${owner.command}"` : 'another portal process';
    const where = owner ? ` (process ${owner.pid} on ${owner.host}, since ${owner.since})` : '';
    super(`${who} is using the data folder ${dataDir}${where}. Stop it first, or choose another folder with DATA_DIR.`);
    this.owner = owner;
  }
}

/** Result codes of SQLite for a locked file and a full disk. */
const BUSY = 5;
const FULL = 13;

/** Locks the folder for the portal or a command. Throws `DataDirInUse` if another process owns it. */
export function lockFolder(dataDir: string, command: string | null): { release: () => void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const ownerFile = join(dataDir, 'portal.owner');
  probeFolder(dataDir);
  const path = join(dataDir, 'portal.lock');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new OperatorError(`${path} is a folder instead of a file: remove it.`);
  const file = new DatabaseSync(path);
  try {
    file.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; pragma journal_mode = off; begin exclusive');
  } catch (error) {
    file.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === BUSY) throw new DataDirInUse(dataDir, readOwner(ownerFile));
    if (errcode === FULL) throw new OperatorError(`cannot write to the data folder ${dataDir}: no space left on the disk.`);
    throw new OperatorError(`the data folder ${dataDir} cannot be locked (${message}): its file system must support locks.`);
  }
  const owner: Owner = { host: hostname(), pid: process.pid, command, since: new Date().toISOString() };
  try {
    writeFileWholeSync(ownerFile, JSON.stringify(owner));
  } catch (error) {
    file.close();
    throw error;
  }
  return { release: () => file.close() };
}

function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
