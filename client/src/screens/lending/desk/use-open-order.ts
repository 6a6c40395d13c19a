import { lendingDesk, type DeskOrder as Order, type HandOverResult } from '@fundus/contract/lending/desk/desk';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ScanMode } from '../scan/scan-queue.ts';
import { boardQuery } from './board-query.ts';
import { useDeskQueue } from './use-desk-queue.ts';

/** Returns the open order of the desk, the scan mode, and the queue of scans for that order. */
export function useOpenOrder(point: string) {
  const client = useQueryClient();
  const [mode, setMode] = useState<ScanMode>('in');
  const [chosen, setChosen] = useState<string | null>(null);
  /** Last known state of the chosen order, shown until the order is loaded. */
  const [begun, setBegun] = useState<Order | null>(null);
  /** True while the order with a scanned number is being looked up. Devices are not handed over during the lookup. */
  const [finding, setFinding] = useState(false);
  /** Signature of the person who collects the chosen order. */
  const [signature, setSignature] = useState<Signature | null>(null);
  const queue = useDeskQueue(point, ({ opened, handed }) => {
    if (opened) {
      setSignature(null);
      setChosen(opened.id);
      setMode('out');
    }
    if (handed && (opened?.id ?? chosen) === handed.id) setBegun(asDeskOrder(handed));
  });
  // The desk starts without an open order, even if one was open when the user left.
  useEffect(() => queue.open(undefined), [queue]);
  const open = useQuery({ ...boardQuery(lendingDesk.deskOrder, { params: { id: chosen ?? '' } }), enabled: chosen !== null });

  const choose = (order: Order | null, next: ScanMode = order ? 'out' : 'in'): void => {
    if (order?.id !== chosen) setSignature(null);
    setChosen(order?.id ?? null);
    setBegun(order);
    queue.open(order?.id);
    setMode(next);
  };
  /** Opens an order that the desk has just created. */
  const openHanded = (order: HandOverResult, signed: Signature | null): void => {
    setSignature(signed);
    setBegun(asDeskOrder(order));
    setChosen(order.id);
    queue.open(order.id);
    setMode('out');
  };
  /** Opens the order with a scanned number and returns whether it was found. Later scans wait for the result. `null` closes the open order. */
  const find = async (number: string | null): Promise<boolean> => {
    if (number === null) {
      choose(null);
      return true;
    }
    setFinding(true);
    const asked = boardQuery(lendingDesk.deskOrders, { query: { point, q: number, limit: 20 } });
    const found = client.fetchQuery(asked).then(
      ({ items }) => items.find((each) => each.number === number) ?? null,
      () => null,
    );
    queue.open(found.then((order) => order?.id ?? chosen ?? undefined));
    const order = await found;
    setFinding(false);
    if (order) choose(order);
    else queue.open(chosen ?? undefined);
    return order !== null;
  };
  return {
    queue,
    mode,
    chosen: mode === 'out' ? chosen : null,
    /** Open order, or `null` if there is none or if it is being looked up. */
    order: mode === 'out' && chosen !== null && !finding ? (open.data ?? (begun?.id === chosen ? begun : null)) : null,
    signature,
    setSignature,
    choose,
    openHanded,
    find,
  };
}

/** Converts the reply of a handover to an order of the desk. */
const asDeskOrder = ({ scanned: _, ...order }: HandOverResult): Order => ({ ...order, suspended: null, unbriefed: [] });
