/** Submitted orders: reading, deciding, cancelling, changing and renewing (docs/behaviour/lending.md#orders). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import { tourFrom, type CourierDays, type TourDays } from '@fundus/contract/lending/allocation/courier';
import type { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { OVERRIDABLE, decideRenewal, renewedUntil } from '@fundus/contract/lending/calendar/rules';
import { moveLine, type LineEvent } from '@fundus/contract/lending/states';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireLine, requireLockedOrder, requireOrder, requireOrderAtDesk, type OrderAccess } from './access.ts';
import { requireBriefing } from './briefings.ts';
import { lockModels, readStock } from '../allocation/booking.ts';
import { courierColumns, listTourDays } from '../allocation/courier.ts';
import {
  countOwnOrders,
  dueOf,
  findLine,
  listLines,
  listOwnOrders,
  periodOf,
  updateLine,
  updateOrder,
  type LineRow,
} from '../allocation/order-repository.ts';
import { moveLines } from '../allocation/allocation-repository.ts';
import { planAllocation } from '../allocation/allocation.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { presentOrders, stateAt } from './present.ts';
import { findModel, type ModelRow } from '../models/stock-repository.ts';
import { findSuspension } from '../borrowers/suspension-repository.ts';
import { suspendedBy } from './suspensions.ts';
import { actOnce } from '../allocation/scans.ts';
import { decideLines, queueOffers } from './decide-lines.ts';
import { offerWaiting } from './offers.ts';
import { notifyDecision } from '../mails/notify.ts';
import { collectUntilOf, spanOf } from '../allocation/spans.ts';
import { findEarliestWaitDay } from '../allocation/wait-repository.ts';
import { toBorrower, hasBorrower, subjectOf } from '../borrowers/borrower.ts';

export async function readOrder(ctx: UserCtx, id: string): Promise<RentalOrder> {
  const { order, own, desk } = await requireOrder(ctx, id);
  return (await presentOrders(ctx, [order], () => ({ own, desk })))[0]!;
}

export async function readOwnOrders(
  ctx: UserCtx,
  { show, offset, limit }: { show: 'open' | 'over'; offset: number; limit: number },
): Promise<Reply<typeof lending.orders>> {
  const [day, open] = [today(ctx.now), show === 'open'];
  const total = await countOwnOrders(ctx.db, toBorrower(ctx.user), open, day);
  const rows = await listOwnOrders(ctx.db, toBorrower(ctx.user), open, day, offset, limit);
  return { total, offset, limit, items: await presentOrders(ctx, rows, () => ({ own: true, desk: false })) };
}

export const createStateConflict = (state: string, reason?: string): AppError =>
  new AppError('state_conflict', { details: { state, ...(reason !== undefined && { reason }) } });

/** Returns the lines of an order that allow a transition, and locks their models until commit. Throws `state_conflict` if there are none. */
async function requireMovable(ctx: UserCtx, { order }: OrderAccess, event: LineEvent): Promise<LineRow[]> {
  const before = await listLines(ctx.db, [order.id]);
  await lockModels(
    ctx,
    before.map(({ model_id }) => model_id),
  );
  const lines = await listLines(ctx.db, [order.id]);
  const movable = lines.filter((line) => line.state !== 'in_cart' && moveLine(line.state, event));
  if (movable.length === 0) throw createStateConflict(lines[0]?.state ?? 'in_cart');
  return movable;
}

export const endedColumns = (now: Date) => ({ busy_from: null, busy_until: null, over_at: now }) as const;
/** Returns the scope and subject of audit log entries. */
export const orderAuditScope = ({ order, point }: OrderAccess) => ({
  school: point.school_id,
  district: point.district_id,
  ...subjectOf(order),
});

/** Approves an order, or only the given lines. Each of these must be undecided. */
export async function approveLoanOrder(ctx: UserCtx, id: string, only: readonly string[] | undefined): Promise<RentalOrder> {
  const asked = await requireOrderAtDesk(ctx, id);
  const lines = await requireMovable(ctx, asked, 'approve');
  if (lines.some((line) => line.agree_until !== null)) throw createStateConflict('requested', 'agreement');
  const chosen = only ? lines.filter((line) => only.includes(line.id)) : lines;
  if (only && chosen.length < new Set(only).size) throw createStateConflict('approved', 'lines');
  await requireBriefing(
    ctx,
    asked.order,
    chosen.map((line) => line.model_id),
  );
  const point = (await findPoint(ctx.db, asked.point.id))!;
  await decideLines(ctx, asked.order, 'approved', chosen, async (delayed) => {
    for (const line of chosen)
      await updateLine(ctx.db, line.id, { state: 'approved', collect_until: collectUntilOf(point, periodOf(line)) });
    await notifyDecision({ ...ctx, delayed }, id, 'approved', { only: chosen.map((line) => line.id) });
  });
  await recordAudit(ctx, 'lending.approve', null, { number: asked.order.number, count: chosen.length }, orderAuditScope(asked));
  return readOrder(ctx, id);
}

export async function rejectLoanOrder(ctx: UserCtx, id: string, reason: string): Promise<RentalOrder> {
  const asked = await requireOrderAtDesk(ctx, id);
  const lines = await requireMovable(ctx, asked, 'reject');
  await decideLines(ctx, asked.order, 'rejected', lines, async (delayed) => {
    for (const line of lines) await updateLine(ctx.db, line.id, { state: 'rejected', ...endedColumns(ctx.now) });
    await updateOrder(ctx.db, id, { reason });
    await notifyDecision({ ...ctx, delayed }, id, 'rejected', { only: lines.map((line) => line.id), reason });
    await queueOffers(ctx, lines, delayed);
  });
  await recordAudit(ctx, 'lending.reject', null, { number: asked.order.number }, orderAuditScope(asked));
  return readOrder(ctx, id);
}

/** Cancels all lines that are not yet collected. The desk has to give a reason. */
export async function cancelOrder(ctx: UserCtx, id: string, reason: string): Promise<RentalOrder> {
  const asked = await requireLockedOrder(ctx, id);
  if (!asked.own && reason === '') throw invalid('reason', 'required');
  const lines = await requireMovable(ctx, asked, 'cancel');
  for (const line of lines) await updateLine(ctx.db, line.id, { state: 'cancelled', ...endedColumns(ctx.now) });
  if (!asked.own) await notifyCancelled(ctx, asked, lines, reason);
  await offerNext(ctx, lines);
  return readOrder(ctx, id);
}

/** Stores the reason, notifies the borrower and writes an audit log entry. */
async function notifyCancelled(ctx: UserCtx, asked: OrderAccess, lines: readonly LineRow[], reason: string): Promise<void> {
  await updateOrder(ctx.db, asked.order.id, { reason });
  await notifyDecision(ctx, asked.order.id, 'cancelled', { only: lines.map((line) => line.id), reason });
  await recordAudit(ctx, 'lending.cancel', null, { number: asked.order.number, count: lines.length }, orderAuditScope(asked));
}

/** Offers released devices to the waiting list. */
export async function offerNext(ctx: UserCtx, lines: readonly LineRow[]): Promise<void> {
  for (const model of new Set(lines.map(({ model_id }) => model_id))) await offerWaiting(ctx, model);
}

export type DecidableLine = OrderAccess & { line: LineRow; model: ModelRow; point: PointRow };

/** Returns a line with its current state. Locks its order and model until commit. */
export async function requireDecidable(ctx: UserCtx, id: string): Promise<DecidableLine> {
  const asked = await requireLine(ctx, id);
  await lockModels(ctx, [asked.line.model_id]);
  const [line, model] = [(await findLine(ctx.db, id))!, (await findModel(ctx.db, asked.line.model_id))!];
  return { ...asked, line, model, point: (await findPoint(ctx.db, asked.point.id))! };
}

/** Cancels one line. The desk has to give a reason. */
export async function cancelLine(ctx: UserCtx, id: string, reason: string): Promise<RentalOrder> {
  const asked = await requireDecidable(ctx, id);
  const { line, order, own } = asked;
  if (!own && reason === '') throw invalid('reason', 'required');
  if (!moveLine(line.state, 'cancel')) throw createStateConflict(line.state);
  await updateLine(ctx.db, id, { state: 'cancelled', ...endedColumns(ctx.now) });
  if (!own) await notifyCancelled(ctx, asked, [line], reason);
  await offerNext(ctx, [line]);
  return readOrder(ctx, order.id);
}

/** Returns the first and the last day by which a renewal would extend the loan. */
const renewedDays = (point: PointRow, { end_on }: LineRow, day: string): [string, string] => [
  shiftDay(end_on, 1),
  renewedUntil(point, end_on, day) ?? shiftDay(end_on, point.renewal_days),
];

/** Renews a loan with the same device. Moves later bookings to another device. Throws `not_renewable` if none is free. */
export async function renewLine(
  ctx: UserCtx,
  id: string,
  { override, key }: { override: boolean; key?: string | undefined },
): Promise<RentalOrder> {
  const asked = await requireDecidable(ctx, id);
  if (override && !asked.desk) throw new AppError('forbidden');
  await actOnce(ctx, key, asked.point.id, () => renewLoan(ctx, asked, override));
  return readOrder(ctx, asked.order.id);
}

/** Returns the courier days of a renewed loan, or `null` if the borrower returns the device to the desk. */
function renewedCourierDays(point: PointRow, tours: TourDays, { start_on, bring_on }: LineRow, until: string): CourierDays | null {
  const fetch = tours && tourFrom(point, tours, until);
  return fetch === null ? null : { bring: bring_on ?? start_on, fetch };
}

async function renewLoan(ctx: UserCtx, { line, order, point, model, desk }: DecidableLine, override: boolean): Promise<{ until: string }> {
  const { id } = line;
  // Loans by lesson cannot be renewed, because another class may need the next lesson. The borrower can order that lesson instead.
  if (line.lessons && stateAt(line, ctx.now) === 'on_loan') throw new AppError('not_renewable', { details: { reason: 'by_lesson' } });
  const day = today(ctx.now);
  const suspension = hasBorrower(order) ? await findSuspension(ctx.db, order, point.id, day) : undefined;
  const { items, booked } = await readStock(ctx, model.id);
  const others = booked.filter((each) => each.id !== id);
  const tours = await listTourDays(ctx, point, order);
  const spanUntil = (until: string) =>
    spanOf(point, model, { start: line.start_on, end: until, lessons: null, courier: renewedCourierDays(point, tours, line, until) });
  const kept = (until: string) => ({ id, item_id: line.item_id!, fixed: true, ...spanUntil(until) });
  const planFor = (until: string) => planAllocation(items, [...others, kept(until)], []);
  const waited = await findEarliestWaitDay(ctx.db, model.id, ...renewedDays(point, line, day));
  const answer = decideRenewal(
    point,
    model,
    { on_loan: stateAt(line, ctx.now) === 'on_loan', start: line.start_on, end: line.end_on, due: dueOf(line), renewals: line.renewals },
    { today: day, override, isFree: (until) => planFor(until) !== null, isWaited: waited !== null, isSuspended: suspension !== undefined },
  );
  if ('refused' in answer && answer.refused === 'suspended') throw suspendedBy(suspension!);
  if ('refused' in answer)
    throw new AppError(answer.refused === 'not_on_loan' ? 'state_conflict' : 'not_renewable', {
      details: {
        reason: answer.refused,
        override: desk && OVERRIDABLE.includes(answer.refused),
        email: point.email,
        phone: point.phone,
        ...(answer.refused === 'waited' && { date: waited }),
      },
    });
  const { until } = answer;
  const moves = [...planFor(until)!.moves].map(([other, item_id]) => ({ id: other, item_id }));
  const busy = spanUntil(until);
  await moveLines(ctx.db, [
    ...moves,
    { id, item_id: line.item_id!, busy: { ...busy, from: line.busy_from! }, loan: { from: line.start_on, until } },
  ]);
  const days = courierColumns(renewedCourierDays(point, tours, line, until));
  await updateLine(ctx.db, id, { renewals: line.renewals + 1, overdue_level: 0, ...days });
  return { until };
}
