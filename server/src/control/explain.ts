/** Error messages for the operator: one sentence if the operator can fix the cause, otherwise the stack. */
import { DatabaseFull, DatabaseUnavailable } from '../db/failures.ts';
import { OperatorError } from '../operator-error.ts';

type Failure = NodeJS.ErrnoException & { port?: number; address?: string; reason?: string };

const OF_FILE: Record<string, string> = {
  EACCES: 'may not be read or written by the user this runs as',
  EPERM: 'may not be changed by the user this runs as',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'cannot be written: no space is left on the disk',
  EDQUOT: 'cannot be written: the quota of the disk is used up',
  ENOENT: 'does not exist',
  ENOTDIR: 'cannot be used: a part of this path is a file instead of a folder',
  EEXIST: 'already exists',
  EISDIR: 'is a folder instead of a file',
  ERR_FS_EISDIR: 'is a folder instead of a file: remove it',
  ELOOP: 'cannot be used: its links form a loop',
  ENAMETOOLONG: 'has too long a name',
  EIO: 'cannot be read or written: the disk reports an error',
  EMFILE: 'cannot be opened: too many files are open (ulimit -n)',
};

const OF_PORT: Record<string, string> = {
  EADDRINUSE: 'is in use; stop what uses it, or choose another with PORT',
  EADDRNOTAVAIL: 'is not available: this machine has no such address (HOST)',
  EACCES: 'may not be used by the user this runs as; choose one above 1023 with PORT',
};

/** Messages by SQLSTATE. The database's own message is appended in parentheses. */
const OF_DATABASE: Record<string, string> = {
  '28P01': 'the database refuses the user or the password of DATABASE_URL',
  '28000': 'the database refuses the user of DATABASE_URL',
  '3D000': 'the database of DATABASE_URL does not exist; create it with createdb',
  '42501': 'the user of DATABASE_URL lacks a right; it must own the database',
  '53100': 'the database has no space left on its disk',
  '53300': 'the database accepts no more connections (max_connections)',
};

/** Returns one sentence for an error that the operator can fix, otherwise the stack. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, port, address, syscall, message } = error as Failure;
  if (error instanceof DatabaseFull) return explainDatabase(error.cause) ?? `no space is left for the database (${error.message}).`;
  if (error instanceof DatabaseUnavailable)
    return explainDatabase(error.cause) ?? `the database cannot be reached (${error.message || String(error.cause)}).`;
  const ofDatabase = explainDatabase(error);
  if (ofDatabase) return ofDatabase;
  if ((syscall === 'listen' || syscall === 'bind') && OF_PORT[code]) return `the port ${port ?? 0} of ${address} ${OF_PORT[code]}.`;
  if (path !== undefined && code === 'EEXIST' && syscall === 'mkdir') return `${path} cannot be used: it is a file instead of a folder.`;
  if (path !== undefined && OF_FILE[code]) return `${path} ${OF_FILE[code]}.`;
  if (code === 'ENOSPC') return 'no space is left on the disk.';
  return error.stack ?? message;
}

function explainDatabase(error: unknown): string | undefined {
  const { code = '', message = '' } = (error ?? {}) as Failure;
  return OF_DATABASE[code] && `${OF_DATABASE[code]} (${message}).`;
}
