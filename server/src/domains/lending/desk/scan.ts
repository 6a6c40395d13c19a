/** Finds the orders of a device that was scanned without an open order (docs/behaviour/lending.md#at-the-desk). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { MAX_SCAN_ORDERS, type ScanOrder } from '@fundus/contract/lending/desk/desk-scan';
import type { UserCtx } from '../../../http/context.ts';
import { listWaitingLines } from '../allocation/scan-repository.ts';
import { requireAvailable, requireScanned } from './scanned.ts';
import { requirePoint } from '../points/access.ts';

/** Throws the errors of a handover: unknown, retired, on loan, in repair. */
export async function readScan(
  ctx: UserCtx,
  { point: id, code }: Input<typeof lendingDesk.scan>['query'],
): Promise<Reply<typeof lendingDesk.scan>> {
  const point = await requirePoint(ctx, id, 'desk');
  const item = await requireScanned(ctx, point, code);
  const day = today(ctx.now);
  requireAvailable(item, day, day);
  // An order may have several lines of the same model.
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
