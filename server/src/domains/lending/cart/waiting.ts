/** Waiting list: joining, leaving and answering offers (docs/behaviour/lending.md#waiting-list). */
import { isStudent } from '@fundus/contract/access';
import { DAY, daysBetween, shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { maxLoanDays } from '@fundus/contract/lending/calendar/rules';
import { lastStart, moveWait, waitStateOn, type WaitEvent } from '@fundus/contract/lending/allocation/wait-rules';
import type { lendingWaiting, WaitEntry } from '@fundus/contract/lending/cart/waiting';
import { isDuplicate } from '../../../db/is-duplicate.ts';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireBriefing } from '../orders/briefings.ts';
import { lockModels, requireLendable } from '../allocation/booking.ts';
import { requireAgreement } from './cart.ts';
import { offerWaiting, yearBegins } from '../orders/offers.ts';
import { requireRoomFor } from '../orders/lines.ts';
import { readOrder } from '../orders/orders.ts';
import { listLines, lockOrder, periodOf, removeOrder, updateLine, updateOrder } from '../allocation/order-repository.ts';
import { collectUntilOf } from '../allocation/spans.ts';
import { needsDecision } from '../orders/promises.ts';
import { notifyDecision, notifyOrdered } from '../mails/notify.ts';
import { requireNotSuspended } from '../orders/suspensions.ts';
import { actOnce } from '../allocation/scans.ts';
import { findPoint } from '../points/point-repository.ts';
import { countQueue, findWait, insertWait, listOwnWaits, listQueue, updateWait, type WaitRow } from '../allocation/wait-repository.ts';
import { toBorrower } from '../borrowers/borrower.ts';
import { requirePoint } from '../points/access.ts';
import { requireModel } from '../models/access.ts';

/** Number of days for which an ended entry is still shown. */
const SHOWN_DAYS = 14;

function presentWait({ now }: Pick<UserCtx, 'now'>, row: WaitRow, own: boolean): WaitEntry {
  const state = waitStateOn(row, { now, today: today(now) });
  const offered = state === 'offered' && row.start_on !== null && row.end_on !== null;
  return {
    id: row.id,
    model: { id: row.model_id, name: row.model_name },
    point: { id: row.point_id, name: row.point_name },
    borrower: row.borrower,
    school: row.school_name ?? '',
    quantity: row.quantity,
    earliest: row.earliest,
    latest: row.latest,
    days: row.days,
    state,
    offer: offered ? { start: row.start_on!, end: row.end_on!, until: row.offered_until!.toISOString() } : null,
    created_at: row.created_at.toISOString(),
    can: { cancel: own && moveWait(state, 'cancel') !== undefined, answer: own && offered },
  };
}

export async function readOwnWaitingList(ctx: UserCtx): Promise<{ items: WaitEntry[] }> {
  const since = new Date(ctx.now.getTime() - SHOWN_DAYS * DAY);
  return { items: (await listOwnWaits(ctx.db, ctx.user.id, since)).map((row) => presentWait(ctx, row, true)) };
}

export async function readWaitingList(
  ctx: UserCtx,
  { point: pointId, offset, limit }: Input<typeof lendingWaiting.waiting>['query'],
): Promise<Reply<typeof lendingWaiting.waiting>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const rows = await listQueue(ctx.db, { point: point.id }, yearBegins(ctx), { offset, limit });
  const items = rows.map((row) => presentWait(ctx, row, row.person_id === ctx.user.id));
  return { total: await countQueue(ctx.db, point.id), offset, limit, items };
}

/** Throws if the point can never fulfil the request: days in the past or too distant, too long a loan, or more devices than the model has. */
async function requirePossible(ctx: UserCtx, body: Input<typeof lendingWaiting.wait>['body']): Promise<void> {
  const { model, point } = await requireModel(ctx, body.model, 'borrow', 'model');
  const { earliest, latest, days, quantity } = body;
  if (point.mode === 'periods') throw new AppError('state_conflict', { details: { reason: 'by_lesson' } });
  if (days === null)
    return requireLendable(ctx, { ...point, visits_max: null }, model, { start: earliest, end: latest, lessons: null }, null);
  if (days > daysBetween(earliest, latest) + 1) throw invalid('days', 'max');
  const begins = daysBetween(earliest, lastStart(body)) + 1;
  const max_days = Math.max(...Array.from({ length: Math.min(begins, 400) }, (_, i) => maxLoanDays(point, model, shiftDay(earliest, i))));
  if (days > max_days) throw new AppError('too_long', { details: { max_days } });
  if (lastStart(body) < today(ctx.now)) throw invalid('latest', 'min');
  const last = shiftDay(today(ctx.now), point.horizon_days);
  if (latest > last) throw new AppError('too_late', { details: { latest: last } });
  if (quantity > model.devices) throw new AppError('state_conflict', { details: { reason: 'most', most: model.devices } });
}

export async function joinQueue(ctx: UserCtx, body: Input<typeof lendingWaiting.wait>['body']): Promise<WaitEntry> {
  const { db, user } = ctx;
  const { model, point } = await requireModel(ctx, body.model, 'borrow', 'model');
  // Learners cannot wait, because the offer would expire before their teacher agrees.
  if (isStudent(user)) throw new AppError('forbidden');
  await requirePossible(ctx, body);
  await requireNotSuspended(ctx, toBorrower(user), point.id);
  if (body.quantity > model.devices) throw new AppError('state_conflict', { details: { reason: 'most', most: model.devices } });
  await requireRoomFor(ctx, toBorrower(user), point, body.quantity);
  const { id } = await actOnce(ctx, body.key, point.id, () => joinWaitingList(ctx, model.id, body));
  return presentWait(ctx, (await findWait(db, id))!, true);
}

async function joinWaitingList(ctx: UserCtx, model: string, body: Input<typeof lendingWaiting.wait>['body']): Promise<{ id: string }> {
  const { db, now, user } = ctx;
  await lockModels(ctx, [model]);
  const id = newId(now);
  const { earliest, latest, days, quantity } = body;
  try {
    await insertWait(db, {
      ...{ id, model_id: model, person_id: user.id, school_id: user.school_id },
      ...{ quantity, earliest, latest, days, created_at: now },
    });
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('already_exists', { field: 'model' });
    throw error;
  }
  await offerWaiting(ctx, model);
  return { id };
}

/** Returns the user's own entry with its current state and locks it until commit. Throws `state_conflict` if the transition is not allowed. */
async function requireMovable(ctx: UserCtx, id: string, event: WaitEvent): Promise<WaitRow> {
  const found = await findWait(ctx.db, id);
  if (found?.person_id !== ctx.user.id) throw notFound();
  if (found.order_id !== null) await lockOrder(ctx.db, found.order_id);
  await lockModels(ctx, [found.model_id]);
  const row = (await findWait(ctx.db, id))!;
  // The offer was made while this transaction waited for its locks, so the offered order is not locked.
  if (row.order_id !== found.order_id) throw new AppError('state_conflict', { details: { state: row.state } });
  const state = waitStateOn(row, { now: ctx.now, today: today(ctx.now) });
  if (!moveWait(state, event)) throw new AppError('state_conflict', { details: { state } });
  return row;
}

/** Ends an entry in the waiting list. Its reserved device is offered to the next user. */
export async function leaveWaitingList(ctx: UserCtx, id: string, event: 'cancel' | 'decline'): Promise<WaitEntry> {
  const row = await requireMovable(ctx, id, event);
  await updateWait(ctx.db, id, { state: moveWait(row.state, event)!, over_at: ctx.now });
  if (row.order_id !== null) await removeOrder(ctx.db, row.order_id);
  await offerWaiting(ctx, row.model_id);
  return presentWait(ctx, (await findWait(ctx.db, id))!, true);
}

export async function acceptOffer(
  ctx: UserCtx,
  id: string,
  { title, purpose, contact, terms_version }: Input<typeof lendingWaiting.acceptOffer>['body'],
): Promise<RentalOrder> {
  const { db, now } = ctx;
  const row = await requireMovable(ctx, id, 'accept');
  const point = (await findPoint(db, row.point_id))!;
  await requireNotSuspended(ctx, toBorrower(ctx.user), point.id);
  requireAgreement(point, { purpose, terms_version });
  await requireBriefing(ctx, toBorrower(ctx.user), [row.model_id]);
  const lines = await listLines(db, [row.order_id!]);
  const approved = !(await needsDecision(ctx, lines));
  for (const line of lines)
    await updateLine(
      db,
      line.id,
      approved ? { state: 'approved', collect_until: collectUntilOf(point, periodOf(line)) } : { state: 'requested' },
    );
  await updateOrder(db, row.order_id!, { title, purpose, contact, submitted_at: now, hold_until: null, offered: false });
  await updateWait(db, id, { state: 'accepted', over_at: now });
  await (approved ? notifyDecision(ctx, row.order_id!, 'approved') : notifyOrdered(ctx, row.order_id!));
  return readOrder(ctx, row.order_id!);
}
