/** Scans of a desk, kept when the user changes the screen: the page of a borrower shows those of the desk and vice versa. */
import { makeScanQueue, type Scan, type ScanQueue } from './scan-queue.ts';

type Desk = {
  queue: ScanQueue;
  listeners: Set<(scan: Scan) => void>;
  /** Codes scanned during a lookup, and the page they are for. */
  deferred: { codes: string[]; page: string };
};

const desks = new Map<string, Desk>();

/** Returns the queue of a point for the current user; creates it on the first call. */
export function deskOf(point: string, user: string): Desk {
  const name = `${user}.${point}`;
  const known = desks.get(name);
  if (known) return known;
  const listeners = new Set<(scan: Scan) => void>();
  const queue = makeScanQueue(point, (scan) => {
    for (const listener of listeners) listener(scan);
  });
  const desk: Desk = { queue, listeners, deferred: { codes: [], page: '' } };
  desks.set(name, desk);
  return desk;
}

/** Removes all queues. */
export const closeDesks = (): void => desks.clear();
