/** Tests of the hourly job that queries the provider for payments whose notification was lost (docs/behaviour/marketplace.md#rationale). */
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { orders } from '@fundus/contract/marketplace/orders';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAYMENT_PATH } from '../../../http/entries/payment-route.ts';
import { openStripe } from '../../../payment/stripe.ts';
import { districtAdmin, schoolAdmin, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { BUYING, offerOf, productOf, SELLER } from '../../../testing/marketplace.ts';
import { paymentServer, signCall, STRIPE, type PaymentServer } from '../../../testing/systems/payment-server.ts';
import { sweepOrders } from '../orders/orders.ts';

const NOW = new Date('2026-05-15T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let provider: PaymentServer;
let portal: TestPortal;
let admin: Caller;
let seller: Caller;
let offer_id: string;
beforeAll(async () => {
  provider = await paymentServer();
  portal = await testPortal({ LinkToMP: true }, { publicUrl: 'https://portal.example', intranetHosts: [provider.host] });
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
  portal.portal.payment = openStripe(STRIPE, portal.portal.remote, provider.url);
  await portal.portal.db.deleteFrom('job').execute();
  await portal.portal.db.deleteFrom('payment').execute();
  provider.refunding('pending');
  provider.asked.length = 0;
});

const of = (id: string) => ({ params: { id } });
/** Reads the states directly from the database, because sessions expire during the simulated time of these tests. */
const stands = async (id: string) => {
  const { db } = portal.portal;
  const order = await db.selectFrom('purchase_order').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  const payment = await db.selectFrom('payment').select('state').where('order_id', '=', id).executeTakeFirst();
  const invoices = await db.selectFrom('invoice').select('kind').where('order_id', '=', id).orderBy('kind').execute();
  return [order.state, payment?.state, ...invoices.map(({ kind }) => kind)];
};
async function begin(): Promise<string> {
  await admin.call(orders.addLine, { body: { offer_id, quantity: 1 } });
  const { id } = await admin.call(orders.buy, { body: { ...BUYING, pays: 'online' } });
  await admin.call(orders.pay, of(id));
  provider.asked.length = 0;
  return id;
}
const round = (after: number) => {
  portal.setNow(new Date(NOW.getTime() + after));
  return sweepOrders(portal.portal, { now: portal.portal.now() });
};
const send = (payload: string) =>
  portal.guest().inject({
    ...{ method: 'POST', url: PAYMENT_PATH, payload },
    headers: { 'content-type': 'application/json', 'stripe-signature': signCall(payload, portal.portal.now()) },
  });
const asked = () => provider.asked.map(({ method, path }) => `${method} ${path.replace(/cs_test_[^/]+/, 'PAGE')}`);
const PAGE = 'GET /v1/checkout/sessions/PAGE';

test('detects a payment without a notification with at most one query per hour', async () => {
  const id = await begin();
  await round(10 * MINUTE);
  expect(asked(), 'the call may still come').toEqual([]);
  await round(20 * MINUTE);
  await round(30 * MINUTE);
  expect([await stands(id), asked()]).toEqual([['pending_payment', 'open'], [PAGE]]);
  expect(provider.asked[0]!.headers.authorization).toBe(`Bearer ${STRIPE.key}`);
  provider.happened(id, { paid: true });
  await round(80 * MINUTE);
  expect(await stands(id)).toEqual(['fulfilled', 'paid', 'invoice']);
  await round(10 * HOUR);
  expect(asked(), 'decided').toEqual([PAGE, PAGE]);
  await send(provider.completed(id));
  expect(await stands(id), 'its call comes late').toEqual(['fulfilled', 'paid', 'invoice']);
});

test('fulfils orders that were paid before they expired', async () => {
  const [paid, shut, open] = [await begin(), await begin(), await begin()];
  provider.happened(paid, { paid: true });
  provider.happened(shut, { expired: true });
  await round(75 * HOUR);
  expect([await stands(paid), await stands(shut), await stands(open)]).toEqual([
    ['fulfilled', 'paid', 'invoice'],
    ['expired', 'failed'],
    ['expired', 'open'],
  ]);
  provider.happened(open, { paid: true });
  await round(76 * HOUR);
  expect(await stands(open), 'paid too late: it goes back').toEqual(['expired', 'returning']);
});

test('rejects a payment whose amount differs from the total', async () => {
  const id = await begin();
  await portal.portal.db.updateTable('purchase_order').set({ net: 1, vat: 0, gross: 1 }).where('id', '=', id).execute();
  provider.happened(id, { paid: true });
  await round(HOUR);
  expect(await stands(id)).toEqual(['pending_payment', 'returning']);
});

test('completes a refund when the provider confirms it', async () => {
  const [atOnce, later] = [await begin(), await begin()];
  for (const id of [atOnce, later]) await send(provider.completed(id));
  for (const id of [atOnce, later]) provider.happened(id, { paid: true });
  provider.refunding('succeeded');
  await seller.call(orders.refund, { ...of(atOnce), body: { reason: 'Kulanz' } });
  await portal.jobs.runDue();
  expect(await stands(atOnce)).toEqual(['refunded', 'returned', 'cancellation', 'invoice']);
  provider.refunding('pending');
  await seller.call(orders.refund, { ...of(later), body: { reason: 'Kulanz' } });
  await portal.jobs.runDue();
  provider.asked.length = 0;
  await round(10 * HOUR);
  expect([await stands(later), asked()]).toEqual([['refunded', 'returning', 'cancellation', 'invoice'], []]);
  await round(24 * HOUR);
  await round(30 * HOUR);
  expect(asked(), 'once a day').toEqual(['GET /v1/refunds']);
  expect(provider.asked[0]!.query.get('payment_intent')).toBe(`pi_${later}`);
  provider.happened(later, {
    refunds: [
      { amount: 1_069, status: 'succeeded' },
      { amount: 1, status: 'failed' },
    ],
  });
  await round(48 * HOUR);
  expect((await stands(later))[1], 'a part').toBe('returning');
  provider.happened(later, {
    refunds: [
      { amount: 1_069, status: 'succeeded' },
      { amount: 1, status: 'succeeded' },
    ],
  });
  await round(72 * HOUR);
  expect(await stands(later)).toEqual(['refunded', 'returned', 'cancellation', 'invoice']);
  await send(provider.refunded(later));
  expect((await stands(later))[1], 'its call comes late').toBe('returned');
});

test('stops the round if the provider is unavailable', async () => {
  const [unknown, paid] = [await begin(), await begin()];
  await portal.portal.db.updateTable('payment').set({ page: 'cs_of_another_account' }).where('order_id', '=', unknown).execute();
  provider.happened(paid, { paid: true });
  await round(HOUR);
  expect([await stands(unknown), await stands(paid)]).toEqual([
    ['pending_payment', 'open'],
    ['fulfilled', 'paid', 'invoice'],
  ]);
  const two = [await begin(), await begin()];
  let tries = 0;
  const { readPage, ...rest } = openStripe(STRIPE, portal.portal.remote, 'http://127.0.0.1:1');
  portal.portal.payment = { ...rest, readPage: (page) => ((tries += 1), readPage(page)) };
  await round(3 * HOUR);
  expect(tries).toBe(1);
  expect(await stands(two[0]!)).toEqual(['pending_payment', 'open']);
  portal.portal.payment = null;
  await round(5 * HOUR);
});
