import { lendingDesk, type DeskOrder as Order, type HandedOver } from '@fundus/contract/lending/desk/desk';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ScanMode } from '../scan/scan-queue.ts';
import { boardQuery } from './board-query.ts';
import { useDeskQueue } from './use-desk-queue.ts';

/** Returns the order that is open at the desk, the mode of scanning, and the queue of scans, which follows them. */
export function useOpenOrder(point: string) {
  const client = useQueryClient();
  const [mode, setMode] = useState<ScanMode>('in');
  const [chosen, setChosen] = useState<string | null>(null);
  /** The chosen order as last received, shown until it is loaded. */
  const [begun, setBegun] = useState<Order | null>(null);
  /** True while the order of a scanned number is looked up. Until then no device is handed over for another order. */
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
  // No order is open when the desk is opened, even if one was when the user left it.
  useEffect(() => queue.open(undefined), [queue]);
  const open = useQuery({ ...boardQuery(lendingDesk.deskOrder, { params: { id: chosen ?? '' } }), enabled: chosen !== null });

  const choose = (order: Order | null, next: ScanMode = order ? 'out' : 'in'): void => {
    if (order?.id !== chosen) setSignature(null);
    setChosen(order?.id ?? null);
    setBegun(order);
    queue.open(order?.id);
    setMode(next);
  };
  /** Opens an order that was made at the desk. */
  const openHanded = (order: HandedOver, signed: Signature | null): void => {
    setSignature(signed);
    setBegun(asDeskOrder(order));
    setChosen(order.id);
    queue.open(order.id);
    setMode('out');
  };
  /** Opens the order with a scanned number; `null` closes the open one. Later scans wait for the result. Returns whether it was found. */
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
    /** The open order; `null` if there is none or it is being looked up. */
    order: mode === 'out' && chosen !== null && !finding ? (open.data ?? (begun?.id === chosen ? begun : null)) : null,
    signature,
    setSignature,
    choose,
    openHanded,
    find,
  };
}

/** Returns a handed-over order as the desk shows it. */
const asDeskOrder = ({ scanned: _, ...order }: HandedOver): Order => ({ ...order, suspended: null, unbriefed: [] });
