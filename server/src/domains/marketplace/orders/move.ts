/**
 * State changes of orders: purchase, delivery and end. Each runs in the transaction of the caller on a locked order
 * (docs/behaviour/marketplace.md#orders).
 */
import { splitCents } from '@fundus/contract/cents';
import { today } from '@fundus/contract/days';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Input } from '@fundus/contract/endpoint';
import { moveOrder, type OrderEvent, type OrderState } from '@fundus/contract/marketplace/order-states';
import type { orders } from '@fundus/contract/marketplace/orders';
import { hasPersonalSeats, isPaidOnline, sumLines } from '@fundus/contract/marketplace/rules';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { createPurchasedLicences, withdrawPurchased } from '../../licences/index.ts';
import type { MailContext } from '../../mails/index.ts';
import { markWishesMet, unsettleWishes } from '../../library/index.ts';
import { readBudget } from './budget.ts';
import { makeInvoice } from '../invoices/invoice.ts';
import {
  findOrder,
  listLicencesOf,
  listLines,
  lockOrder,
  recordOrderEvent,
  saveLine,
  claimNumber,
  updateOrder,
  type OrderRow,
} from './order-repository.ts';
import { notifyOfOrder } from './order-mails.ts';
import { areLicencesUnused, readLines } from './order-view.ts';
import { refundPayment } from '../payment/payment-jobs.ts';
import { findPayment } from '../payment/payment-repository.ts';
import { findSeller } from '../write-repository.ts';

/** Context of a state change. `user` is `null` in jobs. */
export type MoveContext = Pick<Ctx, 'db' | 'now' | 'config' | 'afterCommit' | 'wakeIndex' | 'user'>;

/** Locks and returns the order with its next state. Throws `not_found`, or `state_conflict` if the order's state does not allow the event. */
export async function lockForEvent(ctx: MoveContext, id: string, event: OrderEvent): Promise<{ order: OrderRow; to: OrderState }> {
  await lockOrder(ctx.db, id);
  const order = await findOrder(ctx.db, id);
  if (!order) throw notFound();
  const to = moveOrder(order.state, event);
  if (!to) throw new AppError('state_conflict', { details: { state: order.state } });
  return { order, to };
}

export async function applyOrderEvent(
  ctx: MoveContext,
  order: OrderRow,
  event: OrderEvent,
  to: OrderState,
  set: Parameters<typeof updateOrder>[2] = {},
): Promise<void> {
  await updateOrder(ctx.db, order.id, { ...set, state: to, changed_at: ctx.now });
  await recordOrderEvent(ctx.db, { order_id: order.id, at: ctx.now, event, to_state: to, person_id: ctx.user?.id ?? null });
  const scope = { school: order.school_id, district: order.district_id };
  await recordAudit(ctx, `purchase.${event}`, { id: order.id, state: order.state }, { state: to }, scope);
}

type Purchase = Pick<
  Input<typeof orders.approve>['body'],
  'gross' | 'cost_centre' | 'invoice_to' | 'terms_version' | 'over_budget' | 'pays' | 'codes'
>;

/** Buys an order and stores its lines and prices permanently. The number is allocated last, so that its counter is locked only briefly. */
export async function buyOrder(
  ctx: UserCtx<'payment'> & Pick<MailContext, 'delayed'>,
  id: string,
  event: 'buy' | 'approve',
  { gross, over_budget, ...purchase }: Purchase,
): Promise<void> {
  const { order, to } = await lockForEvent(ctx, id, event);
  const seller = await findSeller(ctx.db, order.district_id);
  if (!seller) throw new AppError('not_available', { details: { reason: 'seller' } });
  if (seller.terms_version !== purchase.terms_version) throw new AppError('terms_outdated', { field: 'terms_version' });
  const lines = await readLines(ctx, order);
  if (lines.length === 0 || lines.some(({ open }) => !open)) throw new AppError('not_available', { details: { reason: 'offer' } });
  const totals = sumLines(lines);
  // The total must be the one that the buyer saw.
  if (totals.gross !== gross) throw new AppError('version_conflict', { field: 'gross', details: { gross: totals.gross } });
  if (purchase.pays === 'online' && !(ctx.payment && isPaidOnline(totals.gross)))
    throw new AppError('not_available', { field: 'pays', details: { reason: 'payment' } });
  if (order.school_id !== null) {
    const { left } = await readBudget(ctx, order.school_id, true);
    if (left !== null && totals.gross > left && !over_budget)
      throw new AppError('budget_exceeded', { details: { left, gross: totals.gross } });
  }
  for (const { open: _, ...line } of lines) await saveLine(ctx.db, line);
  const year = Number(today(ctx.now).slice(0, 4));
  const count = await claimNumber(ctx.db, order.district_id, 'order', year);
  const number = `${seller.prefix}-B-${year}-${String(count).padStart(5, '0')}`;
  const { net, vat } = totals;
  const about = { ...purchase, invoice_to: JSON.stringify(purchase.invoice_to), net, vat, gross, number, ordered_at: ctx.now };
  await applyOrderEvent(ctx, order, event, to, { ...about, ...(event === 'approve' && { approved_by: ctx.user.id }) });
  // For online payments, the seller need not accept the order.
  if (purchase.pays === 'invoice') await notifyOfOrder(ctx, id, 'bought');
}

/** Delivers an order that was paid or accepted. The invoice and the licences are created in one transaction. */
export async function confirmOrder(ctx: MoveContext, id: string): Promise<void> {
  await deliverOrder(ctx, id, () => notifyOfOrder(ctx, id, 'fulfilled'));
}

export async function deliverOrder(ctx: MoveContext, id: string, notify: () => Promise<void>): Promise<void> {
  const { order, to } = await lockForEvent(ctx, id, 'pay');
  await applyOrderEvent(ctx, order, 'pay', to);
  await fulfilOrder(ctx, { ...order, state: to });
  await notify();
  // The invoice comes last, because the number counter stays locked until commit.
  await makeInvoice(ctx, order, 'invoice');
}

/** Creates a licence for each medium of each line. */
async function fulfilOrder(ctx: MoveContext, order: OrderRow): Promise<void> {
  const owner =
    order.school_id === null ? { district_id: order.district_id, school_id: null } : { district_id: null, school_id: order.school_id };
  const lines = await listLines(ctx.db, [order.id]);
  for (const [at, line] of lines.entries()) {
    const shares = splitCents(sumLines([line]).gross, line.media.length);
    for (const [part, identifier] of line.media.entries()) {
      const seats =
        line.scope === 'single'
          ? line.quantity
          : line.scope === 'volume' || line.scope === 'group'
            ? line.seats * line.quantity
            : line.seats;
      const scope = line.scope === 'school' || line.scope === 'district' ? line.scope : seats === 1 ? 'single' : 'volume';
      await createPurchasedLicences(ctx, {
        ...{ identifier, ...owner, scope, seats, runtime: line.runtime, runtime_days: line.runtime_days, valid_to: line.runtime_until },
        ...{ audience: line.audience, licensor: line.publisher, purchase_ref: `${order.number}/${at + 1}.${part + 1}`, order_id: order.id },
        price: shares[part]!,
        codes: order.codes && hasPersonalSeats(line),
      });
    }
  }
  if (order.school_id !== null)
    await markWishesMet(
      ctx,
      { id: order.id, school_id: order.school_id },
      lines.flatMap(({ media }) => media),
    );
  const to = moveOrder(order.state, 'fulfil')!;
  await applyOrderEvent(ctx, order, 'fulfil', to);
}

/** Refunds an order, ends its licences and cancels the invoice. Throws `state_conflict` if a seat is in use. */
export async function refundOrder(ctx: MoveContext, id: string, reason: string): Promise<void> {
  const { order, to } = await lockForEvent(ctx, id, 'refund');
  const licences = await listLicencesOf(ctx.db, id);
  const ended = await withdrawPurchased(
    ctx,
    licences.map((licence) => licence.id),
  );
  if (!areLicencesUnused(ended)) throw new AppError('state_conflict', { details: { reason: 'in_use' } });
  await applyOrderEvent(ctx, order, 'refund', to, { reason });
  if (order.school_id !== null) await unsettleWishes(ctx, { id, school_id: order.school_id });
  const payment = await findPayment(ctx.db, id);
  if (payment?.state === 'paid') await refundPayment(ctx, id, payment.reference!);
  await makeInvoice(ctx, order, 'cancellation');
  await notifyOfOrder(ctx, id, 'refunded');
}
