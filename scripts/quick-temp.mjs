/**
 * Keeps temporary files of a test run in memory if there is enough: a database is copied for each test file, a thousand small files, which takes half
 * a second on many disks and a twentieth of it in memory.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'fundus-';
const GIGABYTE = 2 ** 30;
/** Minimum of available memory: a run takes up to half of it, and the machine needs the rest. */
const ROOM = 6 * GIGABYTE;
const AVAILABLE = 10 * GIGABYTE;

/** Returns the available memory in bytes, or 0 if unknown. */
const availableMemory = () => {
  const kilobytes = existsSync('/proc/meminfo') ? /^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] : undefined;
  return Number(kilobytes ?? 0) * 1024;
};

const hasRoom = () => {
  if (!existsSync(MEMORY) || availableMemory() < AVAILABLE) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM;
};

/** Removes folders of killed runs. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined;
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** Moves temporary files of this process and its children into memory. Returns a function that removes them. */
export function useQuickTemp() {
  if (!hasRoom()) return () => {};
  removeLeftovers();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user if this is root: they may traverse the folder and not list it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
