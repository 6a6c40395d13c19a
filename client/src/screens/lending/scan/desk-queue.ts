/** Scan queues of the desks, which are kept when the user changes the page, so that desk and borrower pages share their scans. */
import { makeScanQueue, type Scan, type ScanQueue } from './scan-queue.ts';

type Desk = {
  queue: ScanQueue;
  listeners: Set<(scan: Scan) => void>;
  /** Codes scanned during a lookup, and the page that the lookup opens. */
  deferred: { codes: string[]; page: string };
};

const desks = new Map<string, Desk>();

/** Returns the scan queue of a lending point for a user, and creates it on the first call. */
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

/** Discards all scan queues. */
export const closeDesks = (): void => desks.clear();
