/** Products of the marketplace: what each role sees, wishes, and editing (docs/behaviour/marketplace.md). */
import { marketplace, type NewProduct } from '@fundus/contract/marketplace/marketplace';
import { daysBetween } from '@fundus/contract/days';
import { wishes } from '@fundus/contract/library/wishes';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { trials } from '@fundus/contract/marketplace/trials';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { sweepTrials } from './trials/trials.ts';
import { offerOf, productOf, SELLER } from '../../testing/marketplace.ts';

const portal = usePortal({ LinkToMP: true });
let keeper: Caller;
let kim: Caller;
let lee: Caller;
let admin: Caller;
beforeAll(async () => {
  const school = { scope: 'school' as const, target: 'school-a' };
  const elsewhere = { scope: 'school' as const, target: 'school-b' };
  await portal.store(
    { identifier: 'm-1', fn_titel: 'Mitose', fn_typ: '49', fn_geb: ['08001'], url: 'https://medien.example/1', licences: [school] },
    { identifier: 'm-2', fn_titel: 'Meiose', fn_typ: '49', fn_geb: ['08001'], url: 'https://medien.example/2', licences: [elsewhere] },
    { identifier: 'm-3', fn_titel: 'Zelle', fn_typ: '49', fn_geb: ['08002'], url: 'https://medien.example/3', licences: [school] },
    { identifier: 'm-4', fn_titel: 'Frei', fn_typ: '49', url: 'https://medien.example/4' },
  );
  keeper = await portal.as(districtAdmin());
  kim = await portal.as(teacher());
  lee = await portal.as(teacher());
  admin = await portal.as(schoolAdmin());
});

const create = (about: Partial<NewProduct> = {}) => keeper.call(marketplace.createProduct, { body: productOf(about) });
const read = (by: Caller, id: string) => by.call(marketplace.product, { params: { id } });

test('hides prices from guests and learners', async () => {
  const { id } = await create({
    media: ['m-1', 'm-2'],
    offers: [offerOf({ price: 1_999, vat: 7 }), offerOf({ price: 500, sale_to: '2020-01-01' })],
  });
  for (const blind of [portal.guest(), await portal.as(pupil())]) {
    const seen = await read(blind, id);
    expect(seen.offers).toMatchObject([{ price: null, vat: null, gross: null }]);
    expect(seen.can).toMatchObject({ seePrices: false, ask: false, buy: false, edit: false });
    expect((await blind.call(marketplace.products, { query: {} })).items.find((item) => item.id === id)).toMatchObject({ from: null });
  }
  const seen = await read(kim, id);
  expect(seen.offers, 'what is not on sale is not offered').toMatchObject([{ price: 1_999, vat: 7, gross: 2_139 }]);
  expect(seen.media.map(({ identifier, had }) => [identifier, had])).toEqual([
    ['m-1', true],
    ['m-2', false],
  ]);
  expect(seen.beside).toEqual({ total: 1, items: [{ identifier: 'm-3', fn_titel: 'Zelle' }] });
  const { items } = await kim.call(marketplace.products, { query: { q: 'biologie', subject: '080', grade: 8 } });
  expect(items).toMatchObject([{ id, media: 2, had: 1, from: 2_139 }]);
  expect((await kim.call(marketplace.ofMedium, { params: { mediaId: 'm-2' } })).items).toMatchObject([{ id }]);
});

test('hides products of other districts and drafts from customers', async () => {
  const { id } = await create({ number: 'draft', state: 'draft', offers: [] });
  await expect(read(kim, id)).rejects.toMatchObject({ status: 404 });
  await expect(kim.call(marketplace.products, { query: { manage: 'true' } })).rejects.toMatchObject({ status: 403 });
  expect(await read(keeper, id)).toMatchObject({ state: 'draft', can: { edit: true } });
  await expect(create({ number: 'draft' })).rejects.toMatchObject({ code: 'already_exists' });
  await expect(create({ number: 'x', media: ['m-4'] })).rejects.toMatchObject({ problems: ['media free'] });
  await expect(create({ number: 'x', media: ['m-9'] })).rejects.toMatchObject({ problems: ['media unknown'] });
  await expect(create({ number: 'x', offers: [offerOf({ scope: 'volume', seats: 0 })] })).rejects.toMatchObject({
    problems: ['offers.0.seats required'],
  });
});

test('keeps the id of an offer after a change', async () => {
  const { id } = await create({ number: 'offers', offers: [offerOf({ price: 100 }), offerOf({ price: 200 })] });
  const before = await read(keeper, id);
  const kept = before.offers[1]!;
  const body = { ...productOf({ number: 'offers', offers: [offerOf({ id: kept.id, price: 250 })] }), version: before.version };
  await keeper.call(marketplace.changeProduct, { params: { id }, body });
  expect((await read(keeper, id)).offers).toMatchObject([{ id: kept.id, price: 250 }]);
  await expect(keeper.call(marketplace.changeProduct, { params: { id }, body })).rejects.toMatchObject({ code: 'version_conflict' });
});

test('answers all wishes for a product together', async () => {
  const { id } = await create({ number: 'wishes', media: ['m-1', 'm-2'] });
  await kim.call(marketplace.wishProduct, { params: { id }, body: { note: '' } });
  await lee.call(marketplace.wishProduct, { params: { id }, body: { note: '' } });
  expect((await read(kim, id)).wishes).toEqual({ count: 2, step: 'suggested', answer: '', own: true });
  const decision = { params: { id }, body: { state: 'declined' as const, answer: 'Kein Geld' } };
  await expect(kim.call(marketplace.decideWishes, decision)).rejects.toMatchObject({ status: 403 });
  const { decided, ids } = await admin.call(marketplace.decideWishes, decision);
  expect([decided, ids.length]).toEqual([2, 2]);
  expect((await read(lee, id)).wishes).toMatchObject({ count: 2, step: 'declined', answer: 'Kein Geld' });
  for (const wish of ids) await admin.call(wishes.undoDecision, { params: { id: wish } });
  expect((await read(lee, id)).wishes).toMatchObject({ count: 2, step: 'suggested', answer: '' });
  await admin.call(marketplace.decideWishes, decision);
  expect((await kim.call(wishes.wishes, { query: {} })).items).toMatchObject([{ identifier: 'm-2', state: 'declined' }]);
  expect((await read(await portal.as(teacher({ school_id: 'school-b' })), id)).wishes, 'another school has its own').toMatchObject({
    count: 0,
  });
});

test('imports only valid rows of a product table', async () => {
  const table = [
    'Artikelnummer;Titel;Verlag;Medien;Umfang;Plätze;Laufzeit;Netto;MwSt;Fach;Klassen',
    'T-1;Genetik komplett;Lindenblatt;m-1|m-2;Klasse;30;Schuljahr;1.049,90;19 %;Biologie;7-9',
    'T-1;Genetik komplett;Lindenblatt;m-1|m-2;;;unbegrenzt;2000;7;;',
    'T-2;Unbekanntes;Lindenblatt;m-9;;;;10;7;;',
    'T-3;Ohne Preis;Lindenblatt;m-2;;;;gratis;7;;',
    'T-3;Ohne Preis;Lindenblatt;m-2;Klasse;;;90;7;;',
  ].join('\n');
  const content = Buffer.from(table).toString('base64');
  const looked = await keeper.call(marketplace.importProducts, { body: { content, dry_run: true } });
  expect(looked.rows.map(({ number, result, problem }) => [number, result, problem?.field ?? null])).toEqual([
    ['T-1', 'new', null],
    ['T-2', 'error', 'media'],
    ['T-3', 'error', 'price'],
  ]);
  expect(looked.rows.map(({ lines }) => lines)).toEqual([[2, 3], [4], [5, 6]]);
  expect(looked.table.rejected.map(({ line }) => line)).toEqual([4, 5, 6]);
  for (const dry_run of [true, false])
    await expect(kim.call(marketplace.importProducts, { body: { content, dry_run } })).rejects.toMatchObject({ status: 403 });
  const import_ = () => keeper.call(marketplace.importProducts, { body: { content, dry_run: false } });
  expect(await import_()).toMatchObject({ created: 1, changed: 0, left_out: 2 });
  const { items } = await kim.call(marketplace.products, { query: { q: 'T-1' } });
  const first = await read(kim, items[0]!.id);
  const { db } = portal.portal;
  await db.updateTable('product').set({ description: 'Von Hand' }).where('number', '=', 'T-1').execute();
  await db.updateTable('product_offer').set({ price: 1, max_quantity: 3 }).where('id', '=', first.offers[0]!.id).execute();
  expect(await import_()).toMatchObject({ created: 0, changed: 1, left_out: 2 });
  expect(await read(kim, items[0]!.id), 'what the file says nothing of stays').toMatchObject({
    ...{ subjects: ['080'], grade_from: 7, grade_to: 9, description: 'Von Hand' },
    offers: [
      { id: first.offers[0]!.id, scope: 'group', seats: 30, runtime: 'school_year', price: 104_990, vat: 19, max_quantity: 3 },
      { id: first.offers[1]!.id, scope: 'school', price: 200_000, vat: 7 },
    ],
  });
});

test('rejects purchases until a seller with a valid IBAN is entered', async () => {
  const { id } = await create({ number: 'sells' });
  expect((await read(admin, id)).can).toMatchObject({ ask: false, buy: false });
  const wrong = { body: { ...SELLER, iban: 'DE89 3704 0044 0532 0130 01', vat_id: '123456789', bic: 'COBA' } };
  await expect(keeper.call(marketplace.setSeller, wrong)).rejects.toMatchObject({
    problems: expect.arrayContaining(['iban format', 'vat_id format', 'bic format']) as string[],
  });
  await keeper.call(marketplace.setSeller, { body: SELLER });
  expect((await read(admin, id)).can).toMatchObject({ ask: true, buy: true });
  expect((await read(kim, id)).can).toMatchObject({ ask: true, buy: false });
});

test('allows one two-week trial per school', async () => {
  const { id } = await create({ number: 'trial', media: ['m-2'], trial: true });
  const has = async (by: Caller) => (await read(by, id)).media[0]!.had;
  const ask = (by: Caller, product = id) => by.call(trials.requestTrial, { params: { id: product }, body: { note: 'Für die 8b' } });
  expect((await read(kim, id)).can.try).toBe(true);
  const asked = await ask(kim);
  expect(asked).toMatchObject({ state: 'asked', starts_on: null, can: { decide: false, end: true } });
  await expect(ask(kim)).rejects.toMatchObject({ code: 'state_conflict', details: { reason: 'tried' } });
  await expect(ask(lee)).rejects.toMatchObject({ details: { reason: 'others' } });
  expect((await read(lee, id)).can.try).toBe(false);
  const other = await portal.as(schoolAdmin({ school_id: 'school-b' }));
  const decide = (by: Caller, approve: boolean) => by.call(trials.decideTrial, { params: { id: asked.id }, body: { approve, reason: '' } });
  await expect(decide(other, true)).rejects.toMatchObject({ status: 404 });
  await expect(decide(kim, true)).rejects.toMatchObject({ status: 404 });
  expect(await has(kim)).toBe(false);
  const running = await decide(admin, true);
  expect(daysBetween(running.starts_on!, running.ends_on!)).toBe(13);
  await expect(decide(admin, true), 'once').rejects.toMatchObject({ code: 'state_conflict' });
  expect([await has(kim), await has(lee)], 'theirs alone').toEqual([true, false]);
  const db = portal.portal.db;
  const [licence] = await db.selectFrom('licence').selectAll().where('trial_id', '=', asked.id).execute();
  expect(licence).toMatchObject({ scope: 'single', taken: 1, origin: 'trial', school_id: 'school-a' });
  await expect(
    admin.call(licenceSeats.assignSeats, {
      params: { id: licence!.id },
      body: { to: [{ kind: 'person', id: '00000000-0000-7000-8000-000000000000' }] },
    }),
  ).rejects.toMatchObject({ status: 403 });
  await db.updateTable('licence_seat').set({ first_used_at: new Date() }).where('licence_id', '=', licence!.id).execute();
  expect((await admin.call(trials.trials, { query: { school: 'true' } })).items).toMatchObject([{ used: ['Meiose'], media: 1 }]);
  await expect(kim.call(trials.trials, { query: { school: 'true' } })).rejects.toMatchObject({ status: 403 });
  const after = new Date(Date.now() + 15 * 86_400_000);
  await sweepTrials(portal.portal, { now: after, remind: true });
  await sweepTrials(portal.portal, { now: after, remind: true });
  const mails = (await db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute()).map(({ payload }) =>
    JSON.stringify(payload),
  );
  const question = mails.filter((mail) => mail.includes('behalten?'));
  expect(question, 'asked once').toHaveLength(1);
  expect(question[0]).toContain('1 von 1 Medien');
  expect(question[0]).toContain('– Meiose');
  await sweepTrials(portal.portal, { now: new Date(Date.now() + 400 * 86_400_000), remind: false });
  expect(await db.selectFrom('licence').select('id').where('trial_id', 'is not', null).execute(), 'gone with it').toEqual([]);

  const { id: open } = await create({ number: 'T-2', media: ['m-2'], trial: true, trial_at_once: true });
  const begun = await ask(lee, open);
  expect(begun.state).toBe('running');
  await lee.call(trials.endTrial, { params: { id: begun.id } });
  expect([await has(lee), (await read(lee, open)).tried?.state]).toEqual([false, 'ended']);
});
