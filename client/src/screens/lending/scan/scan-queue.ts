/**
 * Scans of the desk, one after the other in their order (docs/behaviour/lending.md#at-the-desk). Nobody waits for the one before; without a network
 * they stay here, over a reload too, and are sent when it is back, each with its key, so that none is done twice.
 */
import type { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import { lendingDesk, type HandedOver, type Returned } from '@fundus/contract/lending/desk/desk';
import type { ScanOrder } from '@fundus/contract/lending/desk/desk-scan';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';

/** Devices come back, are put ready, go out, or are looked at. */
export const SCAN_MODES = ['in', 'ready', 'out', 'look'] as const;
export type ScanMode = (typeof SCAN_MODES)[number];

/** The number of an order, as the slip has it. */
export const ORDER_NUMBER = /^\d{10}$/;

/** The borrower whose page is open: devices go out without an order, or for what was ordered. */
export type ScanReceiver = {
  person: string | null;
  private_borrower: string | null;
  purpose: string;
  terms_version: number;
  until_lesson?: number;
};

export type ScanAsked = {
  mode: ScanMode;
  code: string;
  /** For which order a device goes out; absent: for the one it is ready for, or that an earlier scan of the queue has opened. */
  order?: string;
  to?: ScanReceiver;
  until?: string;
  override?: string;
  received_by?: string;
  signature?: Signature;
};
export type Scan = ScanAsked & {
  key: string;
  /** `stored`: there is no network. */
  state: 'waiting' | 'stored' | ScanMode | 'asked' | 'refused';
  handed?: HandedOver;
  returned?: Returned;
  ready?: Reply<typeof lendingTimeline.putReady>;
  /** The question is for which order it goes out. */
  asks?: Pick<Reply<typeof lendingDesk.scan>, 'item' | 'orders'>;
  /** The order this scan has opened. */
  opened?: ScanOrder;
  error?: AppError;
};

/** A scan that no request follows, such as a card without a network. */
export type Refused = { mode: ScanMode; code: string; error: AppError };

const AGAIN_MS = 3_000;
/** Maximum number of finished scans shown. A scan that waits or asks is kept whatever its number. */
const MAX_SHOWN = 30;

/** What every scan of a queue has, whatever comes of it. */
type Queued = { code: string; key: string; state: string; error?: AppError };

/** `send` and `later` are others in tests. `heard` is told of each answer; scans are kept under a name. */
export function makeQueue<A extends { code: string }, S extends A & Queued>(
  name: string,
  heard: (scan: S) => void,
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
    keep(name, shown.filter(isOpen));
    for (const listener of listeners) listener();
  };
  const change = (key: string, about: Partial<S>): void => {
    set(scans.map((scan) => (scan.key === key ? { ...scan, ...about } : scan)));
    heard(scans.find((scan) => scan.key === key)!);
  };
  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let next = scans.findLast(isOpen); next; next = scans.findLast(isOpen)) {
      const answer = await send(next);
      const offline = answer.error?.code === 'unavailable';
      if (!offline) change(next.key, answer);
      else {
        // All that waits behind it waits for the network too.
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
    /** Shows a refusal without a request. */
    refuse(refused: A & { error: AppError }): void {
      const scan = { ...refused, key: crypto.randomUUID(), state: 'refused' } as unknown as S;
      set([scan, ...scans]);
      heard(scan);
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

/** Scans of the desk of a point. */
export const makeScanQueue = (
  point: string,
  heard: (scan: Scan) => void,
  send: typeof sendScan = sendScan,
  later?: (act: () => void) => void,
) => {
  // Scans that were queued before an order was open go to the one that is opened by a scan before them.
  let current: string | undefined | Promise<string | undefined>;
  const queue = makeQueue<ScanAsked, Scan>(
    point,
    (scan) => {
      if (scan.opened) current = scan.opened.id;
      heard(scan);
    },
    async (scan) => send(point, scan, await current),
    later,
  );
  return {
    ...queue,
    /** Says which order is open now, as far as the desk has chosen it. Scans wait for a promise. */
    open: (order: string | undefined | Promise<string | undefined>): void => void (current = order),
  };
};
export type ScanQueue = ReturnType<typeof makeScanQueue>;

type Read<S> = { subscribe: (listener: () => void) => () => void; read: () => readonly S[] };
export const useScans = <S>(queue: Read<S>): readonly S[] => useSyncExternalStore(queue.subscribe, queue.read);

/** Returns what came of it; what went wrong is an answer too. `current`: the order that is open by now. */
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

/** Only what waits is kept: codes and numbers, the name of somebody else who collects, and a signature. */
function keep(name: string, open: readonly object[]): void {
  try {
    if (open.length === 0) localStorage.removeItem(`lending.scans.${name}`);
    else localStorage.setItem(`lending.scans.${name}`, JSON.stringify(open));
  } catch {
    // A browser that keeps nothing still has them until the page is closed.
  }
}

function restore<S extends Queued>(name: string): readonly S[] {
  try {
    return (JSON.parse(localStorage.getItem(`lending.scans.${name}`) ?? '[]') as S[]).map((scan) => ({ ...scan, state: 'stored' }));
  } catch {
    return [];
  }
}
