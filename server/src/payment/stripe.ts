/** Stripe Checkout with payment pages at Stripe and signed webhooks (docs/decisions/0061-payment-adapter.md). */
import Stripe from 'stripe';
import { z } from 'zod';
import type { StripeSettings } from '../env.ts';
import { RemoteError, type RemoteFetch } from '../remote/remote.ts';
import { ForgedCall, type PaymentEvent, type PaymentProvider } from './payment.ts';
import { stripeClient } from './stripe-client.ts';

/** Maximum age of a webhook signature in seconds. */
const TOLERANCE = 300;

const Page = z.object({ id: z.string().min(1).max(255), url: z.url({ protocol: /^https?$/ }).max(4_000) });

const Call = z.object({ id: z.string().min(1).max(255), type: z.string(), data: z.object({ object: z.unknown() }) });
const Session = z.object({
  id: z.string(),
  client_reference_id: z.uuid(),
  amount_total: z.int(),
  currency: z.string(),
  payment_status: z.string(),
  payment_intent: z.string().max(255).nullable(),
});
const Asked = Session.extend({ status: z.string() });
const Refund = z.object({ id: z.string().max(255), amount: z.int(), currency: z.string(), status: z.string().nullable() });
const Refunds = z.object({ data: z.array(Refund) });
const Charge = z.object({
  metadata: z.object({ order: z.uuid() }),
  amount_refunded: z.int(),
  currency: z.string(),
  /** Only complete refunds are processed. Partial refunds are ignored. */
  refunded: z.literal(true),
  payment_intent: z.string().max(255),
});

/** Creates the payment provider. `address` is only set in tests. */
export function openStripe({ key, webhookSecret }: StripeSettings, remote: RemoteFetch, address?: string): PaymentProvider {
  const stripe = stripeClient(key, remote, address);
  const readSession = async (page: string): Promise<z.output<typeof Asked>> => {
    const session = Asked.safeParse(await answerOf(stripe.checkout.sessions.retrieve(page)));
    if (!session.success || session.data.id !== page) throw new RemoteError('bad_reply', 'not that page');
    return session.data;
  };

  return {
    async begin({ id, number, cents, paidUrl, cancelledUrl, until }) {
      const { id: page, url } = await answerOf(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            // Only cards are accepted, because other payment methods take days and the order would expire. The cast is needed because the types are
            // for a newer API version.
            ...({ payment_method_types: ['card'] } as object),
            client_reference_id: id,
            metadata: { order: id },
            payment_intent_data: { metadata: { order: id } },
            line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: cents, product_data: { name: number } } }],
            success_url: paidUrl,
            cancel_url: cancelledUrl,
            expires_at: Math.floor(until.getTime() / 1_000),
          },
          { idempotencyKey: id },
        ),
      );
      const answer = Page.safeParse({ id: page, url });
      if (!answer.success) throw new RemoteError('bad_reply', 'not a page to pay on');
      return { page: answer.data.id, address: answer.data.url };
    },

    async close(page) {
      try {
        await answerOf(stripe.checkout.sessions.expire(page, {}, { idempotencyKey: `close-${page}` }));
      } catch (error) {
        // The page is already paid or closed. The webhook reports which.
        if (!(error instanceof RemoteError && error.status === 400)) throw error;
      }
    },

    async refund(order, reference) {
      const refund = Refund.safeParse(
        await answerOf(stripe.refunds.create({ payment_intent: reference, metadata: { order } }, { idempotencyKey: `refund-${order}` })),
      );
      if (!refund.success || refund.data.status !== 'succeeded') return null;
      const { id, amount: cents, currency } = refund.data;
      return { id: `refund ${id}`, order, kind: 'refunded', cents, currency, reference, page: null };
    },

    async readPage(page) {
      const session = await readSession(page);
      if (session.payment_status === 'paid' && session.payment_intent !== null) return eventOf(`asked paid ${page}`, 'paid', session);
      return session.status === 'expired' ? eventOf(`asked expired ${page}`, 'failed', session) : null;
    },

    async readRefund(page, reference) {
      const refunds = Refunds.safeParse(await answerOf(stripe.refunds.list({ payment_intent: reference, limit: 100 })));
      if (!refunds.success) throw new RemoteError('bad_reply', 'no refunds');
      const given = refunds.data.data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
      if (given === 0) return null;
      const session = await readSession(page);
      return given < session.amount_total ? null : eventOf(`asked refunded ${page}`, 'refunded', session);
    },

    readCall(body, signature, now) {
      const call = Call.safeParse(readSigned(stripe, webhookSecret, body, signature, now));
      return call.success ? readEvent(call.data) : null;
    },
  };
}

/** Returns the response of Stripe. Throws the `RemoteError` that caused an error of the SDK. */
async function answerOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeConnectionError && error.detail instanceof RemoteError) throw error.detail;
    if (error instanceof Stripe.errors.StripeError) throw new RemoteError('bad_reply', error.message, error.statusCode);
    throw error;
  }
}

function readEvent({ id, type, data: { object } }: z.output<typeof Call>): PaymentEvent | null {
  if (type === 'charge.refunded') {
    const charge = Charge.safeParse(object);
    if (!charge.success) return null;
    const { metadata, amount_refunded: cents, currency, payment_intent: reference } = charge.data;
    return { id, order: metadata.order, kind: 'refunded', cents, currency, reference, page: null };
  }
  const ended = type === 'checkout.session.expired';
  if (!ended && type !== 'checkout.session.completed') return null;
  const session = Session.safeParse(object);
  if (!session.success || (!ended && (session.data.payment_status !== 'paid' || session.data.payment_intent === null))) return null;
  return eventOf(id, ended ? 'failed' : 'paid', session.data);
}

const eventOf = (id: string, kind: PaymentEvent['kind'], session: z.output<typeof Session>): PaymentEvent => {
  const { id: page, client_reference_id: order, amount_total: cents, currency, payment_intent: reference } = session;
  return { id, order, kind, cents, currency, reference, page };
};

/**
 * Returns a signed webhook, or `null` if it is not JSON. Throws `ForgedCall` unless one of the signatures is valid. There are several while the
 * secret is being rotated.
 */
function readSigned(stripe: Stripe, secret: string, body: Buffer, signature: string, now: Date): unknown {
  // The SDK rejects old signatures, but not those from the future.
  const at = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  if (!(at <= now.getTime() / 1_000 + TOLERANCE)) throw new ForgedCall('not of this moment');
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now.getTime());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new ForgedCall('not signed');
    return null;
  }
}
