/** The desk's timeline: moving bookings and making devices ready (docs/behaviour/lending.md#at-the-desk). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
});
beforeEach(() => portal.setNow(MONDAY));

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));
const refused = (status: number, code: string, details?: object) => ({ status, code, ...(details && { details }) });
async function lend(devices: number, rules: object = {}) {
  const point = await openPoint(admin, { approval: 'auto', ...rules });
  const codes = Array.from({ length: devices }, (_, i) => `K-${i + 1}`);
  return { point, ...(await stock(admin, point, codes)) };
}

test('moves bookings to other devices and days', async () => {
  const { point, model, items } = await lend(2);
  const mine = await placeTestOrder(kim, model, 1, 2);
  const theirs = await placeTestOrder(noa, model, 1, 3);
  const read = async () =>
    (await admin.call(lendingTimeline.timeline, { query: { point: point.id, from: inDays(0), until: inDays(6) } })).items[0]!.rows.map(
      ({ code, bookings }) => [code, ...bookings.map(({ borrower, start, end }) => `${borrower} ${start.slice(8)}–${end.slice(8)}`)],
    );
  expect(await read()).toEqual([
    ['K-1', 'Kim Kern 03–04'],
    ['K-2', 'Noa Nord 03–05'],
  ]);
  const move = (who: Caller, line: { id: string }, item: number, start: number, end: number) =>
    who.call(lendingTimeline.moveBooking, {
      ...at(line.id),
      body: { item: items[item]!.id, start: inDays(start), end: inDays(end) },
    });
  // The other booking can move too, so both swap their devices.
  await move(admin, mine.lines[0]!, 1, 1, 2);
  expect(await read()).toEqual([
    ['K-1', 'Noa Nord 03–05'],
    ['K-2', 'Kim Kern 03–04'],
  ]);
  await move(admin, mine.lines[0]!, 0, 4, 4);
  expect(await read()).toEqual([['K-1', 'Noa Nord 03–05', 'Kim Kern 06–06'], ['K-2']]);
  await expect(move(admin, mine.lines[0]!, 0, 5, 5)).rejects.toMatchObject(refused(422, 'day_closed'));
  await expect(move(kim, mine.lines[0]!, 0, 4, 4)).rejects.toMatchObject(refused(403, 'forbidden'));
  go(1);
  await admin.call(lendingDesk.handOver, { ...at(theirs.id), body: { code: 'K-1' } });
  const conflict = { reason: 'needed', borrower: 'Noa Nord', number: theirs.number, date: inDays(1), free: [{ code: 'K-2' }] };
  await expect(move(admin, mine.lines[0]!, 0, 2, 2)).rejects.toMatchObject(refused(409, 'not_available', conflict));
  await expect(move(admin, theirs.lines[0]!, 1, 2, 3)).rejects.toMatchObject(refused(409, 'state_conflict'));
  await admin.call(lendingDesk.changeItem, { ...at(items[1]!.id), body: { not_lendable: true } });
  await expect(move(admin, mine.lines[0]!, 1, 4, 4)).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'not_lendable' }));
});

test('makes a scanned device ready for the earliest booking within the next days', async () => {
  const { point, model } = await lend(3);
  const later = await placeTestOrder(noa, model, 4, 4);
  const sooner = await placeTestOrder(kim, model, 1, 2, 2);
  await placeTestOrder(noa, model, 14, 14);
  const ready = (code: string, key = newId()) => admin.call(lendingTimeline.putReady, { body: { point: point.id, code, key } });
  const key = newId();
  const first = await ready('k-1', key);
  expect(first).toMatchObject({ order_id: sooner.id, borrower: 'Kim Kern', start: inDays(1), complete: false, item: { code: 'K-1' } });
  expect(await ready('k-1', key)).toEqual(first);
  expect(await ready('K-2')).toMatchObject({ order_id: sooner.id, complete: true });
  expect((await kim.call(lending.order, at(sooner.id))).lines.map(({ state }) => state)).toEqual(['ready', 'ready']);
  expect(await ready('K-3')).toMatchObject({ order_id: later.id, start: inDays(4), complete: true });
  await expect(ready('K-3')).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'nobody_comes', code: 'K-3' }));
  await expect(ready('K-9')).rejects.toMatchObject(refused(409, 'barcode_unknown'));
});

test('pages through the models of a point', async () => {
  const { point, model } = await lend(1);
  for (let i = 0; i < 104; i++) await stock(admin, point, [], { name: `Beamer ${String(i).padStart(3, '0')}`, category: 'Bild / Beamer' });
  await placeTestOrder(kim, model, 1, 2);
  const read = (query: object = {}) =>
    admin.call(lendingTimeline.timeline, { query: { point: point.id, from: inDays(0), until: inDays(6), limit: 50, ...query } });
  const pages = [await read(), await read({ offset: 50 }), await read({ offset: 100 })];
  expect(pages.map(({ total, items }) => [total, items.length])).toEqual([
    [105, 50],
    [105, 50],
    [105, 5],
  ]);
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(105);
  expect(pages[0]!.categories).toContainEqual({ name: 'Bild', models: 104 });
  const names = async (query: object) => (await read(query)).items.map(({ name }) => name);
  expect((await names({}))[0]).toBe('Kamera');
  expect((await names({ from: inDays(3) }))[0]).toBe('Beamer 000');
  expect(await names({ show: 'booked' })).toEqual(['Kamera']);
  expect(await names({ show: 'booked', from: inDays(3) })).toEqual([]);
  expect(await names({ model: model.id })).toEqual(['Kamera']);
  expect(await names({ q: 'beamer 103' })).toEqual(['Beamer 103']);
  expect(await names({ category: 'Film' })).toEqual(['Kamera']);
  await expect(read({ until: inDays(42) })).rejects.toMatchObject(refused(400, 'validation_failed'));
  await expect(kim.call(lendingTimeline.timeline, { query: { point: point.id, from: inDays(0), until: inDays(6) } })).rejects.toMatchObject(
    refused(403, 'forbidden'),
  );
});

test('shows the borrower of an offer but hides the owner of a cart', async () => {
  const { point, model } = await lend(1);
  const loan = await placeTestOrder(noa, model, 1, 3);
  await kim.call(lendingWaiting.wait, { body: { model: model.id, earliest: inDays(1), latest: inDays(2) } });
  const bookings = async () =>
    (await admin.call(lendingTimeline.timeline, { query: { point: point.id, from: inDays(0), until: inDays(6) } })).items[0]!.rows[0]!
      .bookings;
  await noa.call(lending.cancelOrder, { ...at(loan.id), body: {} });
  expect(await bookings()).toMatchObject([
    { state: 'in_cart', borrower: 'Kim Kern', offered_until: expect.any(String), can: { move: false } },
  ]);
  await put(noa, model, 4, 4);
  expect((await bookings()).at(-1)).toMatchObject({ state: 'in_cart', borrower: '', offered_until: null });
});
