/**
 * Jobs that close payment pages and refund payments after an order has ended. They are retried until they succeed
 * (docs/behaviour/marketplace.md#paying-online).
 */
import { DAY } from '@fundus/contract/days';
import type { Ctx } from '../../../http/context.ts';
import { addJob } from '../../../jobs/repository.ts';
import { claimPendingRefunds, findPayment, updatePayment } from './payment-repository.ts';

export const PAYMENT_JOB = 'payment';
/** Milliseconds until a refund is requested again. It is longer than the retries of a job. */
const ASKED_AGAIN = 4 * DAY;

type At = Pick<Ctx, 'db' | 'now'>;

/** Closes the payment page of an order that can no longer be bought. */
export async function expireCheckoutSession({ db, now }: At, order: string): Promise<void> {
  if ((await findPayment(db, order))?.state === 'open') await addJob(db, { kind: PAYMENT_JOB, payload: { order, what: 'close' }, now });
}

/** Refunds the payment of an order. */
export async function refundPayment({ db, now }: At, order: string, reference: string): Promise<void> {
  await updatePayment(db, order, { state: 'returning', reference, changed_at: now });
  await queueRefund({ db, now }, order);
}

const queueRefund = ({ db, now }: At, order: string): Promise<unknown> =>
  addJob(db, { kind: PAYMENT_JOB, payload: { order, what: 'refund' }, now });

/** Requests refunds again that failed in all retries of a job, for example because the account was empty. */
export async function retryRefunds({ db, now }: At): Promise<void> {
  for (const { order_id } of await claimPendingRefunds(db, new Date(now.getTime() - ASKED_AGAIN), now))
    await queueRefund({ db, now }, order_id);
}
