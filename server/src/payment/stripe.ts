/** Stripe Checkout: a page at Stripe, and signed calls from there (docs/decisions/0061-payment-adapter.md). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { StripeSettings } from '../env.ts';
import { RemoteError, type Remote, type RemoteRequest } from '../remote/remote.ts';
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
const Asked = Session.extend({ status: z.string() });
const Refund = z.object({ id: z.string().max(255), amount: z.int(), currency: z.string(), status: z.string().nullable() });
const Refunds = z.object({ data: z.array(Refund) });
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
  const ask = async (path: string, about: Pick<RemoteRequest, 'method' | 'headers' | 'body'>): Promise<unknown> => {
    const { bytes } = await remote({
      ...about,
      url: `${address}/v1/${path}`,
      enteredBy: 'administrator',
      headers: { ...about.headers, authorization: `Bearer ${key}`, 'stripe-version': VERSION },
      signal: AbortSignal.timeout(PATIENCE),
      maxBytes: 262_144,
    });
    try {
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch {
      throw new RemoteError('bad_reply', 'no JSON');
    }
  };
  const post = (path: string, form: Record<string, string>, once: string): Promise<unknown> =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': once },
      body: new URLSearchParams(form).toString(),
    });
  const readSession = async (page: string): Promise<z.output<typeof Asked>> => {
    const session = Asked.safeParse(await ask(`checkout/sessions/${encodeURIComponent(page)}`, { method: 'GET' }));
    if (!session.success || session.data.id !== page) throw new RemoteError('bad_reply', 'not that page');
    return session.data;
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
      const refund = Refund.safeParse(await post('refunds', { payment_intent: reference, 'metadata[order]': order }, `refund-${order}`));
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
      const refunds = Refunds.safeParse(
        await ask(`refunds?${new URLSearchParams({ payment_intent: reference, limit: '100' })}`, { method: 'GET' }),
      );
      if (!refunds.success) throw new RemoteError('bad_reply', 'no refunds');
      const given = refunds.data.data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
      if (given === 0) return null;
      const session = await readSession(page);
      return given < session.amount_total ? null : eventOf(`asked refunded ${page}`, 'refunded', session);
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
  return eventOf(id, ended ? 'failed' : 'paid', session.data);
}

const eventOf = (id: string, kind: PaymentEvent['kind'], session: z.output<typeof Session>): PaymentEvent => {
  const { id: page, client_reference_id: order, amount_total: cents, currency, payment_intent: reference } = session;
  return { id, order, kind, cents, currency, reference, page };
};

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
