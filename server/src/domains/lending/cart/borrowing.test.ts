/** Borrowing a medium from the catalogue, repeating an order, and the calendar feed (docs/behaviour/lending.md). */
import { lendingFavourites } from '@fundus/contract/lending/models/favourites';
import { lendingFeed } from '@fundus/contract/lending/calendar/feed';
import { lending } from '@fundus/contract/lending/lending';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { medialists } from '@fundus/contract/medialists/medialists';
import { medialistItems } from '@fundus/contract/medialists/items';
import { DAY } from '@fundus/contract/days';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { runSweepSteps } from '../../../sweep.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true, Verleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  await portal.store(
    { identifier: 'film', fn_titel: 'Vulkane', fn_typ: '55' },
    { identifier: 'disc', fn_titel: 'Vulkane auf DVD', fn_typ: '46' },
    { identifier: 'camera', fn_titel: 'Filmkoffer', fn_typ: '89' },
  );
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher({ vorname: 'Kim' }));
  noa = await portal.as(teacher());
});
beforeEach(() => portal.setNow(MONDAY));

test('returns the lending points of a medium and its first free day', async () => {
  const point = await openPoint(admin, { approval: 'auto', name: 'Bücherei' });
  const { model } = await stock(admin, point, ['D-1'], { identifier: 'disc', name: 'DVD Vulkane' });
  const ask = async (who: Caller) => (await who.call(lending.ofMedium, { params: { identifier: 'disc' } })).items;
  expect(await ask(kim)).toEqual([
    { id: model.id, name: 'DVD Vulkane', point: { id: point.id, name: 'Bücherei' }, devices: 1, free_from: inDays(1) },
  ]);
  await placeTestOrder(noa, model, 1, 3);
  expect(await ask(kim)).toMatchObject([{ free_from: inDays(4) }]);
  expect(await ask(await portal.as(pupil({ role: 'S' })))).toEqual([]);
  expect(await ask(await portal.as(teacher({ school_id: 'school-b' })))).toEqual([]);
  const found = () => kim.call(lending.models, { query: { point: point.id } });
  expect((await found()).total).toBe(1);
  portal.portal.config.Verleih = false;
  expect(await ask(kim)).toEqual([]);
  expect((await found()).total).toBe(0);
  portal.portal.config.Verleih = true;
});

test('reports the borrowing state of each medium in a lesson check', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['C-1'], { identifier: 'camera' });
  const list = await kim.call(medialists.create, { body: { title: 'Vulkane' } });
  await kim.call(medialistItems.addItems, { params: { id: list.id }, body: { items: [{ kind: 'medium', identifier: 'camera' }] } });
  const check = async (day: number) => {
    const { problems } = await kim.call(medialists.check, { params: { id: list.id }, query: { date: inDays(day) } });
    return problems.map(({ problem, on, lend }) => [problem, on, lend?.model ?? null]);
  };
  expect(await check(2)).toEqual([['to_borrow', null, model.id]]);
  const mine = await placeTestOrder(kim, model, 2, 3);
  expect(await check(2)).toEqual([]);
  await kim.call(lending.cancelOrder, { ...at(mine.id), body: {} });
  await placeTestOrder(noa, model, 2, 3);
  expect(await check(2)).toEqual([['taken', inDays(4), model.id]]);
  await admin.call(lendingDesk.changeModel, { ...at(model.id), body: { version: model.version, identifier: null } });
  expect(await check(2)).toEqual([['not_lent', null, null]]);
});

test('repeats an order completely or not at all', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K-1', 'K-2']);
  const other = await stock(admin, point, ['M-1'], { name: 'Mikrofon' });
  await put(kim, other.model, 2, 2);
  const before = await placeTestOrder(kim, model, 1, 3, 2);
  // Three days from Friday would end on a Sunday, so the cameras are due on Monday.
  const cart = await kim.call(lending.repeat, { ...at(before.id), body: { start: inDays(10) } });
  expect(cart.lines.map((line) => [line.model.name, line.start, line.end])).toEqual([
    ['Kamera', inDays(10), inDays(14)],
    ['Kamera', inDays(10), inDays(14)],
    ['Mikrofon', inDays(11), inDays(11)],
  ]);
  await kim.call(lending.placeOrder, { body: { point: point.id, title: 'Noch einmal' } });
  await expect(kim.call(lending.repeat, { ...at(before.id), body: { start: inDays(10) } })).rejects.toMatchObject({
    code: 'not_available',
  });
  expect((await kim.call(lending.cart, { query: { point: point.id } })).lines).toEqual([]);
  await expect(noa.call(lending.repeat, { ...at(before.id), body: { start: inDays(10) } })).rejects.toMatchObject({ status: 404 });
});

test('serves the calendar feed until its secret URL is replaced', async () => {
  const lea = await portal.as(teacher({ vorname: 'Lea', name: 'Geheim' }));
  const point = await openPoint(admin, { approval: 'auto', name: 'Ausleihe' });
  const { model } = await stock(admin, point, ['K-1']);
  await placeTestOrder(lea, model, 1, 3);
  const { path } = await lea.call(lendingFeed.makeFeed, { body: {} });
  const read = (address: string) => portal.guest().inject({ method: 'GET', url: address });
  const file = await read(path);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-type']).toContain('text/calendar');
  expect(file.body).toContain('SUMMARY:Abholen: Kamera');
  expect(file.body).not.toMatch(/Geheim|Lea|@/);
  const next = await lea.call(lendingFeed.makeFeed, { body: {} });
  expect((await read(path)).statusCode).toBe(404);
  expect((await read(next.path)).statusCode).toBe(200);
  await lea.call(lendingFeed.endFeed);
  expect((await read(next.path)).statusCode).toBe(404);
  expect(await lea.call(lendingFeed.feed)).toEqual({ made_at: null });
});

test('lets only the district change the retention period of borrower names', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const set = (who: Caller, keep_days: number, version: number) =>
    who.call(lendingDesk.changePoint, { ...at(point.id), body: { version, keep_days } });
  await expect(set(admin, 7, 1)).rejects.toMatchObject({ status: 403, field: 'keep_days' });
  const { model, items } = await stock(admin, point, ['K-1']);
  const { id } = await placeTestOrder(kim, model, 1, 1);
  portal.setNow(new Date(MONDAY.getTime() + DAY));
  await admin.call(lendingDesk.handOver, { ...at(id), body: { code: items[0]!.code } });
  await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'K-1' } });
  await set(await portal.as(districtAdmin()), 7, 1);
  const borrower = async () =>
    (await portal.portal.db.selectFrom('rental_order').select('person_id').where('id', '=', id).executeTakeFirstOrThrow()).person_id;
  portal.setNow(new Date(MONDAY.getTime() + 7 * DAY));
  await runSweepSteps(portal.portal);
  expect(await borrower()).not.toBeNull();
  portal.setNow(new Date(MONDAY.getTime() + 9 * DAY));
  await runSweepSteps(portal.portal);
  expect(await borrower()).toBeNull();
});

test('lists favourite models that are visible and have a lendable device', async () => {
  const point = await openPoint(admin, { name: 'Bücherei' });
  const { model, items } = await stock(admin, point, ['F-1'], { name: 'Beamer' });
  const marked = async (who: Caller) =>
    (await who.call(lendingFavourites.favourites)).items.map(({ name, point: { name: at } }) => [name, at]);
  for (let twice = 0; twice < 2; twice++) await kim.call(lendingFavourites.addFavourite, { ...at(model.id), body: {} });
  expect(await marked(kim)).toEqual([['Beamer', 'Bücherei']]);
  expect(await marked(noa)).toEqual([]);
  const stranger = await portal.as(teacher({ school_id: 'school-b' }));
  await expect(stranger.call(lendingFavourites.addFavourite, { ...at(model.id), body: {} })).rejects.toMatchObject({ status: 404 });
  await admin.call(lendingDesk.changeItem, { ...at(items[0]!.id), body: { not_lendable: true } });
  expect(await marked(kim)).toEqual([]);
  await admin.call(lendingDesk.changeItem, { ...at(items[0]!.id), body: { not_lendable: false } });
  await kim.call(lendingFavourites.removeFavourite, at(model.id));
  expect(await marked(kim)).toEqual([]);
});
