/** Makes devices ready for collection at the desk (docs/behaviour/lending.md#at-the-desk). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { DeskOrder } from '@fundus/contract/lending/desk/desk-orders';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { moveLine } from '@fundus/contract/lending/states';
import type { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import type { UserCtx } from '../../../http/context.ts';
import { requireLine, requireOrderAtDesk } from '../orders/access.ts';
import { stateAt } from '../orders/present.ts';
import { readDeskOrder } from './desk.ts';
import { lockModels } from '../allocation/booking.ts';
import { notifyReady } from '../mails/notify.ts';
import { dueOf, findLine, listLines, listOrdersById, periodOf, updateLine } from '../allocation/order-repository.ts';
import { readOrder } from '../orders/orders.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { requireAvailable, requireScanned, reserveScannedDevice } from './scanned.ts';
import { actOnce } from '../allocation/scans.ts';
import { spanOf } from '../allocation/spans.ts';
import { findModel } from '../models/stock-repository.ts';
import { findItem, type ItemRow } from '../models/item-repository.ts';
import { findUnready } from './timeline-repository.ts';
import { requirePoint } from '../points/access.ts';

/** Number of days ahead for which devices are made ready. */
const AHEAD = 7;

/** Reserves exactly this device for a line and marks it as ready. The caller must hold the lock of the model. */
async function reserve(ctx: UserCtx, point: PointRow, lineId: string, item: ItemRow): Promise<string> {
  const line = (await findLine(ctx.db, lineId))!;
  const to = moveLine(line.state, 'prepare');
  if (!to) throw new AppError('state_conflict', { details: { state: line.state } });
  if (item.model_id !== line.model_id)
    throw new AppError('state_conflict', { field: 'code', details: { reason: 'other_model', code: item.code } });
  requireAvailable(item, dueOf(line), today(ctx.now));
  const model = (await findModel(ctx.db, line.model_id))!;
  const loan = { from: line.start_on, until: line.end_on, lessons: line.lessons };
  const busy = spanOf((await findPoint(ctx.db, point.id))!, model, periodOf(line));
  await reserveScannedDevice(ctx, point, model, { id: lineId, item, busy, loan, override: '' });
  await updateLine(ctx.db, lineId, { state: to });
  for (const ready of await notifyReady(ctx, line.order_id)) await updateLine(ctx.db, ready, { notified_state: 'ready' });
  return line.order_id;
}

/** Makes a device ready for a line that the desk has chosen. */
export async function prepareDevice(ctx: UserCtx, id: string, code: string): Promise<RentalOrder> {
  const { desk, point, line } = await requireLine(ctx, id);
  if (!desk) throw new AppError('forbidden');
  const item = await requireScanned(ctx, point, code);
  await lockModels(ctx, [line.model_id]);
  return readOrder(ctx, await reserve(ctx, point, id, item));
}

/** Makes all allocated devices of an order ready, or none. Throws `state_conflict` if one of them is not at the desk. */
export async function prepareOrder(ctx: UserCtx, id: string): Promise<DeskOrder> {
  const { order, point } = await requireOrderAtDesk(ctx, id);
  const before = await listLines(ctx.db, [order.id]);
  await lockModels(
    ctx,
    before.map(({ model_id }) => model_id),
  );
  const lines = (await listLines(ctx.db, [order.id])).filter((line) => stateAt(line, ctx.now) === 'approved');
  if (lines.length === 0) throw new AppError('state_conflict', { details: { state: before[0]?.state } });
  for (const { id: line, item_id, model_name } of lines) {
    const item = item_id === null ? undefined : await findItem(ctx.db, item_id);
    if (!item) throw new AppError('state_conflict', { details: { reason: 'no_device', model: model_name } });
    await reserve(ctx, point, line, item);
  }
  return readDeskOrder(ctx, id);
}

/** Makes a scanned device ready for the earliest line of its model. Devices of a picking list can therefore be scanned in any order. */
export async function prepareScannedDevice(
  ctx: UserCtx,
  { point: pointId, code, key }: Input<typeof lendingTimeline.putReady>['body'],
): Promise<Reply<typeof lendingTimeline.putReady>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const { line_id, item_id } = await actOnce(ctx, key, point.id, async () => {
    const { model_id } = await requireScanned(ctx, point, code);
    await lockModels(ctx, [model_id]);
    const item = await requireScanned(ctx, point, code);
    const day = today(ctx.now);
    requireAvailable(item, day, day);
    const line = await findUnready(ctx.db, model_id, item.id, day, shiftDay(day, AHEAD));
    if (!line) throw new AppError('state_conflict', { field: 'code', details: { reason: 'nobody_comes', code } });
    await reserve(ctx, point, line.id, item);
    return { line_id: line.id, item_id: item.id };
  });
  const line = (await findLine(ctx.db, line_id))!;
  const [order] = await listOrdersById(ctx.db, [line.order_id]);
  const others = await listLines(ctx.db, [line.order_id]);
  return {
    ...{ line_id, order_id: line.order_id, borrower: order!.borrower ?? '', number: order!.number, start: line.start_on },
    item: { id: item_id, code: line.item_code ?? '', model: line.model_name },
    complete: !others.some(({ state }) => state === 'approved'),
  };
}
