/** Finds the orders to which a scanned device may belong (docs/behaviour/lending.md#at-the-desk). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { MAX_SCAN_ORDERS, type ScanOrder } from '@fundus/contract/lending/desk/desk-scan';
import type { UserCtx } from '../../../http/context.ts';
import { listWaitingLines } from '../allocation/scan-repository.ts';
import { requireAvailable, requireScanned } from './scanned.ts';
import { requirePoint } from '../points/access.ts';

/**
 * Returns the device and the orders it may belong to. Throws the same errors as a handover if the device is unknown, retired, on loan or in repair.
 */
export async function readScan(
  ctx: UserCtx,
  { point: id, code }: Input<typeof lendingDesk.scan>['query'],
): Promise<Reply<typeof lendingDesk.scan>> {
  const point = await requirePoint(ctx, id, 'desk');
  const item = await requireScanned(ctx, point, code);
  const day = today(ctx.now);
  requireAvailable(item, day, day);
  // Reads more lines than orders, because an order may have several lines of the same model.
  const lines = await listWaitingLines(ctx.db, { id: item.id, model_id: item.model_id, point_id: point.id }, day, MAX_SCAN_ORDERS * 5);
  const orders = new Map<string, ScanOrder>();
  for (const { order_id, number, borrower, title, start_on, end_on } of lines)
    if (!orders.has(order_id))
      orders.set(order_id, { id: order_id, number, borrower: borrower ?? '', title, start: start_on, end: end_on });
  const ready = new Set(lines.flatMap(({ item_id, state, order_id }) => (item_id === item.id && state === 'ready' ? [order_id] : [])));
  return {
    item: { id: item.id, code: item.code, model: item.model_name },
    ready: ready.size === 1 ? orders.get([...ready][0]!)! : null,
    orders: [...orders.values()].slice(0, MAX_SCAN_ORDERS),
  };
}
