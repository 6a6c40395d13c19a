/** Access to devices. Borrowers have access to devices on loan to them, the desk to all devices of its point. */
import { invalid, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { requireOrder } from '../orders/access.ts';
import { findLine, type LineRow } from '../allocation/order-repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { findItem, type ItemRow } from '../models/item-repository.ts';
import { requirePoint } from '../points/access.ts';

type Of = { line: string | null; item: string | null };

/**
 * Returns the device of a line or an item, exactly one of which is given. Borrower and desk have access to a line once its device was handed over.
 */
export async function requireDevice(
  ctx: Pick<UserCtx, 'db' | 'user'>,
  of: Of,
): Promise<{ item: ItemRow; line: LineRow | null; point: PointRow; desk: boolean }> {
  if (of.line !== null) {
    const line = await findLine(ctx.db, of.line);
    if (!line) throw notFound('line');
    const { point, desk } = await requireOrder(ctx, line.order_id);
    const had = line.state === 'on_loan' || line.state === 'returned' || line.state === 'lost';
    if (!had || line.item_id === null) throw invalid('line', 'choice');
    return { item: (await findItem(ctx.db, line.item_id))!, line, point, desk };
  }
  const item = of.item === null ? undefined : await findItem(ctx.db, of.item);
  if (!item) throw of.item === null ? invalid('item', 'required') : notFound('item');
  return { item, line: null, point: await requirePoint(ctx, item.point_id, 'desk', 'item'), desk: true };
}
