/** Restricts the file mode of `DATA_DIR`, which an operator may have created with the usual 755. */
import { chmodSync, statSync } from 'node:fs';
import type { Log } from '../log.ts';

const OTHERS = 0o007;

/**
 * Removes the permissions of other users. The permissions of the group are not changed, because a backup may need them. Logs a warning if the mode
 * cannot be changed.
 */
export function closeDataDir(dataDir: string, log: Pick<Log, 'info' | 'warn'>): void {
  if (process.platform === 'win32') return;
  const mode = statSync(dataDir).mode & 0o777;
  if ((mode & OTHERS) === 0) return;
  const wanted = (mode & ~OTHERS).toString(8);
  try {
    chmodSync(dataDir, mode & ~OTHERS);
    log.info({ dataDir, mode: wanted }, 'DATA_DIR was readable by other users of this machine; its permissions were restricted');
  } catch (error) {
    log.warn({ dataDir, reason: String(error) }, `other users of this machine can read the names in DATA_DIR: chmod ${wanted}`);
  }
}
