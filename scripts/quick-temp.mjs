/**
 * Keeps temporary files of a test run in memory if enough is available. Each test file copies a database of a thousand small files, which takes half
 * a second on many disks and a twentieth of that in memory.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'fundus-';
const GIGABYTE = 2 ** 30;
/** Minimum free space in the memory file system. A run uses up to half of the available memory, and the machine needs the rest. */
const ROOM = 6 * GIGABYTE;
const AVAILABLE = 10 * GIGABYTE;

/** Returns the available memory in bytes; 0 if it is unknown. */
const availableMemory = () => {
  const kilobytes = existsSync('/proc/meminfo') ? /^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] : undefined;
  return Number(kilobytes ?? 0) * 1024;
};

const hasRoom = () => {
  if (!existsSync(MEMORY) || availableMemory() < AVAILABLE) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM;
};

/** Removes folders that killed runs have left behind. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined;
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** Moves temporary files of this process and its children into memory if possible. Returns a function that removes them. */
export function useQuickTemp() {
  if (!hasRoom()) return () => {};
  removeLeftovers();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // Other users may enter the folder but not list it, because PostgreSQL runs as another user if this process is root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
