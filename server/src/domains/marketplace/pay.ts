/** Paying online: the way to the provider, and what it tells (docs/behaviour/marketplace.md#paying-online). */
import { AppError } from '@fundus/contract/errors';
import { ONLINE_HOURS } from '@fundus/contract/marketplace/order-states';
import { href } from '@fundus/contract/screens';
import { changeInTransaction } from '../../http/change-in-transaction.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import { ForgedCall, type PaymentEvent } from '../../payment/payment.ts';
import { RemoteError } from '../../remote/remote.ts';
import { confirmOrder, lockFor, move, refundOrder, type Mover } from './move.ts';
import { findOrder, listLicencesOf, lockOrder, type OrderRow } from './order-repository.ts';
import { tellOfOrder } from './order-mails.ts';
import { isBuyer, isOfSchool, isUnused, presentOrder, requireOrder } from './order-view.ts';
import { payBack } from './pay-back.ts';
import { mayBuy } from './policy.ts';
import { findPayment, insertPayment, takeCall, updatePayment } from './payment-repository.ts';

const HOUR = 3_600_000;
/** The page is shut an hour before the order ends, so that a call on its way is in time. */
const lastMoment = (ordered: Date): Date => new Date(ordered.getTime() + (ONLINE_HOURS - 1) * HOUR);

type Page = { page: string; address: string };

async function requirePayable(ctx: UserCtx, id: string): Promise<OrderRow> {
  const order = await requireOrder(ctx, id);
  if (!isOfSchool(ctx.user, order) && !(isBuyer(ctx.user, order) && mayBuy(ctx.user))) throw new AppError('forbidden');
  const { can, state } = await presentOrder(ctx, order);
  if (!can.pay) throw new AppError('state_conflict', { details: { state } });
  return order;
}

/** The page at the provider: asked for outside of the transaction, and only where there is none yet. */
export async function openPage(ctx: UserCtx, id: string): Promise<Page | null> {
  const order = await requirePayable(ctx, id);
  if (await findPayment(ctx.db, id)) return null;
  const back = (screen: 'purchase-confirmed' | 'purchase-cancelled'): string => `${ctx.publicUrl}${href(screen, {}, { order: id })}`;
  try {
    return await ctx.payment!.begin({
      ...{ id, number: order.number!, cents: order.gross, until: lastMoment(order.ordered_at!) },
      ...{ paidUrl: back('purchase-confirmed'), cancelledUrl: back('purchase-cancelled') },
    });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ err: error }, 'payment provider');
    throw new AppError('unavailable');
  }
}

export async function payOrder(ctx: UserCtx, id: string, opened: Page | null): Promise<{ url: string }> {
  await lockOrder(ctx.db, id);
  await requirePayable(ctx, id);
  if (opened) await insertPayment(ctx.db, { ...opened, order_id: id, changed_at: ctx.now });
  return { url: (await findPayment(ctx.db, id))!.address };
}

/** A call of the provider: taken once, whenever and in whichever order it comes. What it throws is sent again by the provider. */
export async function takePayment(portal: Portal, body: Buffer, signature: string): Promise<'taken' | 'forged' | 'closed'> {
  if (!portal.payment) return 'closed';
  const now = portal.now();
  let event: PaymentEvent | null;
  try {
    event = portal.payment.readCall(body, signature, now);
  } catch (error) {
    if (error instanceof ForgedCall) return 'forged';
    throw error;
  }
  if (event) await settle(portal, event, now);
  return 'taken';
}

async function settle(portal: Portal, event: PaymentEvent, now: Date): Promise<void> {
  await changeInTransaction(portal, now, async (ctx) => {
    const { db } = ctx;
    await lockOrder(db, event.order);
    const order = await findOrder(db, event.order);
    const payment = order && (await findPayment(db, event.order));
    // Others may use the same account of the provider: what was not paid on our page is not ours.
    if (!order || !payment || (event.page !== null && event.page !== payment.page)) return;
    if (payment.reference !== null && event.reference !== null && event.reference !== payment.reference) return;
    const { id, kind, reference } = event;
    if (!(await takeCall(db, { id, order_id: order.id, kind, at: now }))) return;
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
        portal.log.warn({ order: order.id, state: order.state }, 'a payment that is given back');
        await payBack(ctx, order.id, reference!);
      }
    } else if (payment.state === 'returning' || right) {
      await set('returned');
      if (order.state === 'pending_payment') await expire(ctx, order);
      else if (order.state === 'fulfilled' && isUnused(await listLicencesOf(db, order.id))) await refundOrder(ctx, order.id, '');
    }
  });
  portal.wakeJobs();
}

async function expire(ctx: Mover, { id, state }: OrderRow): Promise<void> {
  if (state !== 'pending_payment') return;
  const { order, to } = await lockFor(ctx, id, 'expire');
  await move(ctx, order, 'expire', to);
  await tellOfOrder(ctx, id, 'expired');
}
