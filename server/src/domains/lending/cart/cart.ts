/** The cart reserves devices for half an hour. All of its lines are ordered together (docs/behaviour/lending.md#the-cart). */
import type { Input } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { lending } from '@fundus/contract/lending/lending';
import type { Cart, RentalOrder } from '@fundus/contract/lending/orders/orders';
import { HOLD_MINUTES } from '@fundus/contract/lending/calendar/rules';
import type { Delivery } from '@fundus/contract/lending/states';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { findUnbriefed } from '../orders/briefings.ts';
import { requireOrder } from '../orders/access.ts';
import { lockModels, requireLendable, allocateDevices } from '../allocation/booking.ts';
import {
  findCart,
  findLine,
  insertOrder,
  listLines,
  lockOrder,
  removeLine,
  updateLine,
  updateOrder,
  periodOf,
  courierOf,
  type LineRow,
  type OrderRow,
} from '../allocation/order-repository.ts';
import { placeLines } from '../orders/lines.ts';
import { needsDecision } from '../orders/promises.ts';
import { newNumber } from '../orders/numbers.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { isApprovedAtOnce } from '../points/policy.ts';
import { hasActiveHold, presentCart, presentOrders } from '../orders/present.ts';
import { requireNotSuspended } from '../orders/suspensions.ts';
import { actOnce } from '../allocation/scans.ts';
import { requestAgreement, requireNamed } from '../orders/agreement.ts';
import { findModel } from '../models/stock-repository.ts';
import { notifyDecision, notifyOrdered } from '../mails/notify.ts';
import { courierColumns, listTourDays, requireCourierDays } from '../allocation/courier.ts';
import { collectUntilOf, spanOf, type Period } from '../allocation/spans.ts';
import { toBorrower } from '../borrowers/borrower.ts';
import { requirePoint } from '../points/access.ts';
import { requireModel } from '../models/access.ts';

export async function readCart(ctx: UserCtx, pointId: string): Promise<Cart> {
  await requirePoint(ctx, pointId, 'borrow');
  return presentCart(ctx, await findCart(ctx.db, ctx.user.id, pointId));
}

/** Returns the user's cart at a point and locks it until commit. Creates the cart if necessary. */
async function requireCart(ctx: UserCtx, point: PointRow): Promise<OrderRow> {
  const { db, user, now } = ctx;
  if (!(await findCart(db, user.id, point.id)))
    await insertOrder(db, {
      id: newId(now),
      number: newNumber(),
      point_id: point.id,
      person_id: user.id,
      school_id: user.school_id,
      created_at: now,
    });
  const cart = (await findCart(db, user.id, point.id))!;
  await lockOrder(db, cart.id);
  // Another transaction may have ordered the cart while this one waited for the lock. In this case, a new cart is needed.
  return (await findCart(db, user.id, point.id)) ?? requireCart(ctx, point);
}

const holdFrom = (now: Date): Date => new Date(now.getTime() + HOLD_MINUTES * 60_000);

export async function addToCart(ctx: UserCtx, body: Input<typeof lending.addToCart>['body']): Promise<Cart> {
  const { point } = await requireModel(ctx, body.model, 'borrow', 'model');
  await actOnce(ctx, body.key, point.id, () => addLines(ctx, body));
  return readCart(ctx, point.id);
}

/** Adds devices of one model to the cart. */
export async function addLines(ctx: UserCtx, body: Omit<Input<typeof lending.addToCart>['body'], 'key'>): Promise<{ cart: string }> {
  const { db, now, user } = ctx;
  const { model, point } = await requireModel(ctx, body.model, 'borrow', 'model');
  const cart = await requireCart(ctx, point);
  await lockModels(ctx, [model.id]);
  const { start, end, lessons, quantity } = body;
  const tours = await listTourDays(ctx, point, { ...cart, school_id: user.school_id });
  await placeLines(ctx, cart.id, toBorrower(user), 'in_cart', { point, model, period: { start, end, lessons }, quantity, tours });
  if (!hasActiveHold(cart, now)) await updateOrder(db, cart.id, { hold_until: holdFrom(now), extended: false });
  return { cart: cart.id };
}

export type WantedLines = Period & { model: string; quantity: number };

/** Adds several models to the cart. Adds none if one of them is not available. */
export async function addModelsToCart(ctx: UserCtx, point: PointRow, wanted: readonly WantedLines[]): Promise<void> {
  // Locks all models at once, because locking them one after the other could deadlock.
  await requireCart(ctx, point);
  await lockModels(
    ctx,
    wanted.map(({ model }) => model),
  );
  for (const each of wanted) await addLines(ctx, each);
}

export async function removeFromCart(ctx: UserCtx, id: string): Promise<Cart> {
  const found = await findLine(ctx.db, id);
  if (!found) throw notFound();
  const { order, own, point } = await requireOrder(ctx, found.order_id);
  if (!own) throw new AppError('forbidden');
  if (order.offered) throw new AppError('state_conflict', { details: { reason: 'offered' } });
  await lockOrder(ctx.db, order.id);
  // Reads the line again, because the cart may have been ordered meanwhile.
  const line = await findLine(ctx.db, id);
  if (line?.state !== 'in_cart') throw new AppError('state_conflict');
  await removeLine(ctx.db, id);
  const cart = await findCart(ctx.db, ctx.user.id, point.id);
  // An empty cart has no deadline, so that the next line is reserved for the full half hour.
  if (cart && (await listLines(ctx.db, [cart.id])).length === 0) await updateOrder(ctx.db, cart.id, { hold_until: null, extended: false });
  return presentCart(ctx, await findCart(ctx.db, ctx.user.id, point.id));
}

/**
 * Reserves devices again for lines whose reservation has expired, and adjusts all lines to the courier days of a delivery. Throws for the first line
 * that cannot be reserved.
 */
async function reserveDevices(ctx: UserCtx, { id }: PointRow, cart: OrderRow, delivery = cart.delivery): Promise<LineRow[]> {
  const lines = await listLines(ctx.db, [cart.id]);
  await lockModels(
    ctx,
    lines.map(({ model_id }) => model_id),
  );
  // Opening hours and rules may have changed before the lock was acquired.
  const point = (await findPoint(ctx.db, id))!;
  const tours = await listTourDays(ctx, point, { delivery, school_id: ctx.user.school_id });
  for (const line of await listLines(ctx.db, [cart.id])) {
    const model = (await findModel(ctx.db, line.model_id))!;
    const period = periodOf(line);
    await requireLendable(ctx, point, model, period, cart.id);
    const courier = requireCourierDays(ctx, point, tours, period);
    const span = spanOf(point, model, { ...period, courier });
    const isUnchanged = line.busy_from === span.from && line.busy_until === span.until;
    if (isUnchanged && JSON.stringify(courier) === JSON.stringify(courierOf(line))) continue;
    const request = { point, model, period, quantity: 1, tours };
    const { busy, itemIds } = await allocateDevices(ctx, request, line.busy_from === null ? [] : [line.id]);
    const taken = { item_id: itemIds[0]!, busy_from: busy.from, busy_until: busy.until };
    await updateLine(ctx.db, line.id, { ...taken, ...courierColumns(courier) });
  }
  return listLines(ctx.db, [cart.id]);
}

/** Sets the delivery of the cart and reserves its devices for the additional days. Throws if a device is not available. */
export async function deliverCart(ctx: UserCtx, { point: pointId, delivery }: Input<typeof lending.deliver>['body']): Promise<Cart> {
  const point = await requirePoint(ctx, pointId, 'borrow');
  await requireDelivery(ctx, point, delivery, ctx.user.school_id);
  const cart = await requireCart(ctx, point);
  // An expired cart is checked later, when its devices are reserved again.
  if (hasActiveHold(cart, ctx.now)) await reserveDevices(ctx, point, cart, delivery);
  await updateOrder(ctx.db, cart.id, { delivery });
  return presentCart(ctx, await findCart(ctx.db, ctx.user.id, point.id));
}

/** Extends a cart once by half an hour. An expired cart is reserved again if enough devices are free. */
export async function extendCart(ctx: UserCtx, pointId: string): Promise<Cart> {
  const point = await requirePoint(ctx, pointId, 'borrow');
  const found = await findCart(ctx.db, ctx.user.id, point.id);
  if (!found) throw new AppError('state_conflict', { details: { reason: 'empty' } });
  await lockOrder(ctx.db, found.id);
  const cart = await findCart(ctx.db, ctx.user.id, point.id);
  const lines = cart ? await listLines(ctx.db, [cart.id]) : [];
  if (!cart || lines.length === 0) throw new AppError('state_conflict', { details: { reason: 'empty' } });
  const alive = hasActiveHold(cart, ctx.now);
  const released = !alive || lines.some(({ busy_from }) => busy_from === null);
  if (released) await reserveDevices(ctx, point, cart);
  if (!alive) await updateOrder(ctx.db, cart.id, { hold_until: holdFrom(ctx.now), extended: false });
  else if (!cart.extended) await updateOrder(ctx.db, cart.id, { hold_until: holdFrom(cart.hold_until!), extended: true });
  else if (!released) throw new AppError('state_conflict', { details: { reason: 'extended' } });
  return presentCart(ctx, await findCart(ctx.db, ctx.user.id, point.id));
}

/** Throws if a required purpose is missing or the user accepted an outdated version of the terms. */
export function requireAgreement(point: PointRow, { purpose, terms_version }: { purpose: string; terms_version: number }): void {
  if (point.purpose_required && purpose === '') throw new AppError('purpose_missing', { field: 'purpose' });
  if (point.terms_version > 0 && point.terms !== '' && terms_version !== point.terms_version)
    throw new AppError('terms_outdated', { field: 'terms_version', details: { version: point.terms_version } });
}

/** Throws if the point does not offer this kind of delivery to the school. */
export async function requireDelivery(
  { db }: Pick<UserCtx, 'db'>,
  point: PointRow,
  delivery: Delivery,
  school: string | null,
): Promise<void> {
  const offered =
    delivery === 'pickup' ||
    (delivery === 'post' ? point.by_post : (await listTourDays({ db }, point, { delivery, school_id: school })) !== null);
  if (!offered) throw invalid('delivery', 'choice');
}

/** Orders all lines of the cart in one transaction. */
export async function placeOrder(ctx: UserCtx, body: Input<typeof lending.placeOrder>['body']): Promise<RentalOrder> {
  const point = await requirePoint(ctx, body.point, 'borrow');
  const id = await orderCart(ctx, point, body);
  const { order, own, desk } = await requireOrder(ctx, id);
  return (await presentOrders(ctx, [order], () => ({ own, desk })))[0]!;
}

async function orderCart(ctx: UserCtx, point: PointRow, body: Input<typeof lending.placeOrder>['body']): Promise<string> {
  const { db, now, user } = ctx;
  const found = await findCart(db, user.id, point.id);
  if (!found) throw new AppError('state_conflict', { details: { reason: 'empty' } });
  const responsible = await requireNamed(ctx, body.responsible);
  await lockOrder(db, found.id);
  await requireNotSuspended(ctx, toBorrower(user), point.id);
  const cart = await findCart(db, user.id, point.id);
  if (!cart) throw new AppError('state_conflict', { details: { reason: 'empty' } });
  requireAgreement(point, body);
  await requireDelivery(ctx, point, body.delivery, user.school_id);
  const lines = await reserveDevices(ctx, point, cart, body.delivery);
  if (lines.length === 0) throw new AppError('state_conflict', { details: { reason: 'empty' } });
  const models = lines.map(({ model_id }) => model_id);
  // The desk decides on orders whose borrower needs a briefing.
  const approved =
    responsible === null &&
    isApprovedAtOnce(point.approval, user) &&
    (await findUnbriefed(ctx, toBorrower(user), models)) === undefined &&
    !(await needsDecision(ctx, lines));
  const rules = (await findPoint(db, point.id))!;
  for (const line of lines)
    await updateLine(db, line.id, {
      state: approved ? 'approved' : 'requested',
      collect_until: approved ? collectUntilOf(rules, periodOf(line)) : null,
    });
  const { title, purpose, contact, delivery } = body;
  await updateOrder(db, cart.id, {
    title,
    purpose,
    contact,
    delivery,
    school_id: user.school_id,
    submitted_at: now,
    hold_until: null,
    responsible_id: responsible,
  });
  if (responsible !== null) await requestAgreement(ctx, cart.id);
  await (approved ? notifyDecision(ctx, cart.id, 'approved') : notifyOrdered(ctx, cart.id));
  return cart.id;
}
