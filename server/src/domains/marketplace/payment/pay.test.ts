/** Online payments over HTTP with a local provider. Valid notifications take effect, and invalid ones are ignored. */
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { orders } from '@fundus/contract/marketplace/orders';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAYMENT_PATH } from '../../../http/entries/payment-route.ts';
import { openStripe } from '../../../payment/stripe.ts';
import { districtAdmin, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { BUYING, offerOf, productOf, SELLER } from '../../../testing/marketplace.ts';
import { paymentServer, signCall, STRIPE, type PaymentServer } from '../../../testing/systems/payment-server.ts';
import { sweepOrders } from '../orders/orders.ts';

const NOW = new Date('2026-05-15T10:00:00Z');
const HOUR = 3_600_000;
let provider: PaymentServer;
let portal: TestPortal;
let admin: Caller;
let seller: Caller;
let offer_id: string;
beforeAll(async () => {
  provider = await paymentServer();
  portal = await testPortal({ LinkToMP: true }, { publicUrl: 'https://portal.example', intranetHosts: [provider.host] });
  portal.portal.payment = openStripe(STRIPE, portal.portal.remote, provider.url);
  const licences = [{ scope: 'school' as const, target: 'school-b' }];
  await portal.store({ identifier: 'm-2', fn_titel: 'Zellen', fn_typ: '49', url: 'https://medien.example/1', licences });
  seller = await portal.as(districtAdmin());
  admin = await portal.as(schoolAdmin());
  await seller.call(marketplace.setSeller, { body: SELLER });
  const { id } = await seller.call(marketplace.createProduct, { body: productOf({ offers: [offerOf()] }) });
  offer_id = (await admin.call(marketplace.product, { params: { id } })).offers[0]!.id;
});
afterAll(async () => {
  await portal.close();
  await provider.close();
});
beforeEach(async () => {
  portal.setNow(NOW);
  await portal.portal.db.deleteFrom('job').execute();
  provider.asked.length = 0;
});

const of = (id: string) => ({ params: { id } });
const read = (id: string) => admin.call(orders.order, of(id));
async function order(): Promise<string> {
  await admin.call(orders.addLine, { body: { offer_id, quantity: 1 } });
  return (await admin.call(orders.buy, { body: { ...BUYING, pays: 'online' } })).id;
}
/** Creates an order and opens its payment page. */
async function begin(): Promise<string> {
  const id = await order();
  await admin.call(orders.pay, of(id));
  return id;
}
const send = async (payload: string | Buffer, signature?: string): Promise<number> =>
  (
    await portal.guest().inject({
      ...{ method: 'POST', url: PAYMENT_PATH, payload },
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature ?? signCall(String(payload), portal.portal.now()),
      },
    })
  ).statusCode;
const askedFor = () => provider.asked.map(({ path }) => path.replace(/cs_test_[^/]+/, 'PAGE'));
const expectUntouched = async (id: string) =>
  expect(await read(id)).toMatchObject({ state: 'pending_payment', payment: 'open', licences: [], invoices: [] });

test('delivers an order only when the provider reports the payment', async () => {
  expect((await admin.call(orders.cart)).online).toBe(true);
  const id = await order();
  expect(await read(id)).toMatchObject({ state: 'pending_payment', pays: 'online', payment: null, can: { pay: true, accept: false } });
  const { url } = await admin.call(orders.pay, of(id));
  expect(await admin.call(orders.pay, of(id)), 'one page, however often').toEqual({ url });
  const [asked, ...more] = provider.asked;
  expect([url, more]).toEqual([`${provider.url}/c/${id}`, []]);
  expect(asked!.headers).toMatchObject({
    ...{ authorization: `Bearer ${STRIPE.key}`, 'idempotency-key': id, 'content-type': 'application/x-www-form-urlencoded' },
  });
  const form = Object.fromEntries(new URLSearchParams(asked!.body));
  expect(form).toMatchObject({
    ...{ mode: 'payment', client_reference_id: id, 'payment_intent_data[metadata][order]': id },
    ...{ 'line_items[0][price_data][unit_amount]': '1070', 'line_items[0][price_data][currency]': 'eur' },
    ...{ success_url: `https://portal.example/purchase/confirmed?order=${id}`, expires_at: String((NOW.getTime() + 23 * HOUR) / 1_000) },
  });
  expect(asked!.body, 'nothing of the buyer').not.toMatch(/Schule|a\.example|Schulweg/);
  await expect(seller.call(orders.accept, of(id))).rejects.toMatchObject({ code: 'state_conflict' });
  await expect((await portal.as(teacher())).call(orders.pay, of(id))).rejects.toMatchObject({ status: 404 });
  await expect(seller.call(orders.pay, of(id))).rejects.toMatchObject({ status: 403 });
  expect(await send(provider.completed(id))).toBe(200);
  expect(await read(id)).toMatchObject({
    ...{ state: 'fulfilled', payment: 'paid', licences: [{ identifier: 'm-2' }], can: { pay: false } },
    invoices: [{ kind: 'invoice', issued_on: '2026-05-15', due_on: '2026-05-15' }],
  });
  const xml = (await admin.inject({ url: `/api/v1/marketplace/orders/${id}/invoice?as=xml` })).payload;
  expect(xml).toMatch(/PaymentMeansCode>68<.*PrepaidAmount currencyID="EUR">10\.70<.*PayableAmount currencyID="EUR">0\.00</s);
  await expect(admin.call(orders.pay, of(id))).rejects.toMatchObject({ code: 'state_conflict' });
});

test('rejects forged, altered, outdated and oversized notifications', async () => {
  const id = await begin();
  const body = provider.completed(id);
  const at = (ms: number) => new Date(NOW.getTime() + ms);
  const hex = signCall(body, NOW).split('v1=')[1]!.slice(0, 64);
  const forged: [string, string, string?][] = [
    ['not signed', body, ''],
    ['by another', body, signCall(body, NOW, ['whsec_somebody_else_1'])],
    ['other words', body.replace('1070', '1071'), signCall(body, NOW)],
    ['six minutes old', body, signCall(body, at(-6 * 60_000))],
    ['six minutes ahead', body, signCall(body, at(6 * 60_000))],
    ['another moment', body, signCall(body, NOW).replace(/t=\d+/, `t=${NOW.getTime() / 1_000 + 1}`)],
    ['without a moment', body, `v1=${hex}`],
    ['half a signature', body, `t=${NOW.getTime() / 1_000},v1=${hex.slice(0, 32)}`],
    ['under another name', body, signCall(body, NOW).replace('v1=', 'v2=')],
  ];
  for (const [why, payload, signature] of forged) expect(await send(payload, signature), why).toBe(400);
  const large = body.replace('"request"', `"x":"${'x'.repeat(65_536)}","request"`);
  expect(await send(large)).toBe(413);
  // These are signed but not about orders of the portal.
  const elsewhere = provider.completed(id, { id: 'cs_test_of_another_shop' });
  const unpaid = provider.completed(id, { payment_status: 'unpaid', payment_intent: null });
  const unknown = provider.completed(id, { client_reference_id: '00000000-0000-7000-8000-000000000000' });
  const part = provider.refunded(id, { refunded: false, amount_refunded: 1 });
  const other = JSON.stringify({ id: 'evt_x', type: 'customer.created', data: { object: { id } } });
  for (const ignored of [elsewhere, unpaid, unknown, part, other, '{}', 'no json']) expect(await send(ignored)).toBe(200);
  await expectUntouched(id);
  expect(await send(body, signCall(body, at(-4 * 60_000), ['whsec_the_next_secret', STRIPE.webhookSecret])), 'one of two').toBe(200);
  expect((await read(id)).state).toBe('fulfilled');
});

test('delivers only once for duplicate and concurrent notifications', async () => {
  const id = await begin();
  const [body, again] = [provider.completed(id), provider.completed(id)];
  expect(await Promise.all([send(body), send(body), send(again)])).toEqual([200, 200, 200]);
  expect(await send(body)).toBe(200);
  const paid = await read(id);
  expect(paid).toMatchObject({ state: 'fulfilled', payment: 'paid' });
  expect([paid.licences.length, paid.invoices.length, paid.history.filter(({ event }) => event === 'pay').length]).toEqual([1, 1, 1]);
  expect(paid.history.map(({ event }) => event)).toEqual(['buy', 'pay', 'fulfil']);
  const calls = await portal.portal.db.selectFrom('payment_call').select('id').where('order_id', '=', id).execute();
  expect(calls, 'two events, each once').toHaveLength(2);
});

test('processes a repeated notification that failed before', async () => {
  const id = await begin();
  const body = provider.completed(id);
  const { db } = portal.portal;
  const row = await db.deleteFrom('seller').returningAll().executeTakeFirstOrThrow();
  expect(await send(body), 'no invoice without a seller').toBeGreaterThanOrEqual(400);
  await expectUntouched(id);
  await db.insertInto('seller').values(row).execute();
  expect(await send(body)).toBe(200);
  expect((await read(id)).state).toBe('fulfilled');
});

test.each([
  ['another amount', { amount_total: 1 }],
  ['another currency', { currency: 'usd' }],
])('refunds a payment with %s without delivering the order', async (_, about) => {
  const id = await begin();
  expect(await send(provider.completed(id, about))).toBe(200);
  expect(await read(id)).toMatchObject({ state: 'pending_payment', payment: 'returning', licences: [], can: { pay: false } });
  await portal.jobs.runDue();
  expect(provider.asked.at(-1)).toMatchObject({ path: '/v1/refunds', headers: { 'idempotency-key': `refund-${id}` } });
  expect(new URLSearchParams(provider.asked.at(-1)!.body).get('payment_intent')).toBe(`pi_${id}`);
});

test('refunds late payments of cancelled or expired orders', async () => {
  const [cancelled, over] = [await begin(), await begin()];
  await admin.call(orders.cancel, of(cancelled));
  await sweepOrders(portal.portal, { now: new Date(NOW.getTime() + 23.9 * HOUR) });
  expect((await read(over)).state, 'a day').toBe('pending_payment');
  portal.setNow(new Date(NOW.getTime() + 24.1 * HOUR));
  await sweepOrders(portal.portal, { now: portal.portal.now() });
  expect((await read(over)).state).toBe('expired');
  provider.asked.length = 0;
  await portal.jobs.runDue();
  await portal.jobs.runDue();
  expect(askedFor()).toEqual(['/v1/checkout/sessions/PAGE/expire', '/v1/checkout/sessions/PAGE/expire']);
  provider.asked.length = 0;
  for (const [id, state] of [
    [cancelled, 'cancelled'],
    [over, 'expired'],
  ] as const) {
    expect(await send(provider.completed(id))).toBe(200);
    expect(await read(id)).toMatchObject({ state, payment: 'returning', licences: [], invoices: [] });
  }
  await portal.jobs.runDue();
  await portal.jobs.runDue();
  expect(askedFor()).toEqual(['/v1/refunds', '/v1/refunds']);
  expect(await send(provider.refunded(over))).toBe(200);
  expect(await read(over)).toMatchObject({ state: 'expired', payment: 'returned' });
});

test('reaches the same state for notifications in any order', async () => {
  const [expired, returned] = [await begin(), await begin()];
  expect(await send(provider.expired(expired))).toBe(200);
  expect(await read(expired)).toMatchObject({ state: 'expired', payment: 'failed' });
  expect(await send(provider.completed(expired))).toBe(200);
  expect(await read(expired)).toMatchObject({ state: 'expired', payment: 'returning', licences: [] });
  expect(await send(provider.refunded(returned))).toBe(200);
  expect(await send(provider.completed(returned))).toBe(200);
  expect(await read(returned)).toMatchObject({ state: 'expired', payment: 'returned', licences: [], invoices: [] });
  const paid = await begin();
  await send(provider.completed(paid));
  await send(provider.expired(paid));
  expect(await read(paid), 'what is paid stays so').toMatchObject({ state: 'fulfilled', payment: 'paid' });
});

test('refunds a cancelled order at the provider', async () => {
  const [here, there, used] = [await begin(), await begin(), await begin()];
  for (const id of [here, there, used]) await send(provider.completed(id));
  provider.refunding('pending');
  provider.asked.length = 0;
  portal.setNow(new Date(NOW.getTime() + HOUR));
  const back = await seller.call(orders.refund, { ...of(here), body: { reason: 'Kulanz' } });
  expect(back).toMatchObject({ state: 'refunded', payment: 'returning', invoices: [{ kind: 'invoice' }, { kind: 'cancellation' }] });
  await portal.jobs.runDue();
  await sweepOrders(portal.portal, { now: new Date(NOW.getTime() + 4 * 24 * HOUR) });
  await portal.jobs.runDue();
  const refunds = () => provider.asked.filter(({ headers }) => headers['idempotency-key'] === `refund-${here}`).length;
  expect(refunds(), 'not before a job has given up').toBe(1);
  portal.setNow(new Date(NOW.getTime() + 5 * 24 * HOUR));
  await sweepOrders(portal.portal, { now: portal.portal.now() });
  await portal.jobs.runDue();
  expect(refunds(), 'until the refund is confirmed').toBe(2);
  await send(provider.refunded(here));
  expect((await read(here)).payment).toBe('returned');
  provider.asked.length = 0;
  await send(provider.refunded(there));
  expect(await read(there)).toMatchObject({ state: 'refunded', payment: 'returned' });
  await portal.portal.db.updateTable('licence').set({ taken: 1, in_use: 1 }).where('licence.order_id', '=', used).execute();
  await send(provider.refunded(used));
  expect(await read(used), 'a seat is in use').toMatchObject({ state: 'fulfilled', payment: 'returned' });
  await portal.jobs.runDue();
  expect(askedFor(), 'nothing is paid back twice').toEqual([]);
});

test('returns 503 while the provider is unavailable', async () => {
  const id = await order();
  const { payment } = portal.portal;
  portal.portal.payment = openStripe(STRIPE, portal.portal.remote, 'http://127.0.0.1:1');
  await expect(admin.call(orders.pay, of(id))).rejects.toMatchObject({ status: 503 });
  portal.portal.payment = null;
  expect((await admin.call(orders.cart)).online).toBe(false);
  await admin.call(orders.addLine, { body: { offer_id, quantity: 1 } });
  await expect(admin.call(orders.buy, { body: { ...BUYING, pays: 'online' } })).rejects.toMatchObject({ field: 'pays' });
  await expect(admin.call(orders.pay, of(id))).rejects.toMatchObject({ code: 'state_conflict' });
  expect(await send('{}')).toBe(404);
  portal.portal.payment = payment;
  expect((await admin.call(orders.pay, of(id))).url).toContain(id);
});
