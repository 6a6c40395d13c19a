/** How much room the disk of the data folder has, and whether that is enough to go on writing. */
import { statfs } from 'node:fs/promises';
import type { Log } from '../log.ts';

const MB = 1024 ** 2;
/** Uploads stop before (`domains/files/uploads/uploads.ts`). The embedded database needs this much to write its log and to end in order. */
export const RESERVE = 128 * MB;
/** Signing in, signing out and deleting go on down to this share of the reserve. */
const LAST_SHARE = 0.5;
const LOOK_EVERY = 1_000;

export type Disk = {
  /** In bytes; null until somebody looked. */
  free(): number | null;
  /** `small`: for a write that may use half of the reserve. */
  hasRoom(small?: boolean): boolean;
  close(): void;
};

/** Looks every second; says once that the reserve is reached, and once that there is room again. */
export async function watchDisk(folder: string, log: Log, reserve: number = RESERVE): Promise<Disk> {
  let free: number | null = null;
  let full = false;
  const look = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(folder);
    free = bavail * bsize;
    if (full === free < reserve) return;
    full = !full;
    const figures = { free_bytes: free, reserve_bytes: reserve };
    if (full) log.error(figures, 'the disk of DATA_DIR is full but for a reserve: nothing is written until there is room');
    else log.warn(figures, 'there is room on the disk of DATA_DIR again');
  };
  await look();
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.warn({ reason: (error as Error).message }, 'free space')),
    LOOK_EVERY,
  );
  timer.unref();
  return {
    free: () => free,
    hasRoom: (small = false) => !full || (small && free !== null && free >= reserve * LAST_SHARE),
    close: () => clearInterval(timer),
  };
}
