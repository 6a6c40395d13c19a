/** Requests to the payment provider: closes payment pages, refunds payments and queries their state (docs/behaviour/marketplace.md#rationale). */
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../../http/context.ts';
import type { Worker } from '../../../jobs/runner.ts';
import { RemoteError } from '../../../remote/remote.ts';
import { claimOpenPayments, findPayment } from './payment-repository.ts';
import { applyPaymentEvent } from './settle.ts';

const MINUTE = 60_000;
/** Time to wait for a notification before the provider is queried. Notifications usually arrive within seconds. */
const PATIENCE = 15 * MINUTE;
/** Slightly less than the interval, so that a payment is due again in the same run of the next hour or day. */
const EACH_HOUR = 55 * MINUTE;
const EACH_DAY = DAY - 60 * MINUTE;
/** Maximum age of a queried payment. Payment pages close within a day, so an older open payment belongs to another provider account. */
const MAX = 30 * DAY;
const MAX_A_ROUND = 200;

export const paymentWorker =
  (portal: Portal<'payment'>): Worker =>
  async (payload) => {
    const { order, what } = payload as { order: string; what: 'close' | 'refund' };
    const payment = await findPayment(portal.db, order);
    if (payment?.state !== (what === 'close' ? 'open' : 'returning')) return;
    if (!portal.payment) throw new Error('no payment provider is configured');
    if (what === 'close') return portal.payment.close(payment.page);
    const returned = await portal.payment.refund(order, payment.reference!);
    if (returned) await applyPaymentEvent(portal, returned, portal.now());
  };

/** Queries the provider sequentially for undecided payments: open ones hourly, refunds daily. */
export async function pollPayments(portal: Portal<'payment'>, now: Date): Promise<void> {
  const { payment: provider } = portal;
  if (!provider) return;
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const due = { opened: before(PATIENCE), oldest: before(MAX), asked: before(EACH_HOUR), returned: before(EACH_DAY) };
  for (const { order_id: order, page, state, reference } of await claimOpenPayments(portal.db, due, now, MAX_A_ROUND)) {
    try {
      const event = state === 'returning' ? await provider.readRefund(page, reference!) : await provider.readPage(page);
      if (event) await applyPaymentEvent(portal, event, now);
    } catch (error) {
      portal.log.warn({ err: error, order }, 'query to the payment provider failed');
      if (isAway(error)) return;
    }
  }
}

/** Returns whether the provider is unavailable, as opposed to an error that concerns a single payment. */
const isAway = (error: unknown): boolean =>
  error instanceof RemoteError && error.code !== 'bad_reply' && error.status !== 400 && error.status !== 404;
