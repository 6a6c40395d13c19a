/**
 * Queue of scans at the desk (docs/behaviour/lending.md#at-the-desk). Scans are sent one at a time, and the clerk can scan on meanwhile. Without a
 * network they are stored in the browser and sent later. The key of each scan makes it idempotent.
 */
import type { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import { lendingDesk, type HandOverResult, type ReturnResult } from '@fundus/contract/lending/desk/desk';
import type { ScanOrder } from '@fundus/contract/lending/desk/desk-scan';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';

/** Scan modes: return, prepare, hand over, look up. */
export const SCAN_MODES = ['in', 'ready', 'out', 'look'] as const;
export type ScanMode = (typeof SCAN_MODES)[number];

/** Format of an order number, as printed on the delivery note. */
export const ORDER_NUMBER = /^\d{10}$/;

/** Borrower whose page is open and who receives the scanned devices without an order. */
export type ScanReceiver = {
  person: string | null;
  private_borrower: string | null;
  purpose: string;
  terms_version: number;
  until_lesson?: number;
};

export type ScanRequest = {
  mode: ScanMode;
  code: string;
  /** Order for which the device is handed over. Defaults to the open order, or else to the order for which the device is ready. */
  order?: string;
  to?: ScanReceiver;
  until?: string;
  override?: string;
  received_by?: string;
  signature?: Signature;
};
export type Scan = ScanRequest & {
  key: string;
  /** State of the scan. A `stored` scan waits for the network. */
  state: 'waiting' | 'stored' | ScanMode | 'asked' | 'refused';
  handed?: HandOverResult;
  returned?: ReturnResult;
  ready?: Reply<typeof lendingTimeline.putReady>;
  /** Orders to choose from if the state is `asked`. */
  asks?: Pick<Reply<typeof lendingDesk.scan>, 'item' | 'orders'>;
  /** Order that this scan opened. */
  opened?: ScanOrder;
  error?: AppError;
};

const AGAIN_MS = 3_000;
/** Maximum number of finished scans that are kept. Scans that wait or ask a question are always kept. */
const MAX_SHOWN = 30;

/** Fields that every scan in a queue has. */
type Queued = { code: string; key: string; state: string; error?: AppError };

/** Creates a queue that is persisted under `name`. Tests replace `send` and `later`. */
export function makeQueue<A extends { code: string }, S extends A & Queued>(
  name: string,
  onResult: (scan: S) => void,
  send: (scan: S) => Promise<Partial<S>>,
  later: (act: () => void) => void = (act) => void setTimeout(act, AGAIN_MS),
) {
  let scans: readonly S[] = restore<S>(name);
  let busy = false;
  const listeners = new Set<() => void>();
  const isOpen = ({ state }: S): boolean => state === 'waiting' || state === 'stored';
  const set = (next: readonly S[]): void => {
    const shown = next.filter((scan, i) => i < MAX_SHOWN || isOpen(scan) || scan.state === 'asked');
    scans = shown;
    storeScans(name, shown.filter(isOpen));
    for (const listener of listeners) listener();
  };
  const change = (key: string, about: Partial<S>): void => {
    set(scans.map((scan) => (scan.key === key ? { ...scan, ...about } : scan)));
    onResult(scans.find((scan) => scan.key === key)!);
  };
  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let next = scans.findLast(isOpen); next; next = scans.findLast(isOpen)) {
      const answer = await send(next);
      const offline = answer.error?.code === 'unavailable';
      if (!offline) change(next.key, answer);
      else {
        // Without a network, all later scans are stored too.
        for (const scan of scans.filter(({ state }) => state === 'waiting').reverse()) change(scan.key, { state: 'stored' } as Partial<S>);
        later(() => void work());
        break;
      }
    }
    busy = false;
  };
  return {
    add(asked: A): void {
      set([{ ...asked, key: crypto.randomUUID(), state: 'waiting' } as unknown as S, ...scans]);
      void work();
    },
    /** Adds a rejected scan without sending a request. */
    refuse(refused: A & { error: AppError }): void {
      const scan = { ...refused, key: crypto.randomUUID(), state: 'refused' } as unknown as S;
      set([scan, ...scans]);
      onResult(scan);
    },
    remove: (key: string): void => set(scans.filter((scan) => scan.key !== key)),
    /** Retries immediately. */
    work: (): void => void work(),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => scans,
  };
}

/** Creates the scan queue for the desk of a lending point. */
export const makeScanQueue = (
  point: string,
  onResult: (scan: Scan) => void,
  send: typeof sendScan = sendScan,
  later?: (act: () => void) => void,
) => {
  // ID of the open order. Scans queued before an order was open use the order that an earlier scan opens.
  let current: string | undefined | Promise<string | undefined>;
  const queue = makeQueue<ScanRequest, Scan>(
    point,
    (scan) => {
      if (scan.opened) current = scan.opened.id;
      onResult(scan);
    },
    async (scan) => send(point, scan, await current),
    later,
  );
  return {
    ...queue,
    /** Sets the open order. If it is a promise, scans wait until it resolves. */
    open: (order: string | undefined | Promise<string | undefined>): void => void (current = order),
  };
};
export type ScanQueue = ReturnType<typeof makeScanQueue>;

type Read<S> = { subscribe: (listener: () => void) => () => void; read: () => readonly S[] };
export const useScans = <S>(queue: Read<S>): readonly S[] => useSyncExternalStore(queue.subscribe, queue.read);

/** Sends a scan and returns its result or its error. `current` is the ID of the open order. */
async function sendScan(point: string, scan: Scan, current?: string): Promise<Partial<Scan>> {
  const { mode, code, key, order, to: receiver, until, override, received_by, signature } = scan;
  let opened: ScanOrder | undefined;
  try {
    if (mode === 'in') return { state: 'in', returned: await call(lendingDesk.takeBack, { body: { point, code, key } }) };
    if (mode === 'ready') return { state: 'ready', ready: await call(lendingTimeline.putReady, { body: { point, code, key } }) };
    const who = { ...(received_by && { received_by, authorised: true }), ...(signature && { signature }) };
    const more = { ...(until && { until }), ...(override && { override }), ...who };
    if (receiver) {
      const signed = signature && { signature };
      const body = { point, code, key, ...receiver, ...(until && { until }), ...(override && { override }), ...signed };
      return { state: 'out', handed: await call(lendingDesk.walkUp, { body }) };
    }
    let to = order ?? current;
    if (to === undefined) {
      const found = await call(lendingDesk.scan, { query: { point, code } });
      if (!found.ready) return { state: 'asked', asks: { item: found.item, orders: found.orders } };
      opened = found.ready;
      to = opened.id;
    }
    const handed = await call(lendingDesk.handOver, { params: { id: to }, body: { code, key, ...more } });
    return { state: 'out', order: to, handed, ...(opened && { opened }) };
  } catch (problem) {
    return { state: 'refused', error: problem as AppError, ...(opened && { opened, order: opened.id }) };
  }
}

/** Persists only scans that are not finished. They contain codes, order numbers, the name of the collecting person and a signature. */
function storeScans(name: string, open: readonly object[]): void {
  try {
    if (open.length === 0) localStorage.removeItem(`lending.scans.${name}`);
    else localStorage.setItem(`lending.scans.${name}`, JSON.stringify(open));
  } catch {
    // Without storage, the scans are lost when the page is closed.
  }
}

function restore<S extends Queued>(name: string): readonly S[] {
  try {
    return (JSON.parse(localStorage.getItem(`lending.scans.${name}`) ?? '[]') as S[]).map((scan) => ({ ...scan, state: 'stored' }));
  } catch {
    return [];
  }
}
