/** Repeats an order by adding the same devices to the cart for a later start (docs/behaviour/lending.md#orders). */
import { daysBetween, shiftDay } from '@fundus/contract/days';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Cart } from '@fundus/contract/lending/orders/orders';
import { openingDayFrom } from '@fundus/contract/lending/calendar/rules';
import type { UserCtx } from '../../../http/context.ts';
import { requireOrder } from '../orders/access.ts';
import { addModelsToCart, readCart, type WantedLines } from './cart.ts';
import { listLines } from '../allocation/order-repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { requireOpenTo } from '../points/policy.ts';
import { actOnce } from '../allocation/scans.ts';

/** Adds all lines of the order to the cart, or none. Each line keeps its duration but ends on an opening day. */
export async function repeatOrder(ctx: UserCtx, id: string, { start, key }: { start: string; key?: string | undefined }): Promise<Cart> {
  const { order, point, own } = await requireOrder(ctx, id);
  if (!own || order.submitted_at === null) throw notFound();
  requireOpenTo(ctx.user, point);
  await actOnce(ctx, key, point.id, () => placeRepeated(ctx, point, order.id, start));
  return readCart(ctx, point.id);
}

async function placeRepeated(ctx: UserCtx, point: PointRow, id: string, start: string): Promise<{ order: string }> {
  const lines = await listLines(ctx.db, [id]);
  const first = lines.reduce((day, line) => (line.start_on < day ? line.start_on : day), lines[0]!.start_on);
  const wanted = new Map<string, WantedLines>();
  for (const { model_id, start_on, end_on, lessons } of lines) {
    const from = shiftDay(start, daysBetween(first, start_on));
    const end = lessons ? from : openingDayFrom(point, shiftDay(from, daysBetween(start_on, end_on)));
    if (end === null) throw new AppError('state_conflict', { details: { reason: 'no_opening_day' } });
    const key = `${model_id} ${from} ${end} ${lessons?.first} ${lessons?.last}`;
    wanted.set(key, { model: model_id, start: from, end, lessons, quantity: (wanted.get(key)?.quantity ?? 0) + 1 });
  }
  await addModelsToCart(ctx, point, [...wanted.values()]);
  return { order: id };
}
