/** Applies the state of a payment reported by the provider to its order (docs/behaviour/marketplace.md#paying-online). */
import { changeInTransaction } from '../../../http/change-in-transaction.ts';
import type { Portal } from '../../../http/context.ts';
import type { PaymentEvent } from '../../../payment/payment.ts';
import { confirmOrder, lockForEvent, applyOrderEvent, refundOrder, type MoveContext } from '../orders/move.ts';
import { findOrder, listLicencesOf, lockOrder, type OrderRow } from '../orders/order-repository.ts';
import { notifyOfOrder } from '../orders/order-mails.ts';
import { areLicencesUnused } from '../orders/order-view.ts';
import { refundPayment } from './payment-jobs.ts';
import { findPayment, insertNotification, updatePayment } from './payment-repository.ts';

/** Applies an event from a notification or from a reply of the provider. Idempotent. */
export async function applyPaymentEvent(portal: Portal, event: PaymentEvent, now: Date): Promise<void> {
  await changeInTransaction(portal, now, async (ctx) => {
    const { db } = ctx;
    await lockOrder(db, event.order);
    const order = await findOrder(db, event.order);
    const payment = order && (await findPayment(db, event.order));
    // Events of other payment pages are ignored, because the provider account may be shared with other applications.
    if (!order || !payment || (event.page !== null && event.page !== payment.page)) return;
    if (payment.reference !== null && event.reference !== null && event.reference !== payment.reference) return;
    const { id, kind, reference } = event;
    if (!(await insertNotification(db, { id, order_id: order.id, kind, at: now }))) return;
    const right = event.currency === 'eur' && event.cents === order.gross;
    const open = payment.state === 'open' || payment.state === 'failed';
    const set = (state: 'paid' | 'failed' | 'returned') => updatePayment(db, order.id, { state, reference, changed_at: now });
    if (kind === 'failed') {
      if (payment.state !== 'open') return;
      await set('failed');
      await expire(ctx, order);
    } else if (kind === 'paid') {
      if (!open) return;
      if (right && order.state === 'pending_payment') {
        await set('paid');
        await confirmOrder(ctx, order.id);
      } else {
        portal.log.warn({ order: order.id, state: order.state }, 'refunding a payment');
        await refundPayment(ctx, order.id, reference!);
      }
    } else if (payment.state === 'returning' || right) {
      await set('returned');
      if (order.state === 'pending_payment') await expire(ctx, order);
      else if (order.state === 'fulfilled' && areLicencesUnused(await listLicencesOf(db, order.id))) await refundOrder(ctx, order.id, '');
    }
  });
  portal.wakeJobs();
}

async function expire(ctx: MoveContext, { id, state }: OrderRow): Promise<void> {
  if (state !== 'pending_payment') return;
  const { order, to } = await lockForEvent(ctx, id, 'expire');
  await applyOrderEvent(ctx, order, 'expire', to);
  await notifyOfOrder(ctx, id, 'expired');
}
