/** The scans of a desk outlive the screen they were made on: a page of a borrower shows those of the desk, and a question is still there on the way back. */
import { makeScanQueue, type Scan, type ScanQueue } from './scan-queue.ts';

type Desk = {
  queue: ScanQueue;
  listeners: Set<(scan: Scan) => void>;
  /** Codes scanned while another one is looked up, and the page they are for. */
  deferred: { codes: string[]; page: string };
};

const desks = new Map<string, Desk>();

/** Returns the queue of a point for the user of this browser, made at the first call. */
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

/** Forgets all scans of this page load. */
export const closeDesks = (): void => desks.clear();
