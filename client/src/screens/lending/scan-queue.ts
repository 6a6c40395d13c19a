/**
 * Scans of the desk, one after the other in their order (docs/behaviour/lending.md#at-the-desk). Nobody waits for the one before; without a network
 * they stay here, over a reload too, and are sent when it is back, each with its key, so that none is done twice.
 */
import type { AppError } from '@fundus/contract/errors';
import { lendingDesk, type HandedOver, type Returned } from '@fundus/contract/lending/desk';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';

export type ScanAsked = {
  mode: 'out' | 'in';
  code: string;
  /** For which order a device goes out. */
  order?: string;
  until?: string;
  override?: string;
  received_by?: string;
};
export type Scan = ScanAsked & {
  key: string;
  /** `stored`: there is no network. */
  state: 'waiting' | 'stored' | 'out' | 'in' | 'refused';
  handed?: HandedOver;
  returned?: Returned;
  error?: AppError;
};

const AGAIN_MS = 3_000;
/** What is shown; what waits is kept whatever its number. */
const MOST_SHOWN = 30;

export type ScanQueue = ReturnType<typeof makeScanQueue>;

/** `send` and `later` are others in tests. `heard` is told of each answer. */
export function makeScanQueue(
  point: string,
  heard: (scan: Scan) => void,
  send: typeof sendScan = sendScan,
  later: (act: () => void) => void = (act) => void setTimeout(act, AGAIN_MS),
) {
  let scans: readonly Scan[] = restore(point);
  let busy = false;
  const listeners = new Set<() => void>();
  const isOpen = ({ state }: Scan): boolean => state === 'waiting' || state === 'stored';
  const set = (next: readonly Scan[]): void => {
    const shown = next.filter((scan, i) => i < MOST_SHOWN || isOpen(scan));
    scans = shown;
    keep(point, shown.filter(isOpen));
    for (const listener of listeners) listener();
  };
  const change = (key: string, about: Partial<Scan>): void => {
    set(scans.map((scan) => (scan.key === key ? { ...scan, ...about } : scan)));
    heard(scans.find((scan) => scan.key === key)!);
  };
  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let next = scans.findLast(isOpen); next; next = scans.findLast(isOpen)) {
      const answer = await send(point, next);
      const offline = answer.error?.code === 'unavailable';
      if (!offline) change(next.key, answer);
      else {
        // All that waits behind it waits for the network too.
        for (const scan of scans.filter(({ state }) => state === 'waiting').reverse()) change(scan.key, { state: 'stored' });
        later(() => void work());
        break;
      }
    }
    busy = false;
  };
  return {
    add(asked: ScanAsked): void {
      set([{ ...asked, key: crypto.randomUUID(), state: 'waiting' }, ...scans]);
      void work();
    },
    remove: (key: string): void => set(scans.filter((scan) => scan.key !== key)),
    /** Once more at once: the network is back. */
    work: (): void => void work(),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => scans,
  };
}

export const useScans = (queue: ScanQueue): readonly Scan[] => useSyncExternalStore(queue.subscribe, queue.read);

/** What came of it; what went wrong is an answer too. */
async function sendScan(point: string, { mode, code, key, order, until, override, received_by }: Scan): Promise<Partial<Scan>> {
  try {
    if (mode === 'in') return { state: 'in', returned: await call(lendingDesk.takeBack, { body: { point, code, key } }) };
    const more = { ...(until && { until }), ...(override && { override }), ...(received_by && { received_by, authorised: true }) };
    return { state: 'out', handed: await call(lendingDesk.handOver, { params: { id: order! }, body: { code, key, ...more } }) };
  } catch (problem) {
    return { state: 'refused', error: problem as AppError };
  }
}

/** Only what waits is kept: codes and numbers, and the name of somebody else who collects. */
function keep(point: string, open: readonly Scan[]): void {
  try {
    if (open.length === 0) localStorage.removeItem(`lending.scans.${point}`);
    else localStorage.setItem(`lending.scans.${point}`, JSON.stringify(open));
  } catch {
    // A browser that keeps nothing still has them until the page is closed.
  }
}

function restore(point: string): readonly Scan[] {
  try {
    return (JSON.parse(localStorage.getItem(`lending.scans.${point}`) ?? '[]') as Scan[]).map((scan) => ({ ...scan, state: 'stored' }));
  } catch {
    return [];
  }
}
