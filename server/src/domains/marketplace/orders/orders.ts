/** Actions of schools and districts on submitted orders (docs/behaviour/marketplace.md#orders). */
import { DAY, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, rejectInvalidFields } from '@fundus/contract/errors';
import { DRAFT_DAYS, INVOICE_DAYS, KEEP_YEARS, ONLINE_HOURS } from '@fundus/contract/marketplace/order-states';
import type { Order, orders } from '@fundus/contract/marketplace/orders';
import { sumLines } from '@fundus/contract/marketplace/rules';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { pollPayments } from '../payment/provider-requests.ts';
import { readBudget } from './budget.ts';
import { recordAudit } from '../../../http/audit.ts';
import { listInvoices, setPaid } from '../invoices/invoice-repository.ts';
import { makeUndoableDecision, undoDecision, withdrawDecision } from '../../mails/index.ts';
import { buyOrder, confirmOrder, lockForEvent, applyOrderEvent, refundOrder } from './move.ts';
import {
  countOrders,
  listLines,
  listOrders,
  listUnaccepted,
  lockOrder,
  recordOrderEvent,
  removeOldOrders,
  updateOrder,
  type OrderScope,
} from './order-repository.ts';
import { retryRefunds, expireCheckoutSession } from '../payment/payment-jobs.ts';
import { notifyOfOrder } from './order-mails.ts';
import { isOfSchool, presentOrder, readLinesOf, requireOrder } from './order-view.ts';
import { mayApprove, mayManageMarketplace } from '../policy.ts';

const decisionOn = (id: string): string => `purchase:${id}`;

const present = async (ctx: UserCtx<'payment'>, id: string): Promise<Order> => presentOrder(ctx, await requireOrder(ctx, id));

/** Returns the school or district whose orders the user manages, or `null` if there is none. */
function findCharge({ user }: UserCtx): OrderScope | null {
  if (mayApprove(user) && user.school_id !== null) return { school_id: user.school_id };
  return mayManageMarketplace(user) && user.district_id !== null ? { district_id: user.district_id } : null;
}

export async function readOrders(
  ctx: UserCtx,
  { offset, limit, all, unpaid }: Input<typeof orders.orders>['query'],
): Promise<Reply<typeof orders.orders>> {
  const { db, user } = ctx;
  const charge = findCharge(ctx);
  if (all && !charge) throw new AppError('forbidden');
  const whose = all && charge ? charge : { buyer_id: user.id };
  const rows = await listOrders(db, whose, { offset, limit, unpaid });
  const counted = await countOrders(db, whose);
  const lines = Map.groupBy(
    await listLines(
      db,
      rows.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  // A request for approval has its current price, which the approver sees in the list.
  const waiting = rows.filter(({ state }) => state === 'waiting_approval');
  const priced = await readLinesOf(ctx, waiting);
  const costs = new Map(waiting.map(({ id }) => [id, sumLines(priced.get(id) ?? []).gross]));
  return {
    total: unpaid ? counted.unpaid.count : counted.all,
    ...{ offset, limit },
    items: rows.map(({ id, number, state, school_id, school_name, buyer_name, gross, pays, created_at, withdrawal, due_on }) => ({
      ...{ id, number, state, gross: costs.get(id) ?? gross, pays, withdrawal, due_on },
      school: school_id === null ? null : { id: school_id, name: school_name ?? '' },
      buyer: 'district_id' in whose ? null : buyer_name,
      created_at: created_at.toISOString(),
      titles: (lines.get(id) ?? []).map(({ title }) => title),
    })),
    unpaid: counted.unpaid,
    can: { all: charge !== null },
    budget: mayApprove(user) && user.school_id !== null ? await readBudget(ctx, user.school_id) : null,
  };
}

export const readOrder = present;

/** Locks the order. Throws unless the user may perform the action, by the same rules as `can`. */
async function requireMay(ctx: UserCtx<'payment'>, id: string, right: keyof Order['can']): Promise<void> {
  const order = await requireOrder(ctx, id);
  await lockOrder(ctx.db, id);
  const { can, state } = await presentOrder(ctx, await requireOrder(ctx, id));
  if (can[right]) return;
  const { user } = ctx;
  const charged =
    right === 'accept' || right === 'refund' || right === 'settle'
      ? mayManageMarketplace(user)
      : right === 'approve'
        ? isOfSchool(user, order)
        : true;
  throw charged ? new AppError('state_conflict', { details: { state } }) : new AppError('forbidden');
}

export async function approveOrder(ctx: UserCtx<'payment'>, id: string, body: Input<typeof orders.approve>['body']): Promise<Order> {
  await requireMay(ctx, id, 'approve');
  await makeUndoableDecision(ctx, decisionOn(id), {}, (delayed) => buyOrder({ ...ctx, delayed }, id, 'approve', body));
  // An online payment begins immediately, so the decision cannot be undone.
  if (body.pays === 'online') await withdrawDecision(ctx, decisionOn(id));
  return present(ctx, id);
}

export async function declineOrder(ctx: UserCtx<'payment'>, id: string, reason: string): Promise<Order> {
  const order = await requireOrder(ctx, id);
  if (!isOfSchool(ctx.user, order)) throw new AppError('forbidden');
  const { order: locked, to } = await lockForEvent(ctx, id, 'decline');
  await applyOrderEvent(ctx, locked, 'decline', to, { reason });
  await makeUndoableDecision(ctx, decisionOn(id), {}, (delayed) => notifyOfOrder({ ...ctx, delayed }, id, 'declined'));
  return present(ctx, id);
}

/** Values of the fields that an order waiting for approval does not have yet. */
const NOT_ORDERED = {
  number: null,
  ordered_at: null,
  approved_by: null,
  terms_version: null,
  net: 0,
  vat: 0,
  gross: 0,
  reason: '',
} as const;

/**
 * Returns a declined order, or one approved on invoice, to the state waiting for approval, until the mail about the decision is sent. Throws the
 * errors of `undoDecision`, and `state_conflict` if the state of the order changed meanwhile.
 */
export async function undoOrder(ctx: UserCtx<'payment'>, id: string): Promise<Order> {
  const order = await requireOrder(ctx, id);
  if (!isOfSchool(ctx.user, order)) throw new AppError('forbidden');
  const { order: locked, to } = await lockForEvent(ctx, id, 'undo');
  await undoDecision(ctx, decisionOn(id));
  await applyOrderEvent(ctx, locked, 'undo', to, NOT_ORDERED);
  return present(ctx, id);
}

export async function cancelOrder(ctx: UserCtx<'payment'>, id: string): Promise<Order> {
  await requireMay(ctx, id, 'cancel');
  const { order, to } = await lockForEvent(ctx, id, 'cancel');
  await applyOrderEvent(ctx, order, 'cancel', to);
  await expireCheckoutSession(ctx, id);
  await notifyOfOrder(ctx, id, 'cancelled');
  return present(ctx, id);
}

export async function acceptOrder(ctx: UserCtx<'payment'>, id: string): Promise<Order> {
  await requireMay(ctx, id, 'accept');
  await confirmOrder(ctx, id);
  return present(ctx, id);
}

export async function withdrawOrder(ctx: UserCtx<'payment'>, id: string, reason: string): Promise<Order> {
  await requireMay(ctx, id, 'withdraw');
  await updateOrder(ctx.db, id, { withdrawal: reason, changed_at: ctx.now });
  await recordOrderEvent(ctx.db, { order_id: id, at: ctx.now, event: 'withdraw', to_state: 'fulfilled', person_id: ctx.user.id });
  await notifyOfOrder(ctx, id, 'withdrawn');
  return present(ctx, id);
}

export async function refund(ctx: UserCtx<'payment'>, id: string, reason: string): Promise<Order> {
  await requireMay(ctx, id, 'refund');
  await refundOrder(ctx, id, reason);
  return present(ctx, id);
}

/** Stores the day on which the invoice was paid, or removes it. */
export async function setInvoicePaid(ctx: UserCtx<'payment'>, id: string, paid_on: string | null): Promise<Order> {
  await requireMay(ctx, id, 'settle');
  rejectInvalidFields([paid_on !== null && paid_on > today(ctx.now) && { field: 'paid_on', rule: 'max' }]);
  const invoice = (await listInvoices(ctx.db, id)).find(({ kind }) => kind === 'invoice')!;
  await setPaid(ctx.db, invoice.id, paid_on, ctx.user.id);
  const scope = { school: (await requireOrder(ctx, id)).school_id, district: ctx.user.district_id };
  await recordAudit(ctx, 'purchase.settle', { id, paid_on: invoice.paid_on }, { paid_on }, scope);
  return present(ctx, id);
}

/** Ends orders that were not accepted or paid, and removes abandoned carts and old orders. Each order that expires is one transaction. */
export async function sweepOrders(portal: Portal<'payment'>, { now }: { now: Date }): Promise<void> {
  // Payments are checked first, so that an order whose notification was lost does not expire.
  await pollPayments(portal, now);
  const due = await listUnaccepted(portal.db, {
    invoice: new Date(now.getTime() - INVOICE_DAYS * DAY),
    online: new Date(now.getTime() - (ONLINE_HOURS * DAY) / 24),
  });
  for (const { id } of due)
    await portal.db.transaction().execute(async (db) => {
      const ctx = { ...portal, db, now, user: null, afterCommit: () => undefined };
      const { order, to } = await lockForEvent(ctx, id, 'expire').catch(() => ({ order: null, to: null }));
      if (!order || !to) return;
      await applyOrderEvent(ctx, order, 'expire', to);
      await expireCheckoutSession(ctx, id);
      await notifyOfOrder(ctx, id, 'expired');
    });
  await portal.db.transaction().execute((db) => retryRefunds({ db, now }));
  const year = Number(today(now).slice(0, 4)) - KEEP_YEARS;
  await portal.db.transaction().execute(async (db) => {
    const removed = await removeOldOrders(db, new Date(now.getTime() - DRAFT_DAYS * DAY), `${year}-01-01`);
    for (const rows of Map.groupBy(removed, ({ school_id, district_id }) => `${district_id} ${school_id ?? ''}`).values()) {
      const { school_id: school, district_id: district } = rows[0]!;
      await recordAudit({ db, now, user: null }, 'purchase.erase', { orders: rows.length }, null, { school, district });
    }
  });
}
