/** Watches the free space of the disk that holds the data folder. */
import { statfs } from 'node:fs/promises';
import type { Log } from '../log.ts';

const MB = 1024 ** 2;
/**
 * Reserve in bytes. Uploads stop earlier (`domains/files/uploads/uploads.ts`). The embedded database needs the reserve to write its log and
 * to shut down cleanly.
 */
export const RESERVE = 128 * MB;
/** Share of the reserve down to which sign-in, sign-out and deletion still work. */
const LAST_SHARE = 0.5;
const LOOK_EVERY = 1_000;

export type Disk = {
  /** Returns the free bytes, or `null` before the first measurement. */
  free(): number | null;
  /** Returns whether a write may proceed. `small` allows a write that may use half of the reserve. */
  hasRoom(small?: boolean): boolean;
  close(): void;
};

/** Measures the free space every second. Logs once when the reserve is reached, and once when there is room again. */
export async function watchDisk(folder: string, log: Log, reserve: number = RESERVE): Promise<Disk> {
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
