/** What the provider is asked for once an order has ended: in jobs, which are tried again until it answers (docs/behaviour/marketplace.md#paying-online). */
import { DAY } from '@fundus/contract/days';
import type { Ctx } from '../../../http/context.ts';
import { addJob } from '../../../jobs/repository.ts';
import { claimUnreturned, findPayment, updatePayment } from './payment-repository.ts';

export const PAYMENT_JOB = 'payment';
/** Longer than a job is tried. */
const ASKED_AGAIN = 4 * DAY;

type At = Pick<Ctx, 'db' | 'now'>;

/** Nobody pays any more what is no longer to be had. */
export async function closePage({ db, now }: At, order: string): Promise<void> {
  if ((await findPayment(db, order))?.state === 'open') await addJob(db, { kind: PAYMENT_JOB, payload: { order, what: 'close' }, now });
}

/** Gives back what was paid for an order. */
export async function payBack({ db, now }: At, order: string, reference: string): Promise<void> {
  await updatePayment(db, order, { state: 'returning', reference, changed_at: now });
  await askForRefund({ db, now }, order);
}

const askForRefund = ({ db, now }: At, order: string): Promise<unknown> =>
  addJob(db, { kind: PAYMENT_JOB, payload: { order, what: 'refund' }, now });

/** What could not be given back in the three days of a job, because the account at the provider was empty, say, is asked for again. */
export async function askAgain({ db, now }: At): Promise<void> {
  for (const { order_id } of await claimUnreturned(db, new Date(now.getTime() - ASKED_AGAIN), now))
    await askForRefund({ db, now }, order_id);
}
