/** A local payment provider with messages and signatures in the format of Stripe. Amounts are taken from the requests. */
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sourceServer, type Asked, type SourceServer } from './source-server.ts';

export const STRIPE = { key: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' };

export type PaymentServer = SourceServer & {
  /** Returns the webhook body for a paid order. `expired` and `refunded` return those for the other events. */
  completed: (order: string, about?: object) => string;
  expired: (order: string) => string;
  refunded: (order: string, about?: object) => string;
  /** Records an event without sending a webhook. Later requests of the portal return the event. */
  happened: (order: string, what: { paid?: true; expired?: true; refunds?: readonly { amount: number; status: string }[] }) => void;
  /** Sets the status with which later refund requests are answered. */
  refunding: (status: 'succeeded' | 'pending') => void;
};

type Form = Record<string, string>;

export async function paymentServer(): Promise<PaymentServer> {
  const server = await sourceServer();
  const pages = new Map<string, Form>();
  const pageOf = (order: string): string => `cs_test_${order}`;
  const known = new Map<string, Parameters<PaymentServer['happened']>[1]>();
  let refundStatus: Parameters<PaymentServer['refunding']>[0] = 'succeeded';
  server.says(({ method, path, query, body }: Asked, response) => {
    if (method === 'GET') return pageAsAsked(path, query) ?? missing(response);
    const form = Object.fromEntries(new URLSearchParams(body));
    if (path === '/v1/checkout/sessions') {
      const order = form.client_reference_id!;
      pages.set(order, form);
      return { ...sessionOf(order, form), status: 'open', payment_status: 'unpaid', payment_intent: null, url: `${server.url}/c/${order}` };
    }
    if (path === '/v1/refunds')
      return {
        id: `re_${form.payment_intent}`,
        object: 'refund',
        amount: 1,
        currency: 'eur',
        payment_intent: form.payment_intent,
        status: refundStatus,
      };
    if (path.endsWith('/expire')) return { id: path.split('/')[4], object: 'checkout.session', status: 'expired', url: null };
    return missing(response);
  });
  const missing = (response: ServerResponse): object => {
    response.statusCode = 404;
    return { error: { type: 'invalid_request_error' } };
  };
  /** Returns a checkout session or its refunds, or `null` if it does not exist. */
  const pageAsAsked = (path: string, query: URLSearchParams): object | null => {
    const order =
      path === '/v1/refunds' ? query.get('payment_intent')!.slice('pi_'.length) : path.slice('/v1/checkout/sessions/cs_test_'.length);
    const form = pages.get(order);
    if (!form) return null;
    const { paid, expired, refunds = [] } = known.get(order) ?? {};
    if (path === '/v1/refunds')
      return {
        object: 'list',
        has_more: false,
        data: refunds.map((each, i) => ({ id: `re_${i}`, object: 'refund', currency: 'eur', ...each })),
      };
    return {
      ...sessionOf(order, form),
      ...{ status: paid ? 'complete' : expired ? 'expired' : 'open', payment_status: paid ? 'paid' : 'unpaid' },
      ...{ payment_intent: paid ? `pi_${order}` : null, url: null },
    };
  };
  const sessionOf = (order: string, form: Form) => ({
    ...{ id: pageOf(order), object: 'checkout.session', mode: 'payment', livemode: false, client_reference_id: order },
    ...{ amount_total: Number(form['line_items[0][price_data][unit_amount]']), currency: form['line_items[0][price_data][currency]'] },
    ...{ customer: null, payment_method_types: ['card'], metadata: { order }, expires_at: Number(form.expires_at) },
  });
  let events = 0;
  const event = (type: string, object: object): string =>
    JSON.stringify({
      ...{ id: `evt_${(events += 1)}`, object: 'event', api_version: '2024-06-20', created: 1_719_411_304, livemode: false },
      ...{ type, pending_webhooks: 1, request: { id: null, idempotency_key: null }, data: { object } },
    });
  const session = (order: string): object => sessionOf(order, pages.get(order)!);
  return {
    ...server,
    happened: (order, what) => void known.set(order, { ...known.get(order), ...what }),
    refunding: (status) => void (refundStatus = status),
    completed: (order, about) =>
      event('checkout.session.completed', {
        ...session(order),
        ...{ status: 'complete', payment_status: 'paid', payment_intent: `pi_${order}`, url: null },
        ...about,
      }),
    expired: (order) =>
      event('checkout.session.expired', {
        ...session(order),
        status: 'expired',
        payment_status: 'unpaid',
        payment_intent: null,
        url: null,
      }),
    refunded: (order, about) => {
      const { amount_total, currency } = sessionOf(order, pages.get(order)!);
      return event('charge.refunded', {
        ...{ id: `ch_${order}`, object: 'charge', amount: amount_total, amount_captured: amount_total, amount_refunded: amount_total },
        ...{ currency, metadata: { order }, paid: true, refunded: true, payment_intent: `pi_${order}` },
        ...about,
      });
    },
  };
}

/** Returns the signature header of a webhook. There are several `secrets` while the secret is being replaced. */
export function signCall(body: string, at: Date, secrets: readonly string[] = [STRIPE.webhookSecret]): string {
  const t = Math.floor(at.getTime() / 1_000);
  const signed = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`);
  return [`t=${t}`, ...signed, 'v0=00'].join(',');
}
