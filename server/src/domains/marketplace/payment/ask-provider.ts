/** What the provider is asked: to shut a page or to give back, and how a payment stands whose call never came (docs/behaviour/marketplace.md#rationale). */
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../../http/context.ts';
import type { Worker } from '../../../jobs/runner.ts';
import { RemoteError } from '../../../remote/remote.ts';
import { claimUndecided, findPayment } from './payment-repository.ts';
import { settle } from './settle.ts';

const MINUTE = 60_000;
/** Calls are usually there in seconds. */
const PATIENCE = 15 * MINUTE;
/** A little less than the round takes, so that the same round of the next hour, or day, finds it due. */
const EACH_HOUR = 55 * MINUTE;
const EACH_DAY = DAY - 60 * MINUTE;
/** A page is shut within a day; one that is not known by then belongs to another account. */
const MAX = 30 * DAY;
const MAX_A_ROUND = 200;

export const paymentWorker =
  (portal: Portal): Worker =>
  async (payload) => {
    const { order, what } = payload as { order: string; what: 'close' | 'refund' };
    const payment = await findPayment(portal.db, order);
    if (payment?.state !== (what === 'close' ? 'open' : 'returning')) return;
    if (!portal.payment) throw new Error('no payment provider is set up');
    if (what === 'close') return portal.payment.close(payment.page);
    const returned = await portal.payment.refund(order, payment.reference!);
    if (returned) await settle(portal, returned, portal.now());
  };

/** Asks how payments stand of which nothing was heard: open ones each hour, those being given back each day, one after the other. */
export async function askProvider(portal: Portal, now: Date): Promise<void> {
  const { payment: provider } = portal;
  if (!provider) return;
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const due = { opened: before(PATIENCE), oldest: before(MAX), asked: before(EACH_HOUR), returned: before(EACH_DAY) };
  for (const { order_id: order, page, state, reference } of await claimUndecided(portal.db, due, now, MAX_A_ROUND)) {
    try {
      const event = state === 'returning' ? await provider.readRefund(page, reference!) : await provider.readPage(page);
      if (event) await settle(portal, event, now);
    } catch (error) {
      portal.log.warn({ err: error, order }, 'payment provider was asked');
      if (isAway(error)) return;
    }
  }
}

/** Whoever does not answer, or not to us, is left in peace until the next round; what is wrong with one payment is not with the next one. */
const isAway = (error: unknown): boolean =>
  error instanceof RemoteError && error.code !== 'bad_reply' && error.status !== 400 && error.status !== 404;
