/**
 * Temporary files of a test run in memory, where there is enough of it: a database is copied for each file of tests, a thousand small files each time,
 * which takes half a second on many a disk and a twentieth of it in memory.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'fundus-';
const GIGABYTE = 2 ** 30;
/** A run takes up to three; the machine needs the rest. */
const ROOM = 6 * GIGABYTE;
const AVAILABLE = 10 * GIGABYTE;

/** Bytes of memory that programs could still have; 0 where the system does not say. */
const availableMemory = () => {
  const kilobytes = existsSync('/proc/meminfo') ? /^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] : undefined;
  return Number(kilobytes ?? 0) * 1024;
};

const hasRoom = () => {
  if (!existsSync(MEMORY) || availableMemory() < AVAILABLE) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM;
};

/** What runs left that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined;
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** From now on temporary files of this process and those it starts lie there. Gives what removes them. */
export function useQuickTemp() {
  if (!hasRoom()) return () => {};
  removeLeftovers();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as somebody else where this is root: they may go through, and read nothing.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
