/** Tests of orders through the HTTP API: permissions, prices, delivery, cancellation and retention (docs/behaviour/marketplace.md#orders). */
import { marketplace, type NewOffer } from '@fundus/contract/marketplace/marketplace';
import { moveOrder, ORDER_EVENTS, ORDER_STATES, type OrderEvent, type OrderState } from '@fundus/contract/marketplace/order-states';
import { orders } from '@fundus/contract/marketplace/orders';
import { sumLines } from '@fundus/contract/marketplace/rules';
import { licences } from '@fundus/contract/licences/licences';
import { wishes } from '@fundus/contract/library/wishes';
import { notices } from '@fundus/contract/notices/notices';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { insertSchools } from '../../accounts/index.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { readFiles, readPages } from '../../../testing/read-pdf.ts';
import { BUYING, invoiceOf, offerOf, productOf, SELLER } from '../../../testing/marketplace.ts';
import type { UserCtx } from '../../../http/context.ts';
import type { InvoiceContent } from '../invoices/invoice.ts';
import { buyOrder, confirmOrder, refundOrder } from './move.ts';
import { lockOrder } from './order-repository.ts';
import { sweepOrders } from './orders.ts';

const portal = usePortal({ LinkToMP: true });
let seller: Caller;
let kim: Caller;
let admin: Caller;
let product: string;
let offers: { id: string; gross: number | null }[];
beforeAll(async () => {
  const elsewhere = { scope: 'school' as const, target: 'school-b' };
  const medium = (identifier: string) => ({
    identifier,
    fn_titel: identifier,
    fn_typ: '49',
    url: 'https://medien.example/1',
    licences: [elsewhere],
  });
  await portal.store(medium('m-1'), medium('m-2'));
  seller = await portal.as(districtAdmin());
  kim = await portal.as(teacher());
  admin = await portal.as(schoolAdmin());
  await seller.call(marketplace.setSeller, { body: SELLER });
  const two = [offerOf({ price: 1_000, vat: 7 }), offerOf({ scope: 'group', seats: 30, price: 333, vat: 19, runtime: 'school_year' })];
  product = (await seller.call(marketplace.createProduct, { body: productOf({ media: ['m-1', 'm-2'], offers: two }) })).id;
  offers = (await admin.call(marketplace.product, { params: { id: product } })).offers;
});

const db = () => portal.portal.db;
const put = (by: Caller, at = 0, quantity = 1) => by.call(orders.addLine, { body: { offer_id: offers[at]!.id, quantity } });
const of = (id: string) => ({ params: { id } });
async function buy(by: Caller, at = 0) {
  const { gross } = await put(by, at);
  return by.call(orders.buy, { body: { ...BUYING, gross } });
}

test('delivers licences and an invoice after approval and acceptance', async () => {
  await kim.call(wishes.setWish, { params: { mediaId: 'm-1' }, body: { note: '' } });
  await put(kim, 1, 2);
  await expect(kim.call(orders.buy, { body: BUYING })).rejects.toMatchObject({ status: 403 });
  const asked = await kim.call(orders.requestPurchase, { body: { note: 'Für die 8b' } });
  expect(asked).toMatchObject({ state: 'waiting_approval', number: null, gross: 793, can: { approve: false, cancel: true } });
  expect((await admin.call(orders.orders, { query: { all: 'true' } })).items).toMatchObject([{ id: asked.id, number: null, gross: 793 }]);
  await expect(seller.call(orders.order, of(asked.id)), 'nothing was bought yet').rejects.toMatchObject({ status: 404 });
  await expect((await portal.as(teacher())).call(orders.order, of(asked.id))).rejects.toMatchObject({ status: 404 });
  const approve = (about: object) => admin.call(orders.approve, { ...of(asked.id), body: { ...BUYING, gross: 793, ...about } });
  await expect(approve({ gross: 1 }), 'only the total that was seen').rejects.toMatchObject({ code: 'version_conflict' });
  await expect(approve({ terms_version: 7 })).rejects.toMatchObject({ code: 'terms_outdated' });
  const bought = await approve({ codes: true });
  expect(bought).toMatchObject({ state: 'pending_payment', net: 666, vat: 127, gross: 793, licences: [] });
  await expect(admin.call(orders.accept, of(asked.id))).rejects.toMatchObject({ status: 403 });
  const done = await seller.call(orders.accept, of(asked.id));
  expect(done, 'nothing of who asked, and of what they wrote').toMatchObject({
    ...{ state: 'fulfilled', buyer: null, note: '' },
    invoices: [{ kind: 'invoice' }],
  });
  const rows = await db().selectFrom('licence').selectAll().where('licence.order_id', '=', asked.id).orderBy('identifier').execute();
  expect(
    done.licences.map(({ code }) => code),
    'those who sell do not learn the codes',
  ).toEqual([null, null]);
  const { licences: sheet, note } = await admin.call(orders.order, of(asked.id));
  expect(note).toBe('Für die 8b');
  expect(sheet).toMatchObject([
    { identifier: 'm-1', seats: 60, code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/) as string },
    { identifier: 'm-2', seats: 60 },
  ]);
  expect((await kim.call(orders.order, of(asked.id))).licences[0]!.code).toBe(null);
  expect((await kim.call(licences.redeem, { body: { code: sheet[0]!.code! } })).medium.identifier).toBe('m-1');
  const notice = (await kim.call(notices.list, { query: {} })).items.find(({ title }) => title.includes(done.number!));
  expect(notice!.text).toContain(
    '– 2 × Biologie für die Mittelstufe (Lindenblatt): Klasse oder Gruppe, 30 Plätze · bis Ende des Schuljahres',
  );
  expect(notice!.text).toContain('Die Codes zum Weitergeben finden Sie bei der Bestellung.');
  expect(rows).toMatchObject([
    { identifier: 'm-1', scope: 'volume', seats: 60, origin: 'purchase', licensor: 'Lindenblatt', school_id: 'school-a' },
    { identifier: 'm-2', scope: 'volume', seats: 60 },
  ]);
  expect((await kim.call(wishes.wishes, { query: {} })).items).toMatchObject([{ identifier: 'm-1', state: 'ordered' }]);
  await expect(seller.call(orders.accept, of(asked.id)), 'once').rejects.toMatchObject({ code: 'state_conflict' });
  const asked1 = (query: object) => seller.call(orders.orders, { query: { all: 'true', unpaid: 'true', ...query } });
  expect(await asked1({})).toMatchObject({ total: 1, items: [{ id: asked.id }], unpaid: { count: 1, gross: 793 } });
  const table = await seller.inject({ method: 'GET', url: '/api/v1/marketplace/orders/export?all=true&unpaid=true' });
  expect(table.body.split('\r\n')[1]).toMatch(/^"[^"]+";\d{2}\.\d{2}\.\d{4} \d{2}:\d{2};.*;7,93;"[^"]+";\d{2}\.\d{2}\.\d{4}$/);
  expect((await kim.inject({ method: 'GET', url: '/api/v1/marketplace/orders/export?all=true' })).statusCode).toBe(403);
  const settle = (by: Caller, paid_on: string | null) => by.call(orders.settle, { ...of(asked.id), body: { paid_on } });
  await expect(settle(admin, '2026-01-01')).rejects.toMatchObject({ status: 403 });
  await expect(settle(seller, '2999-01-01')).rejects.toMatchObject({ code: 'validation_failed', field: 'paid_on' });
  expect((await settle(seller, '2026-01-02')).invoices).toMatchObject([{ paid_on: '2026-01-02', paid_by: expect.any(String) as string }]);
  expect((await admin.call(orders.order, of(asked.id))).invoices).toMatchObject([{ paid_on: '2026-01-02', paid_by: null }]);
  expect((await asked1({})).total).toBe(0);
  expect((await settle(seller, null)).invoices).toMatchObject([{ paid_on: null, paid_by: null }]);
  const xml = (await admin.inject({ url: `/api/v1/marketplace/orders/${asked.id}/invoice?as=xml` })).body;
  expect(xml).toContain(
    '<cbc:Description>Lindenblatt · Klasse oder Gruppe, 30 Plätze · bis Ende des Schuljahres ab dem ersten vergebenen Platz<',
  );
  const renamed = { body: { ...SELLER, prefix: 'NEU', version: 1 } };
  await expect(seller.call(marketplace.setSeller, renamed), 'numbers were given').rejects.toMatchObject({ field: 'prefix' });
});

test('keeps the terms of a placed order when the product changes', async () => {
  const { id, number } = await buy(admin);
  const cart = await put(admin);
  const change = async (about: Partial<NewOffer>) => {
    const { version, offers: sold } = await seller.call(marketplace.product, of(product));
    const changed = sold.map(({ gross: _, open: __, ...offer }) => ({
      ...offer,
      ...(offer.id === offers[0]!.id && about),
    }));
    const body = { ...productOf({ media: ['m-1', 'm-2'], offers: changed as NewOffer[] }), version };
    await seller.call(marketplace.changeProduct, { ...of(product), body });
  };
  await change({ price: 9_999 });
  expect(await admin.call(orders.order, of(id))).toMatchObject({ number, gross: 1_070, lines: [{ price: 1_000 }] });
  expect((await admin.call(orders.cart)).order, 'a cart follows the product').toMatchObject({ lines: [{ price: 9_999, open: true }] });
  await change({ scope: 'district' });
  expect((await admin.call(orders.cart)).order, 'and is not bought for others').toMatchObject({
    lines: [{ open: false }],
    can: { buy: false },
  });
  await change({ scope: 'school', price: 1_000 });
  await admin.call(orders.removeLine, of(cart.lines[0]!.id));
  expect((await admin.call(orders.cancel, of(id))).state).toBe('cancelled');
});

test('adds lines to the next cart while a purchase is processed', async () => {
  const { id, gross } = await put(admin);
  let late: ReturnType<typeof put> | undefined;
  await db()
    .transaction()
    .execute(async (trx) => {
      await lockOrder(trx, id);
      late = put(admin, 1);
      const user = { id: null, school_id: 'school-a' };
      const ctx = { ...portal.portal, db: trx, now: new Date(), user, afterCommit: () => undefined } as unknown as UserCtx<'payment'>;
      await buyOrder(ctx, id, 'buy', { ...BUYING, gross });
    });
  const next = await late!;
  expect([next.id === id, next.lines.map(({ price }) => price)]).toEqual([false, [333]]);
  expect(await admin.call(orders.order, of(id))).toMatchObject({ state: 'pending_payment', gross, lines: [{ price: 1_000 }] });
  await admin.call(orders.removeLine, of(next.lines[0]!.id));
});

test('keeps an order with the school when the buyer leaves', async () => {
  const email = 'geht@x.example';
  const leaves = await portal.as(schoolAdmin({ email }));
  const { id } = await buy(leaves);
  await db().updateTable('person').set({ school_id: 'school-b' }).where('email', '=', email).execute();
  for (const what of [orders.order, orders.cancel, orders.pay])
    await expect(leaves.call(what, of(id))).rejects.toMatchObject({ status: 404 });
  expect((await leaves.call(orders.orders, { query: {} })).total).toBe(0);
  await seller.call(orders.accept, of(id));
  expect((await leaves.call(notices.list, { query: {} })).total).toBe(0);
  expect((await admin.call(orders.orders, { query: { all: 'true' } })).items.some((order) => order.id === id)).toBe(true);
});

test('ends the licences of a refunded order', async () => {
  const { id } = await buy(admin);
  await seller.call(orders.accept, of(id));
  expect((await admin.call(orders.withdraw, { ...of(id), body: { reason: 'Doppelt' } })).withdrawal).toBe('Doppelt');
  await expect(admin.call(orders.refund, { ...of(id), body: { reason: 'x' } })).rejects.toMatchObject({ status: 403 });
  await db()
    .updateTable('licence')
    .set({ taken: 1, in_use: 1 })
    .where('licence.order_id', '=', id)
    .where('identifier', '=', 'm-1')
    .execute();
  await expect(seller.call(orders.refund, { ...of(id), body: { reason: 'x' } })).rejects.toMatchObject({ code: 'state_conflict' });
  await db().updateTable('licence').set({ taken: 0, in_use: 0 }).where('licence.order_id', '=', id).execute();
  const back = await seller.call(orders.refund, { ...of(id), body: { reason: 'Kulanz' } });
  expect(back).toMatchObject({ state: 'refunded', invoices: [{ kind: 'invoice' }, { kind: 'cancellation' }] });
  const left = await db().selectFrom('licence').select('withdrawn_at').where('licence.order_id', '=', id).execute();
  expect(left.every(({ withdrawn_at }) => withdrawn_at !== null)).toBe(true);
  const pdf = await admin.inject({ url: `/api/v1/marketplace/orders/${id}/invoice?kind=cancellation` });
  expect(await readFiles(pdf.rawPayload)).toMatchObject({
    'factur-x.xml': expect.stringContaining('<ram:TypeCode>381</ram:TypeCode>') as string,
  });
  const [paper] = await readPages(pdf.rawPayload);
  expect(paper).toContain('Stornorechnung');
  expect(paper).toMatch(
    /Storniert die Rechnung: MZ-R-\d+-\d+, .+Leistungsdatum: |Leistungsdatum: .+Storniert die Rechnung: MZ-R-\d+-\d+, /,
  );
  expect(paper).toMatch(/Ganze Schule · unbefristet/);
});

test('enforces the budget unless it is overridden', async () => {
  const b = await portal.as(schoolAdmin({ school_id: 'school-b' }));
  expect(await b.call(orders.setBudget, { body: { cents: 1_500 } })).toMatchObject({ cents: 1_500, spent: 0, left: 1_500 });
  await buy(b);
  await put(b);
  await expect(b.call(orders.buy, { body: BUYING })).rejects.toMatchObject({ code: 'budget_exceeded', details: { left: 430 } });
  await b.call(orders.buy, { body: { ...BUYING, over_budget: true } });
  expect((await b.call(orders.orders, { query: {} })).budget).toMatchObject({ spent: 2_140, left: -640 });
});

/** Calls that trigger an event. Other events happen without a call. */
const ACTS: Partial<Record<OrderEvent, (id: string) => Promise<unknown>>> = {
  approve: (id) => admin.call(orders.approve, { ...of(id), body: { ...BUYING, gross: 1_070 } }),
  decline: (id) => admin.call(orders.decline, { ...of(id), body: { reason: 'Nein' } }),
  pay: (id) => seller.call(orders.accept, of(id)),
  cancel: (id) => admin.call(orders.cancel, of(id)),
  refund: (id) => seller.call(orders.refund, { ...of(id), body: { reason: 'Zurück' } }),
  expire: (id) => sweepOrders(portal.portal, { now: new Date(Date.now() + 31 * 86_400_000) }).then(() => stateOf(id)),
};
const stateOf = async (id: string): Promise<OrderState> =>
  (await db().selectFrom('purchase_order').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

test('allows only the events in the state table', async () => {
  const [{ id: person }] = (await db()
    .selectFrom('person')
    .select('id')
    .where('school_admin', '=', '1')
    .where('school_id', '=', 'school-a')
    .execute()) as [{ id: string }];
  for (const from of ORDER_STATES.filter((state) => state !== 'draft'))
    for (const event of ORDER_EVENTS.filter((each) => ACTS[each])) {
      const [id, now] = [newId(), new Date()];
      const bought = !['waiting_approval', 'declined'].includes(from) && { number: `T-${id}`, ordered_at: now };
      const about = {
        district_id: 'district-a',
        school_id: 'school-a',
        buyer_id: person,
        invoice_to: JSON.stringify(BUYING.invoice_to),
        net: 1_000,
        vat: 70,
        gross: 1_070,
      };
      await db()
        .insertInto('purchase_order')
        .values({ id, state: from, ...about, ...bought, created_at: now, changed_at: now })
        .execute();
      const line = {
        number: 'P-1',
        title: 'X',
        publisher: newId(),
        media: ['m-1'],
        scope: 'school' as const,
        seats: 0,
        runtime: 'unlimited' as const,
      };
      const sold = { audience: 'all' as const, quantity: 1, price: 1_000, vat: 7, offer_id: offers[0]!.id };
      await db()
        .insertInto('purchase_line')
        .values({ ...line, ...sold, id: newId(), order_id: id })
        .execute();
      if (['confirmed', 'fulfilled'].includes(from)) {
        const day = '2026-01-01';
        await db()
          .insertInto('invoice')
          .values({
            id: newId(),
            number: newId(),
            order_id: id,
            kind: 'invoice',
            issued_on: day,
            due_on: day,
            content: JSON.stringify(invoiceOf()),
          })
          .execute();
      }
      const to = moveOrder(from, event);
      await ACTS[event]!(id).catch((error: { status?: number }) => {
        if (to || ![403, 404, 409].includes(error.status ?? 0)) throw error;
      });
      // An accepted order is delivered immediately.
      expect(await stateOf(id), `${event} of what is ${from}`).toBe(to === 'confirmed' ? 'fulfilled' : (to ?? from));
      await db().deleteFrom('purchase_order').where('id', '=', id).execute();
    }
});

test('numbers the orders of fifty concurrent schools without gaps or duplicates', async () => {
  const now = new Date();
  const year = now.getFullYear();
  const last = async (kind: 'order' | 'invoice') =>
    (await db().selectFrom('number_counter').select('last').where('kind', '=', kind).where('year', '=', year).executeTakeFirst())?.last ??
    0;
  const [before, billed] = [await last('order'), await last('invoice')];
  const ids = Array.from({ length: 50 }, () => newId());
  const bare = { district_id: 'district-a', street: '', postcode: '', city: '' };
  await insertSchools(
    db(),
    ids.map((id, i) => ({ ...bare, id, name: `Schule ${i}`, number: `9${i}` })),
  );
  const wanted = ids.map((_, i) => [
    { at: 1, price: 333, vat: 19, quantity: 1 + ((i * 7) % 23) },
    ...(i % 3 === 0 ? [{ at: 0, price: 1_000, vat: 7, quantity: 1 }] : []),
  ]);
  const row = { district_id: 'district-a', state: 'draft' as const, created_at: now, changed_at: now };
  await db()
    .insertInto('purchase_order')
    .values(ids.map((id) => ({ ...row, id, school_id: id })))
    .execute();
  const line = {
    number: '',
    title: '',
    publisher: '',
    media: [],
    scope: 'school' as const,
    seats: 0,
    runtime: 'unlimited' as const,
    audience: 'all' as const,
  };
  await db()
    .insertInto('purchase_line')
    .values(
      ids.flatMap((order_id, i) =>
        wanted[i]!.map(({ at, quantity }) => ({ ...line, id: newId(), order_id, offer_id: offers[at]!.id, quantity, price: 0, vat: 0 })),
      ),
    )
    .execute();
  const inOwn = (work: (ctx: UserCtx<'payment'>) => Promise<void>): Promise<void> =>
    db()
      .transaction()
      .execute((trx) =>
        work({ ...portal.portal, db: trx, now, user: null, afterCommit: () => undefined } as unknown as UserCtx<'payment'>),
      );
  /** Runs the work twice at the same time. Exactly one run succeeds. */
  const twice = async (work: (ctx: UserCtx<'payment'>) => Promise<void>): Promise<void> => {
    const outcomes = await Promise.allSettled([inOwn(work), inOwn(work)]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : []));
    expect(refused).toEqual(['state_conflict']);
  };
  await Promise.all(
    ids.map(async (id, i) => {
      // One in five orders is first bought with an outdated total, which must not use up a number.
      if (i % 5 === 0) await inOwn((ctx) => buyOrder(ctx, id, 'buy', { ...BUYING, gross: 1 })).catch(() => undefined);
      await twice((ctx) => buyOrder(ctx, id, 'buy', { ...BUYING, gross: sumLines(wanted[i]!).gross }));
    }),
  );
  const [accepted, back] = [ids.slice(0, 10), ids.slice(0, 3)];
  await Promise.all(accepted.map((id) => twice((ctx) => confirmOrder(ctx, id))));
  await Promise.all(back.map((id) => twice((ctx) => refundOrder(ctx, id, 'Doppelt'))));
  const rows = await db().selectFrom('purchase_order').select(['id', 'number', 'gross']).where('id', 'in', ids).orderBy('number').execute();
  expect(rows.map(({ number }) => Number(number!.slice(-5)))).toEqual(ids.map((_, i) => before + 1 + i));
  // VAT is computed per rate, and half a cent is rounded up.
  const ledger = wanted.map((lines) =>
    [7, 19].reduce((sum, rate) => {
      const net = lines.filter(({ vat }) => vat === rate).reduce((all, { price, quantity }) => all + price * quantity, 0);
      return sum + net + Math.round((net * rate) / 100 + 1e-9);
    }, 0),
  );
  const placed = new Map(rows.map(({ id, gross }) => [id, gross]));
  expect(ids.map((id) => placed.get(id))).toEqual(ledger);
  const papers = await db().selectFrom('invoice').selectAll().where('order_id', 'in', ids).orderBy('number').execute();
  expect(papers.map(({ number }) => Number(number.slice(-5)))).toEqual(Array.from({ length: 13 }, (_, i) => billed + 1 + i));
  expect(await last('invoice')).toBe(billed + 13);
  const written = (kind: string, of: readonly string[]) =>
    of.map((id) =>
      papers.filter((paper) => paper.order_id === id && paper.kind === kind).map(({ content }) => (content as InvoiceContent).totals.gross),
    );
  expect(written('invoice', accepted)).toEqual(ledger.slice(0, 10).map((gross) => [gross]));
  expect(written('cancellation', back)).toEqual(ledger.slice(0, 3).map((gross) => [gross]));
});

test('deletes orders ten years after the year of their last document', async () => {
  const now = new Date('2040-03-01T10:00:00Z');
  const row = (state: 'cancelled' | 'draft', at: string) => {
    const [id, moment] = [newId(), new Date(at)];
    return { id, district_id: 'district-a', state, created_at: moment, changed_at: moment };
  };
  const rows = [
    row('cancelled', '2029-12-31T10:00:00Z'),
    row('cancelled', '2029-12-31T23:30:00Z'),
    row('cancelled', '2029-12-30T10:00:00Z'),
    row('draft', '2040-01-29T10:00:00Z'),
    row('draft', '2040-02-01T10:00:00Z'),
  ];
  await db().insertInto('purchase_order').values(rows).execute();
  const paper = { kind: 'invoice' as const, issued_on: '2030-01-02', due_on: '2030-02-01', content: JSON.stringify(invoiceOf()) };
  await db()
    .insertInto('invoice')
    .values({ ...paper, id: newId(), number: newId(), order_id: rows[2]!.id })
    .execute();
  await sweepOrders(portal.portal, { now });
  const ids = rows.map(({ id }) => id);
  const left = await db().selectFrom('purchase_order').select('id').where('id', 'in', ids).orderBy('id').execute();
  expect(left.map(({ id }) => id).sort()).toEqual([ids[1], ids[2], ids[4]].sort());
});
