/** Handover of devices at the desk by scanning their codes (docs/behaviour/lending.md#at-the-desk). */
import { today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import { tourFrom, type CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { HandOverResult, lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lessonAt, MAX_LESSONS } from '@fundus/contract/schools/timetable';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Delivery } from '@fundus/contract/lending/states';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { requireBriefing } from '../orders/briefings.ts';
import { requireOrderAtDesk, type OrderAccess } from '../orders/access.ts';
import { lockModels } from '../allocation/booking.ts';
import { insertRecord } from '../stock/condition-repository.ts';
import {
  courierOf,
  findOrder,
  insertLines,
  listLines,
  listOwnOrders,
  updateLine,
  type LineRow,
  type OrderRow,
} from '../allocation/order-repository.ts';
import { createStateConflict, readOrder } from '../orders/orders.ts';
import { clockOf, stateAt } from '../orders/present.ts';
import type { Span } from '../allocation/allocation.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { gatherReceipt } from '../mails/receipts.ts';
import { requireAvailable, requireScanned, reallocateDisplacedLines, reserveScannedDevice, type DisplacedBooking } from './scanned.ts';
import { scanOnce } from '../allocation/scans.ts';
import { storeSignature, requireSignature } from '../orders/signatures.ts';
import { courierColumns, listTourDays } from '../allocation/courier.ts';
import { spanOf } from '../allocation/spans.ts';
import { findModel, type ModelRow } from '../models/stock-repository.ts';
import { findItem, type ItemRow } from '../models/item-repository.ts';
import { countBorrower } from '../reports/statistics.ts';
import { findSuspension } from '../borrowers/suspension-repository.ts';
import { hasBorrower, subjectOf, type BorrowerIds } from '../borrowers/borrower.ts';

/** Returns a borrower's open orders at a point with the given kind of delivery. */
export async function listOpenOrdersOfBorrower(
  ctx: Ctx,
  borrower: BorrowerIds,
  point: { id: string },
  delivery: Delivery,
): Promise<OrderRow[]> {
  const orders = await listOwnOrders(ctx.db, borrower, true, today(ctx.now), 0, 200);
  return orders.filter((order) => order.point_id === point.id && order.delivery === delivery);
}

/** Returns the earliest promised line of a model in these orders. If several begin at the same time, prefers a line of the first order. */
export async function findPromisedLine({ db, now }: Ctx, orders: readonly string[], model: string): Promise<LineRow | undefined> {
  const lines = (await listLines(db, orders)).filter(
    (line) => line.model_id === model && ['approved', 'ready'].includes(stateAt(line, now)),
  );
  const [first] = lines;
  const isAsEarly = (line: LineRow): boolean => line.start_on === first?.start_on && line.lessons?.first === first.lessons?.first;
  return lines.find((line) => line.order_id === orders[0] && isAsEarly(line)) ?? first;
}

/** Returns the borrower's earliest promised line of a model at the point. If the borrower was deleted, only this order is searched. */
async function findOfBorrower(ctx: Ctx, { order, point }: OrderAccess, model: string): Promise<LineRow | undefined> {
  const own = hasBorrower(order) ? await listOpenOrdersOfBorrower(ctx, order, point, order.delivery) : [];
  return findPromisedLine(ctx, [...new Set([order.id, ...own.map(({ id }) => id)])], model);
}

type Body = Pick<Input<typeof lendingDesk.handOver>['body'], 'code' | 'until' | 'received_by' | 'signature' | 'override'> & {
  until_lesson?: number | undefined;
};
export type HandOverOutcome = {
  line_id: string;
  answer: { line_id: string; as: HandOverResult['scanned']['as']; instead: string; item_id: string };
};

export async function handOver(ctx: UserCtx, id: string, body: Input<typeof lendingDesk.handOver>['body']): Promise<HandOverResult> {
  const asked = await requireOrderAtDesk(ctx, id);
  if (body.received_by !== '' && !body.authorised) throw invalid('authorised', 'required');
  requireSignature(asked.point, body.signature);
  let displaced: DisplacedBooking[] = [];
  const { answer } = await scanOnce(ctx, body.key, asked.point.id, async () => {
    const done = await handOverDevice(ctx, asked, body);
    displaced = done.displaced;
    return done;
  });
  return presentScanResult(ctx, id, answer as HandOverOutcome['answer'], displaced);
}

/** Returns an order and the result of a scan. */
export async function presentScanResult(
  ctx: UserCtx,
  id: string,
  { line_id, as, instead, item_id }: HandOverOutcome['answer'],
  displaced: DisplacedBooking[],
): Promise<HandOverResult> {
  const item = (await findItem(ctx.db, item_id))!;
  const scanned = { line_id, item: { id: item.id, code: item.code, model: item.model_name }, as, instead, hurt: displaced };
  const order = (await findOrder(ctx.db, id))!;
  return { ...(await readOrder(ctx, id)), borrower_id: order.person_id ?? order.private_id, scanned };
}

/** Throws `state_conflict` if the identity of a private borrower has not been checked. The desk cannot override this. */
function requireKnownTo({ private_id, id_checked_at }: OrderRow): void {
  if (private_id !== null && id_checked_at === null) throw new AppError('state_conflict', { details: { reason: 'id_not_checked' } });
}

/** Throws `suspended` for a suspended borrower unless the desk gives a reason. Logs the reason. */
async function requireAllowed(ctx: Ctx, { order, point }: OrderAccess, override: string): Promise<void> {
  const suspended = hasBorrower(order) ? await findSuspension(ctx.db, order, point.id, today(ctx.now)) : undefined;
  if (!suspended) return;
  if (override === '')
    throw new AppError('suspended', { details: { reason: 'suspended', until: suspended.until_on, why: suspended.reason, override: true } });
  const scope = { school: point.school_id, district: point.district_id, ...subjectOf(order) };
  await recordAudit(ctx, 'lending.override', null, { number: order.number, reason: override, suspended: true }, scope);
}

/** Hands a device over. The loan begins today, regardless of the ordered start. */
export async function handOverDevice(
  ctx: Ctx,
  asked: OrderAccess,
  body: Body,
): Promise<HandOverOutcome & { displaced: DisplacedBooking[] }> {
  const { order } = asked;
  const day = today(ctx.now);
  const { model_id } = await requireScanned(ctx, asked.point, body.code);
  await lockModels(ctx, [model_id]);
  const point = (await findPoint(ctx.db, asked.point.id))!;
  // Reads the device again under the lock, because another clerk may have handed it over meanwhile.
  const item = await requireScanned(ctx, point, body.code);
  const model = (await findModel(ctx.db, model_id))!;
  const line = await findOfBorrower(ctx, asked, model_id);
  if (!line && order.asked_at !== null && order.agreed_at === null) throw createStateConflict('requested', 'agreement');
  const until = await endOf(ctx, asked, line, body);
  const courier = until.last === null ? await findCourier(ctx, asked, line, until.end) : null;
  const { busy, loan } = spansFrom(ctx, point, model, { ...until, courier });
  const end = loan.until;
  requireKnownTo(order);
  requireAvailable(item, courier?.fetch ?? end, day);
  await requireAllowed(ctx, asked, body.override);
  await requireBriefing(ctx, order, [model_id]);
  const pushed = await reserveScannedDevice(ctx, point, model, { id: line?.id ?? null, item, busy, loan, override: body.override });
  const line_id = line?.id ?? newId(ctx.now);
  if (!line) {
    const days = { start_on: day, end_on: end, lessons: loan.lessons ?? null, busy_from: busy.from, busy_until: busy.until };
    await insertLines(ctx.db, [{ id: line_id, order_id: order.id, model_id, item_id: item.id, ...days, state: 'on_loan' }], ctx.now);
  }
  const handed = { state: 'on_loan' as const, handed_at: ctx.now, collect_until: null, received_by: body.received_by };
  const left = order.delivery === 'courier' ? { courier: 'out' as const, courier_on: day, ...courierColumns(courier) } : {};
  await updateLine(ctx.db, line_id, { ...handed, ...left });
  await storeSignature(ctx, order, line_id, body);
  const displaced = pushed.length === 0 ? [] : await reallocateDisplacedLines(ctx, model_id, pushed);
  await gatherReceipt(ctx, order, 'out', line_id);
  await insertRecord(ctx.db, { item_id: item.id, line_id, kind: 'issue', person_id: ctx.user?.id ?? null }, ctx.now);
  await countBorrower(ctx, order, model_id);
  return { line_id, answer: { line_id, ...asWhat(line, item), item_id: item.id }, displaced };
}

/** Returns `substitute` if a device other than the ready one was handed over. If no device was ready, any device of the model counts as `ordered`. */
function asWhat(line: LineRow | undefined, item: ItemRow): Pick<HandOverOutcome['answer'], 'as' | 'instead'> {
  if (!line) return { as: 'extra', instead: '' };
  const other = line.state === 'ready' && line.item_id !== item.id;
  return { as: other ? 'substitute' : 'ordered', instead: other ? (line.item_code ?? '') : '' };
}

/** Last day of a loan. `last` is the last lesson of a loan by lesson. */
type End = { end: string; last: number | null };

async function endOf(ctx: Ctx, asked: OrderAccess, line: LineRow | undefined, { until, until_lesson }: Body): Promise<End> {
  if (line && until !== undefined && until > line.end_on) throw invalid('until', 'max');
  if (until_lesson !== undefined) return { end: today(ctx.now), last: until_lesson };
  const usual = line ? { end: line.end_on, last: line.lessons?.last ?? null } : until === undefined ? await lastOf(ctx, asked) : null;
  return { end: until ?? usual!.end, last: usual?.last ?? null };
}

/**
 * Returns the courier days of a handover. Promised days are kept if they are not over and the end is unchanged; otherwise the next tours are chosen.
 * Returns `null` without a courier.
 */
async function findCourier(ctx: Ctx, { order, point }: OrderAccess, line: LineRow | undefined, end: string): Promise<CourierDays | null> {
  const ordered = line ? courierOf(line) : null;
  // The order was placed before courier days were stored, so it has none.
  if (line && ordered === null) return null;
  const tours = await listTourDays(ctx, point, order);
  const day = today(ctx.now);
  if (tours === null) return null;
  const bring = ordered && ordered.bring >= day ? ordered.bring : tourFrom(point, tours, day);
  const kept = ordered && line?.end_on === end && ordered.fetch >= day;
  const fetch = kept ? ordered.fetch : tourFrom(point, tours, end < day ? day : end);
  return bring === null || fetch === null ? null : { bring, fetch: fetch < bring ? bring : fetch };
}

/** Returns the spans of the loan and its reservation from today on. Earlier days may belong to another loan of the device. */
function spansFrom(
  { now }: Ctx,
  point: PointRow,
  model: ModelRow,
  { end, last, courier }: End & { courier: CourierDays | null },
): { busy: Span; loan: Span } {
  const { day, time } = clockOf(now);
  if (last !== null) {
    const first = Math.min(lessonAt(point.timetable, time), end <= day ? last : MAX_LESSONS);
    const span = { from: day, until: end < day ? day : end, lessons: { first, last } };
    return { busy: span, loan: span };
  }
  const until = end < day ? day : end;
  const busy = { from: day, until: spanOf(point, model, { start: day, end: until, lessons: null, courier }).until };
  return { busy, loan: { from: day, until } };
}

/** Returns the latest end of the open lines of an order. Throws `state_conflict` if there are none. */
async function lastOf({ db, now }: Ctx, { order, point }: OrderAccess): Promise<End> {
  const lines = (await listLines(db, [order.id])).filter((line) => ['approved', 'ready', 'on_loan'].includes(stateAt(line, now)));
  if (lines.length === 0) throw new AppError('state_conflict', { details: { reason: 'nothing_open', max_days: point.max_days } });
  const ends = lines.map(({ end_on, lessons }) => ({ end: end_on, last: lessons?.last ?? null }));
  return ends.reduce((last, each) => (each.end > last.end || (each.end === last.end && (each.last ?? 0) > (last.last ?? 0)) ? each : last));
}
