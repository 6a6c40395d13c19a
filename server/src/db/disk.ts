/** Watches the free space of the disk that holds the data folder. */
import { statfs } from 'node:fs/promises';
import type { Log } from '../log.ts';

const MB = 1024 ** 2;
/**
 * Free space in bytes that is reserved for the embedded database, which needs it to write its log and to shut down cleanly. Uploads stop earlier
 * (`domains/files/uploads/uploads.ts`).
 */
export const RESERVE_BYTES = 128 * MB;
/** Share of the reserve that must remain free for sign-in, sign-out and deletion to work. */
const LAST_SHARE = 0.5;
const LOOK_EVERY = 1_000;

export type Disk = {
  /** Returns the free bytes, or `null` before the first measurement. */
  free(): number | null;
  /** Returns whether a write may proceed. A `small` write may use half of the reserve. */
  hasRoom(small?: boolean): boolean;
  close(): void;
};

/** Measures the free space every second. Logs once when the reserve is reached and once when space is free again. */
export async function watchDisk(folder: string, log: Log, reserve: number = RESERVE_BYTES): Promise<Disk> {
  let free: number | null = null;
  let full = false;
  const measure = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(folder);
    free = bavail * bsize;
    if (full === free < reserve) return;
    full = !full;
    const figures = { free_bytes: free, reserve_bytes: reserve };
    if (full) log.error(figures, 'the disk of DATA_DIR is full except for a reserve: writes are refused until space is freed');
    else log.warn(figures, 'the disk of DATA_DIR has free space again');
  };
  await measure();
  const timer = setInterval(
    () => void measure().catch((error: unknown) => log.warn({ reason: (error as Error).message }, 'free space')),
    LOOK_EVERY,
  );
  timer.unref();
  return {
    free: () => free,
    hasRoom: (small = false) => !full || (small && free !== null && free >= reserve * LAST_SHARE),
    close: () => clearInterval(timer),
  };
}
