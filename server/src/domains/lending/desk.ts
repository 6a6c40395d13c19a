/** At the desk: what the day brings, and devices that go and come by their codes (docs/behaviour/lending.md#at-the-desk). */
import { daysBetween, shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import type { lendingDesk, Returned } from '@fundus/contract/lending/desk';
import type { RentalOrder } from '@fundus/contract/lending/lending';
import { moveLine } from '@fundus/contract/lending/states';
import type { UserCtx } from '../../http/context.ts';
import { requireLine, requireOrderAtDesk, requirePoint, type Asked } from './access.ts';
import { beginDeciding, settle, spanOf, takeDevice } from './booking.ts';
import {
  findLine,
  insertLines,
  listLines,
  listOpenOrders,
  listOrdersById,
  listOwnOrders,
  updateLine,
  type LineRow,
} from './order-repository.ts';
import { newId } from '../../db/new-id.ts';
import type { PointRow } from './point-repository.ts';
import { presentOrders, stateOn } from './present.ts';
import { readOrder } from './orders.ts';
import { findItemByCode, findModel, updateItem, type ItemRow, type ModelRow } from './stock-repository.ts';
import type { Span } from './places.ts';

export async function readDesk(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingDesk.desk>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const day = today(ctx.now);
  const orders = await presentOrders(ctx, await listOpenOrders(ctx.db, point.id, day), ({ person_id }) => ({
    own: person_id === ctx.user.id,
    desk: true,
  }));
  type Line = RentalOrder['lines'][number];
  const those = (has: (line: Line) => boolean): RentalOrder[] => orders.filter(({ lines }) => lines.some(has));
  const waits = ({ state }: Line): boolean => state === 'approved' || state === 'ready';
  return {
    today: day,
    requests: those(({ state }) => state === 'requested'),
    pick_ups: those((line) => waits(line) && line.start <= day),
    returns: those(({ state, end }) => state === 'on_loan' && end === day),
    overdue: those(({ overdue }) => overdue),
    coming: those((line) => waits(line) && line.start > day),
  };
}

/** A device of the point by what stands on it. Throws what the desk hears instead. */
async function requireScanned(ctx: UserCtx, point: PointRow, code: string): Promise<ItemRow> {
  const item = await findItemByCode(ctx.db, point.id, code);
  if (!item) throw new AppError('barcode_unknown', { field: 'code', details: { code } });
  return item;
}

/** … that may go to somebody today. */
function mustGoOut(item: ItemRow, until: string, day: string): void {
  const { state, code } = item;
  if (state === 'retired') throw new AppError('item_retired', { field: 'code', details: { code } });
  if (item.line_id !== null)
    throw new AppError('not_available', { field: 'code', details: { reason: 'on_loan', code, date: item.end_on } });
  const reason =
    state !== 'available'
      ? state
      : item.not_lendable
        ? 'not_lendable'
        : item.away_until !== null && item.away_until > day
          ? 'away'
          : item.next_check_on !== null && item.next_check_on <= until
            ? 'check_due'
            : null;
  if (reason !== null) throw new AppError('state_conflict', { field: 'code', details: { reason, code } });
}

type Taking = { id: string | null; item: ItemRow; busy: Span; loan: Span };

/** Throws `not_available` with whose days would be hurt. */
async function take(ctx: UserCtx, model: ModelRow, { id, item, busy, loan }: Taking): Promise<void> {
  const hurt = await takeDevice(ctx, model.id, { id, item_id: item.id, busy, loan });
  if (!hurt) return;
  const [other] = await presentOrders(ctx, await ordersOf(ctx, hurt.order_id), () => ({ own: false, desk: true }));
  throw new AppError('not_available', {
    field: 'code',
    details: { reason: 'needed', code: item.code, date: hurt.from, borrower: other?.borrower ?? '', number: other?.number ?? '' },
  });
}

const ordersOf = (ctx: UserCtx, id: string) => listOrdersById(ctx.db, [id]);

/** What the borrower is to get of a model at this point, the earliest first; of this order only where nobody stands behind it any more. */
async function findWaiting(ctx: UserCtx, { order, point }: Asked, model: string): Promise<LineRow | undefined> {
  const day = today(ctx.now);
  const orders = order.person_id === null ? [order] : await listOwnOrders(ctx.db, order.person_id, true, day, 0, 200);
  const here = orders.filter(({ point_id }) => point_id === point.id).map(({ id }) => id);
  const lines = await listLines(ctx.db, here.includes(order.id) ? here : [order.id, ...here]);
  return lines.find((line) => line.model_id === model && ['approved', 'ready'].includes(stateOn(line, day)));
}

/** It lies ready: this device and no other one. */
export async function prepare(ctx: UserCtx, id: string, code: string): Promise<RentalOrder> {
  const asked = await requireLine(ctx, id);
  if (!asked.desk) throw new AppError('forbidden');
  const item = await requireScanned(ctx, asked.point, code);
  await beginDeciding(ctx, [asked.line.model_id]);
  const line = (await findLine(ctx.db, id))!;
  const to = moveLine(line.state, 'prepare');
  if (!to) throw new AppError('state_conflict', { details: { state: line.state } });
  if (item.model_id !== line.model_id) throw new AppError('state_conflict', { field: 'code', details: { reason: 'other_model', code } });
  mustGoOut(item, line.end_on, today(ctx.now));
  const busy = { from: line.busy_from!, until: line.busy_until! };
  await take(ctx, (await findModel(ctx.db, line.model_id))!, { id, item, busy, loan: { from: line.start_on, until: line.end_on } });
  await updateLine(ctx.db, id, { state: to });
  return readOrder(ctx, asked.order.id);
}

/** The loan begins today, whenever it was to begin. */
export async function handOver(ctx: UserCtx, id: string, body: Input<typeof lendingDesk.handOver>['body']): Promise<RentalOrder> {
  const asked = await requireOrderAtDesk(ctx, id);
  const { point } = asked;
  const day = today(ctx.now);
  const { model_id } = await requireScanned(ctx, point, body.code);
  await beginDeciding(ctx, [model_id]);
  // Read again: whoever was here before may have handed it over.
  const item = await requireScanned(ctx, point, body.code);
  const model = (await findModel(ctx.db, model_id))!;
  const line = await findWaiting(ctx, asked, model_id);
  const until = body.until ?? (line ? line.end_on : await lastDayOf(ctx, asked));
  const end = until < day ? day : until;
  if (line && body.until !== undefined && body.until > line.end_on) throw invalid('until', 'max');
  mustGoOut(item, end, day);
  const span = spanOf(point, model, { start: day, end });
  // Days that are over are nobody's: another line may have had the device then.
  const busy = { from: day, until: span.until };
  const loan = { from: day, until: end };
  await take(ctx, model, { id: line?.id ?? null, item, busy, loan });
  const handed = { state: 'on_loan' as const, handed_at: ctx.now, collect_until: null, received_by: body.received_by };
  if (line) await updateLine(ctx.db, line.id, handed);
  else {
    const line_id = newId(ctx.now);
    const days = { start_on: day, end_on: end, busy_from: busy.from, busy_until: busy.until };
    await insertLines(ctx.db, [{ id: line_id, order_id: id, model_id, item_id: item.id, ...days, state: 'on_loan' }], ctx.now);
    await updateLine(ctx.db, line_id, handed);
  }
  return readOrder(ctx, id);
}

/** The last day anything of an order is lent until; without one as long as the point lends. */
async function lastDayOf({ db, now }: UserCtx, { order, point }: Asked): Promise<string> {
  const day = today(now);
  const lines = (await listLines(db, [order.id])).filter((line) => ['approved', 'ready', 'on_loan'].includes(stateOn(line, day)));
  if (lines.length === 0) throw new AppError('state_conflict', { details: { reason: 'nothing_open', max_days: point.max_days } });
  return lines.reduce((last, { end_on }) => (end_on > last ? end_on : last), day);
}

/** Never refused for what the order says: a device that lies on the desk is back. */
export async function takeBack(
  ctx: UserCtx,
  { point: pointId, code, result, note }: Input<typeof lendingDesk.takeBack>['body'],
): Promise<Returned> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const { model_id } = await requireScanned(ctx, point, code);
  await beginDeciding(ctx, [model_id]);
  const item = await requireScanned(ctx, point, code);
  if (item.line_id === null)
    throw new AppError('state_conflict', { field: 'code', details: { reason: 'not_on_loan', state: item.state, code } });
  const day = today(ctx.now);
  const model = (await findModel(ctx.db, model_id))!;
  await updateLine(ctx.db, item.line_id, {
    state: result === 'lost' ? 'lost' : 'returned',
    busy_from: null,
    busy_until: null,
    over_at: ctx.now,
    result,
    note,
  });
  const state = result === 'ok' ? 'available' : result === 'lost' ? 'lost' : 'quarantine';
  const served = spanOf(point, model, { start: day, end: day }).until;
  await updateItem(ctx.db, item.id, { state, away_until: state === 'available' && served > day ? shiftDay(served, 1) : null });
  await settle(ctx, model_id);
  return {
    line_id: item.line_id,
    item: { code: item.code, model: item.model_name },
    borrower: item.borrower ?? '',
    late: Math.max(0, daysBetween(item.end_on!, day)),
    state,
  };
}
