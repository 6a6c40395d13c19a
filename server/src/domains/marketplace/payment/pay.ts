/** Online payment with a payment page and notifications (docs/behaviour/marketplace.md#paying-online). */
import { AppError } from '@fundus/contract/errors';
import { ONLINE_HOURS } from '@fundus/contract/marketplace/order-states';
import { href } from '@fundus/contract/screens';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { ForgedCall, type PaymentEvent } from '../../../payment/payment.ts';
import { RemoteError } from '../../../remote/remote.ts';
import { lockOrder, type OrderRow } from '../orders/order-repository.ts';
import { isBuyer, isOfSchool, presentOrder, requireOrder } from '../orders/order-view.ts';
import { mayBuy } from '../policy.ts';
import { findPayment, insertPayment } from './payment-repository.ts';
import { applyPaymentEvent } from './settle.ts';

const HOUR = 3_600_000;
/**
 * Returns the time at which the payment page closes. It is an hour before the order expires, so that a notification that was already sent still
 * arrives in time.
 */
const lastMoment = (ordered: Date): Date => new Date(ordered.getTime() + (ONLINE_HOURS - 1) * HOUR);

type Page = { page: string; address: string };

async function requirePayable(ctx: UserCtx<'payment'>, id: string): Promise<OrderRow> {
  const order = await requireOrder(ctx, id);
  if (!isOfSchool(ctx.user, order) && !(isBuyer(ctx.user, order) && mayBuy(ctx.user))) throw new AppError('forbidden');
  const { can, state } = await presentOrder(ctx, order);
  if (!can.pay) throw new AppError('state_conflict', { details: { state } });
  return order;
}

/** Opens a payment page, unless there is one already. Call it outside the transaction. */
export async function openPage(ctx: UserCtx<'payment'>, id: string): Promise<Page | null> {
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

export async function payOrder(ctx: UserCtx<'payment'>, id: string, opened: Page | null): Promise<{ url: string }> {
  await lockOrder(ctx.db, id);
  await requirePayable(ctx, id);
  if (opened) await insertPayment(ctx.db, { ...opened, order_id: id, changed_at: ctx.now });
  return { url: (await findPayment(ctx.db, id))!.address };
}

/**
 * Processes a notification of the provider. Notifications may be repeated and come in any order. If an error is thrown, the provider sends the
 * notification again.
 */
export async function processNotification(
  portal: Portal<'payment'>,
  body: Buffer,
  signature: string,
): Promise<'taken' | 'forged' | 'closed'> {
  if (!portal.payment) return 'closed';
  const now = portal.now();
  let event: PaymentEvent | null;
  try {
    event = portal.payment.readCall(body, signature, now);
  } catch (error) {
    if (error instanceof ForgedCall) return 'forged';
    throw error;
  }
  if (event) await applyPaymentEvent(portal, event, now);
  return 'taken';
}
