/** Adds lines to an order, each with its own device (docs/behaviour/lending.md#the-cart). */
import { AppError } from '@fundus/contract/errors';
import type { LineState } from '@fundus/contract/lending/states';
import type { Ctx } from '../../../http/context.ts';
import { requireLendable, allocateDevices, type BookingRequest } from '../allocation/booking.ts';
import { countOpenLines, insertLines } from '../allocation/order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { courierColumns } from '../allocation/courier.ts';
import { collectUntilOf } from '../allocation/spans.ts';
import { maxLinesFor, type Borrower } from '../borrowers/borrower.ts';

/** Throws `state_conflict` if the borrower would exceed the maximum number of devices at the point. Devices in the cart count too. */
export async function requireRoomFor({ db }: Pick<Ctx, 'db'>, borrower: Borrower, point: PointRow, more: number): Promise<void> {
  const most = maxLinesFor(borrower, point);
  if ((await countOpenLines(db, borrower, point.id)) + more > most)
    throw new AppError('state_conflict', { details: { reason: 'most', most } });
}

/** Adds lines with devices for a request. Throws if rules of the point or other bookings prevent it. The caller must hold the lock of the model. */
export async function placeLines(ctx: Ctx, order: string, borrower: Borrower, state: LineState, request: BookingRequest): Promise<void> {
  const { model, period, quantity } = request;
  // The opening hours may have changed before the lock was acquired.
  const point = (await findPoint(ctx.db, request.point.id))!;
  await requireLendable(ctx, point, model, period, order);
  await requireRoomFor(ctx, borrower, point, quantity);
  const { busy, itemIds, courier } = await allocateDevices(ctx, request);
  const span = { busy_from: busy.from, busy_until: busy.until, ...courierColumns(courier) };
  const days = { start_on: period.start, end_on: period.end, lessons: period.lessons, ...span };
  const collect_until = state === 'approved' ? collectUntilOf(point, period) : null;
  await insertLines(
    ctx.db,
    itemIds.map((item_id) => ({ order_id: order, model_id: model.id, item_id, ...days, state, collect_until })),
    ctx.now,
  );
}
