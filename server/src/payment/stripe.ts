/** Stripe Checkout: a page at Stripe, and signed calls from there (docs/decisions/0061-paying-online.md). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { StripeSettings } from '../env.ts';
import { RemoteError, type Remote } from '../remote/remote.ts';
import { ForgedCall, type PaymentEvent, type PaymentProvider } from './payment.ts';

const ADDRESS = 'https://api.stripe.com';
/** The shapes below are of this version, whatever the account is set to. */
const VERSION = '2024-06-20';
const PATIENCE = 15_000;
/** A call is not older, and not from further ahead, in seconds. */
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
const Charge = z.object({
  metadata: z.object({ order: z.uuid() }),
  amount_refunded: z.int(),
  currency: z.string(),
  /** Wholly; a part that was given back changes nothing here. */
  refunded: z.literal(true),
  payment_intent: z.string().max(255),
});

/** `address` is another one in tests alone. */
export function openStripe({ key, webhookSecret }: StripeSettings, remote: Remote, address: string = ADDRESS): PaymentProvider {
  const post = async (path: string, form: Record<string, string>, once: string): Promise<unknown> => {
    const { bytes } = await remote({
      url: `${address}/v1/${path}`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': once,
        'stripe-version': VERSION,
      },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(PATIENCE),
      maxBytes: 262_144,
    });
    try {
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch {
      throw new RemoteError('bad_reply', 'no JSON');
    }
  };

  return {
    async begin({ id, number, cents, paidUrl, cancelledUrl, until }) {
      const answer = await post(
        'checkout/sessions',
        {
          mode: 'payment',
          // Others take days, and the order would be over by then.
          'payment_method_types[0]': 'card',
          client_reference_id: id,
          'metadata[order]': id,
          'payment_intent_data[metadata][order]': id,
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'eur',
          'line_items[0][price_data][unit_amount]': String(cents),
          'line_items[0][price_data][product_data][name]': number,
          success_url: paidUrl,
          cancel_url: cancelledUrl,
          expires_at: String(Math.floor(until.getTime() / 1_000)),
        },
        id,
      );
      const page = Page.safeParse(answer);
      if (!page.success) throw new RemoteError('bad_reply', 'not a page to pay on');
      return { page: page.data.id, address: page.data.url };
    },

    async close(page) {
      try {
        await post(`checkout/sessions/${encodeURIComponent(page)}/expire`, {}, `close-${page}`);
      } catch (error) {
        // Paid or shut already: the call that says so decides.
        if (!(error instanceof RemoteError && error.status === 400)) throw error;
      }
    },

    async refund(order, reference) {
      await post('refunds', { payment_intent: reference, 'metadata[order]': order }, `refund-${order}`);
    },

    readCall(body, signature, now) {
      requireSigned(webhookSecret, body, signature, now);
      let text: unknown;
      try {
        text = JSON.parse(body.toString('utf8'));
      } catch {
        return null;
      }
      const call = Call.safeParse(text);
      return call.success ? readEvent(call.data) : null;
    },
  };
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
  const { id: page, client_reference_id: order, amount_total: cents, currency, payment_intent: reference } = session.data;
  return { id, order, kind: ended ? 'failed' : 'paid', cents, currency, reference, page };
}

/** `t=…,v1=…`: while a secret is being replaced there are several `v1`, of which one has to be right. */
function requireSigned(secret: string, body: Buffer, signature: string, now: Date): void {
  const parts = signature.split(',').map((part) => part.trim().split('=') as [string, string | undefined]);
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(at) || Math.abs(now.getTime() / 1_000 - Number(at)) > TOLERANCE) throw new ForgedCall('not of this moment');
  const right = createHmac('sha256', secret).update(`${at}.`).update(body).digest();
  const signed = parts.some(([name, hex = '']) => {
    const given = name === 'v1' && /^[0-9a-f]{64}$/.test(hex) ? Buffer.from(hex, 'hex') : null;
    return given !== null && timingSafeEqual(given, right);
  });
  if (!signed) throw new ForgedCall('not signed');
}
