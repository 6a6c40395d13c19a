/** Orders and purchases are idempotent, and stored answers contain no readable personal data. */
import { DAY } from '@fundus/contract/days';
import { ONCE_HEADER } from '@fundus/contract/endpoint';
import { endpoints } from '@fundus/contract/endpoints';
import { library } from '@fundus/contract/library/library';
import { lending } from '@fundus/contract/lending/lending';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingCopies } from '@fundus/contract/lending/models/copies';
import { lendingPrivate } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { orders } from '@fundus/contract/marketplace/orders';
import { trials } from '@fundus/contract/marketplace/trials';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../db/new-id.ts';
import { runSweepSteps, STEPS } from '../sweep.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../testing/index.ts';
import { usePortal } from '../testing/use-portal.ts';
import { BUYING, offerOf, productOf, SELLER } from '../testing/marketplace.ts';

const portal = usePortal({ LinkToMP: true });
let admin: Caller;
let seller: Caller;
let offer_id: string;
beforeAll(async () => {
  const licences = [{ scope: 'school' as const, target: 'school-b' }];
  await portal.store({ identifier: 'm-2', fn_titel: 'Zellen', fn_typ: '49', url: 'https://medien.example/1', licences });
  seller = await portal.as(districtAdmin());
  admin = await portal.as(schoolAdmin());
  await seller.call(marketplace.setSeller, { body: SELLER });
  const { id } = await seller.call(marketplace.createProduct, { body: productOf({ offers: [offerOf()] }) });
  offer_id = (await admin.call(marketplace.product, { params: { id } })).offers[0]!.id;
});

const put = (by: Caller, quantity = 1) => by.call(orders.addLine, { body: { offer_id, quantity } });
const buy = (key: string, more: object = {}) => admin.callOnce(orders.buy, key, { body: { ...BUYING, ...more } });
const count = async () => (await admin.call(orders.orders, { query: { all: 'true' } })).total;
const kept = () => portal.portal.db.selectFrom('kept_answer').selectAll().execute();

const age = (ms: number) =>
  portal.portal.db
    .updateTable('kept_answer')
    .set({ at: new Date(Date.now() - ms) })
    .execute();

test('lists the endpoints for which the client repeats a key', () => {
  const named = Object.values(endpoints).flatMap((calls) => Object.values(calls).filter((each) => 'once' in each));
  expect(new Set(named)).toEqual(
    new Set([
      ...[orders.requestPurchase, orders.buy, orders.approve, orders.accept, trials.requestTrial],
      ...[lending.placeOrder, lendingDesk.orderFor, lendingCopies.addCopies, lendingPrivate.addPrivateBorrower],
    ]),
  );
});

test('returns the first response for a repeated key', async () => {
  await put(admin);
  const key = newId();
  const first = await buy(key);
  await admin.call(orders.cancel, { params: { id: first.id } });
  expect(await buy(key)).toEqual(first);
  await put(admin);
  expect(await buy(key)).toEqual(first);
  const next = await buy(newId());
  expect([next.id === first.id, next.state]).toEqual([false, 'pending_payment']);
  const mails = await portal.portal.db.selectFrom('job').select('job.id').where('job.kind', '=', 'mail').execute();
  expect(await buy(key)).toEqual(first);
  expect(await portal.portal.db.selectFrom('job').select('job.id').where('job.kind', '=', 'mail').execute()).toEqual(mails);
});

test('returns the first response for a repeated key of any write', async () => {
  const key = newId();
  const first = await admin.callOnce(library.createFolder, key, { body: { name: 'Vulkane' } });
  expect(await admin.callOnce(library.createFolder, key, { body: { name: 'Vulkane' } })).toEqual(first);
  expect((await admin.call(library.folders)).items.filter(({ name }) => name === 'Vulkane')).toHaveLength(1);
  const removal = newId();
  const params = { id: first.id };
  const removed = await admin.callOnce(library.removeFolder, removal, { params });
  expect(await admin.callOnce(library.removeFolder, removal, { params })).toEqual(removed);
  await expect(admin.call(library.removeFolder, { params })).rejects.toMatchObject({ code: 'not_found' });
});

test('does not store error responses', async () => {
  const before = await count();
  await put(admin);
  const key = newId();
  await expect(buy(key, { terms_version: 9 })).rejects.toMatchObject({ code: 'terms_outdated' });
  expect(await buy(key)).toMatchObject({ state: 'pending_payment' });
  expect(await count()).toBe(before + 1);
});

test('makes a single purchase for two simultaneous requests with the same key', async () => {
  const before = await count();
  await put(admin);
  const key = newId();
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => buy(key)));
  const done = all.filter(({ status }) => status === 'fulfilled').map((each) => (each as PromiseFulfilledResult<{ id: string }>).value.id);
  const refused = all.filter(({ status }) => status === 'rejected').map((each) => (each as PromiseRejectedResult).reason as object);
  expect([done.length > 0, new Set(done).size, await count()]).toEqual([true, 1, before + 1]);
  for (const each of refused) expect(each).toMatchObject({ status: 409, code: 'in_progress', details: { retry_after: 1 } });
  expect((await buy(key)).id).toBe(done[0]);
});

// The embedded database runs transactions sequentially, so this cannot happen there.
test.runIf(process.env.TEST_DATABASE_URL)('returns in_progress immediately while the first request is running', async () => {
  await put(admin);
  const key = newId();
  const { db } = portal.portal;
  // Another transaction has locked the order, so that the first request waits.
  const { id } = (await admin.call(orders.cart)).order!;
  const letGo = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const waitedFor = db.transaction().execute(async (trx) => {
    await trx.selectFrom('purchase_order').select('purchase_order.id').where('purchase_order.id', '=', id).forUpdate().execute();
    begun.resolve();
    await letGo.promise;
  });
  await begun.promise;
  const both = [buy(key), buy(key)].map((each) => each.then((bought) => bought.id).catch(({ code }: { code: string }) => code));
  expect(await Promise.race(both)).toBe('in_progress');
  letGo.resolve();
  await waitedFor;
  expect((await Promise.all(both)).sort()).toEqual([id, 'in_progress'].sort());
  expect((await buy(key)).id).toBe(id);
});

test('rejects a key that is reused for another call, body or user', async () => {
  await put(admin);
  const key = newId();
  const first = await buy(key);
  const used = { status: 422, code: 'key_unusable', field: ONCE_HEADER, details: { reason: 'used' } };
  await expect(buy(key, { cost_centre: 'K-2' })).rejects.toMatchObject(used);
  await expect(admin.callOnce(orders.approve, key, { params: { id: first.id }, body: BUYING })).rejects.toMatchObject(used);
  const kim = await portal.as(teacher());
  await put(kim);
  expect(await kim.callOnce(orders.requestPurchase, key, { body: { note: '' } }), 'of another user').toMatchObject({
    state: 'waiting_approval',
  });
  const accepted = await seller.callOnce(orders.accept, 'accept-1', { params: { id: first.id } });
  expect(await seller.callOnce(orders.accept, 'accept-1', { params: { id: first.id } })).toEqual(accepted);
  await put(admin);
  await age(DAY - 60_000);
  expect((await buy(key)).id).toBe(first.id);
  await age(DAY);
  expect((await buy(key)).id, 'expired, though not removed yet').not.toBe(first.id);
  await runSweepSteps(portal.portal, { answers: STEPS.answers! });
  expect((await kept()).length, 'the new one alone').toBe(1);
});

test.each([
  ['empty', ''],
  ['too long', 'x'.repeat(201)],
  ['of two', 'one two'],
  ['of other signs', 'schlüssel'],
])('rejects a malformed key without executing the call: %s', async (_, key) => {
  const before = await count();
  await put(admin);
  await expect(buy(key)).rejects.toMatchObject({ status: 422, code: 'key_unusable', field: ONCE_HEADER, details: { reason: 'format' } });
  expect(await count()).toBe(before);
  expect((await buy('x'.repeat(200))).state).toBe('pending_payment');
  await portal.portal.db.deleteFrom('kept_answer').execute();
});

test('encrypts stored responses', async () => {
  await put(admin);
  await buy(newId(), { cost_centre: 'K-7' });
  const rows = JSON.stringify(await kept());
  expect(rows).not.toMatch(/K-7|Schulweg|rechnung@a\.example|pending_payment/);
  const { person_id } = (await kept())[0]!;
  await portal.portal.db
    .transaction()
    .execute((trx) => portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now: portal.portal.now() }, [person_id]));
  expect((await kept()).filter((row) => row.person_id === person_id)).toEqual([]);
});
