/** Orders delivered by courier reserve their devices from delivery to pickup (docs/behaviour/lending.md#tours). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingFeed } from '@fundus/contract/lending/calendar/feed';
import { lending } from '@fundus/contract/lending/lending';
import type { PointFields } from '@fundus/contract/lending/points/points';
import { lendingTours } from '@fundus/contract/lending/courier/tours';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../../mail/compose.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, put, stock } from '../../../testing/lending.ts';
import { readPages } from '../../../testing/read-pdf.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern', email: 'kim@a.example' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nolte', email: 'noa@a.example' }));
});
beforeEach(() => portal.setNow(MONDAY));

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));
const [TUE, WED, THU] = [1, 2, 3];

/** Creates a point with devices and a weekly tour to the school, by default on Thursday. */
async function begin(codes: readonly string[], more: Partial<PointFields> = {}, weekday = THU) {
  const point = await openPoint(admin, { approval: 'auto', ...more });
  const { model } = await stock(admin, point, codes);
  const tour = await admin.call(lendingTours.createTour, {
    body: { point: point.id, name: 'Tour Nord', weekday, schools: ['school-a'] },
  });
  return { point, model, tour };
}
const deliver = (who: Caller, point: { id: string }, delivery: 'pickup' | 'courier' | 'post') =>
  who.call(lending.deliver, { body: { point: point.id, delivery } });
const send = (who: Caller, point: { id: string }, delivery: 'pickup' | 'courier' = 'courier') =>
  who.call(lending.placeOrder, { body: { point: point.id, title: 'Film', delivery } });
const bookedOf = async (line: string) => {
  const { busy_from, busy_until } = await portal.portal.db
    .selectFrom('rental_line')
    .select(['rental_line.busy_from', 'rental_line.busy_until'])
    .where('rental_line.id', '=', line)
    .executeTakeFirstOrThrow();
  return [busy_from, busy_until];
};
/** Returns the recipients and texts of mails since the last call. */
async function takeMails(): Promise<{ to: string; text: string }[]> {
  const rows = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute();
  await portal.portal.db.deleteFrom('job').execute();
  return rows.map(({ payload }) => ({ to: (payload as Mail).to.address, text: JSON.stringify(payload) }));
}

test('reserves the devices of a cart from delivery to pickup by the courier', async () => {
  const { point, model } = await begin(['A-1'], { buffer_after: 1 });
  // The loan lasts from Monday to Wednesday of the next week. It is delivered on Thursday of this week and picked up on Thursday of the next one.
  await put(kim, model, 7, 9);
  const cart = await deliver(kim, point, 'courier');
  const courier_days = { bring: inDays(3), fetch: inDays(10) };
  expect(cart).toMatchObject({ delivery: 'courier', lines: [{ start: inDays(7), end: inDays(9), courier_days }] });
  expect(await bookedOf(cart.lines[0]!.id)).toEqual([inDays(3), inDays(11)]);
  await expect(put(noa, model, 4, 4)).rejects.toMatchObject({ code: 'not_available' });
  // If collected at the desk, the devices are reserved only until Monday. For delivery by courier, they would not be available long enough.
  const again = await deliver(kim, point, 'pickup');
  expect([again.lines[0]!.courier_days, ...(await bookedOf(again.lines[0]!.id))]).toEqual([null, inDays(7), inDays(10)]);
  await put(noa, model, 2, 2);
  await expect(deliver(kim, point, 'courier')).rejects.toMatchObject({ code: 'not_available', details: { date: inDays(3) } });
  await expect(send(kim, point)).rejects.toMatchObject({ code: 'not_available' });
  expect((await kim.call(lending.cart, { query: { point: point.id } })).delivery).toBe('pickup');
  await noa.call(lending.removeFromCart, at((await noa.call(lending.cart, { query: { point: point.id } })).lines[0]!.id));
  await takeMails();
  const order = await send(kim, point);
  expect(order).toMatchObject({ delivery: 'courier', lines: [{ state: 'approved', courier_days }] });
  const [mail] = await takeMails();
  expect(mail!.text).toContain('Lieferung durch den Kurier am Donnerstag, 5. März 2026, Abholung am Donnerstag, 12. März 2026.');
  const { body: dates } = (await kim.call(lendingFeed.dates)) as unknown as { body: string };
  expect(dates).toContain('SUMMARY:Kurier bringt: Kamera');
  expect(dates).toContain('DTSTART;VALUE=DATE:20260305');
  expect(dates).toContain('DTSTART;VALUE=DATE:20260312');
  const url = `/api/v1/lending/picking-list?point=${point.id}&date=${inDays(3)}`;
  const picking = await admin.inject({ method: 'GET', url });
  expect((await readPages(picking.rawPayload)).join(' ')).toContain('Lieferung durch den Kurier am');
});

test('blocks days in the calendar that no tour reaches in time', async () => {
  const { point, model } = await begin(['B-1'], { advance_days: 4 });
  await deliver(kim, point, 'courier');
  // Preparation takes until Thursday, so the tour of the next week is the first that is possible.
  await expect(put(kim, model, 8, 9)).rejects.toMatchObject({
    ...{ status: 422, code: 'too_early', field: 'start' },
    details: { reason: 'no_tour', earliest: inDays(10) },
  });
  await put(kim, model, 10, 11);
  const query = { from: inDays(0), until: inDays(20) };
  const calendar = await noa.call(lending.calendar, { ...at(model.id), query: { ...query, delivery: 'courier' } });
  const blocked = (day: number) => calendar.days[day]!.start_blocked;
  expect([blocked(3), blocked(8), blocked(9)]).toEqual([['too_early', 'no_tour'], ['no_tour'], ['no_tour']]);
  // The device is picked up on day 17 and not available for earlier deliveries.
  expect([blocked(14), calendar.days[10]!.end_blocked, blocked(18)]).toEqual([['none_free'], ['none_free'], ['none_free']]);
  const plain = await noa.call(lending.calendar, { ...at(model.id), query });
  expect(plain.days[8]!.start_blocked).toEqual([]);
  // No tour takes place while the point is closed.
  const closures = [{ from: inDays(14), until: inDays(800), name: 'Umbau', processed: false }];
  const other = await begin(['B-2'], { closures });
  await deliver(kim, other.point, 'courier');
  await expect(put(kim, other.model, 11, 11)).rejects.toMatchObject({ code: 'too_late', field: 'end', details: { reason: 'no_tour' } });
});

test('recalculates the courier days of changed and renewed lines', async () => {
  const { point, model } = await begin(['C-1'], { renewal_days: 7 });
  await put(kim, model, 7, 9);
  const order = await send(kim, point);
  const line = order.lines[0]!.id;
  const changed = await admin.call(lending.changeLine, { ...at(line), body: { start: inDays(11), end: inDays(14) } });
  expect(changed.lines[0]!.courier_days).toEqual({ bring: inDays(10), fetch: inDays(17) });
  expect(await bookedOf(line)).toEqual([inDays(10), inDays(17)]);
  go(9);
  await admin.call(lendingDesk.handOver, { ...at(order.id), body: { code: 'C-1' } });
  // The last day has passed, but the pickup tour is still to come, so the loan is not overdue.
  go(16);
  expect((await kim.call(lending.order, at(order.id))).lines[0]).toMatchObject({ overdue: false, state: 'on_loan' });
  go(18);
  expect((await kim.call(lending.order, at(order.id))).lines[0]).toMatchObject({ overdue: true });
  go(16);
  const renewed = await kim.call(lending.renew, { ...at(line), body: {} });
  expect(renewed.lines[0]).toMatchObject({ end: inDays(23), courier_days: { bring: inDays(10), fetch: inDays(24) } });
  expect(await bookedOf(line)).toEqual([inDays(9), inDays(24)]);
  const lessons = await begin(['C-2'], { mode: 'periods' });
  await expect(deliver(kim, lessons.point, 'courier')).rejects.toMatchObject({ problems: ['delivery choice'] });
  expect((await kim.call(lendingTours.courier, { query: { point: lessons.point.id } })).weekdays).toEqual([]);
});

test('keeps the reserved days of orders that were placed before courier days were stored', async () => {
  const { point, model, tour } = await begin(['D-1', 'D-2']);
  await put(kim, model, 7, 9);
  const order = await send(kim, point, 'pickup');
  await portal.portal.db.updateTable('rental_order').set({ delivery: 'courier' }).where('id', '=', order.id).execute();
  const line = order.lines[0]!.id;
  const effects = await admin.call(lendingTours.tourEffects, { ...at(tour.id), body: { weekday: TUE } });
  expect(effects.items).toEqual([]);
  const { stops } = await admin.call(lendingTours.tourDay, { ...at(tour.id), query: { date: inDays(3) } });
  expect(stops[0]!.bring).toMatchObject([{ id: line, bring: null, fetch: null }]);
  go(3);
  await admin.call(lendingDesk.handOver, { ...at(order.id), body: { code: 'D-1' } });
  expect(await bookedOf(line)).toEqual([inDays(3), inDays(9)]);
});

test('notifies the borrowers of orders that a tour change affects', async () => {
  const { point, model, tour } = await begin(['E-1'], {}, TUE);
  await put(kim, model, 8, 9);
  const first = await send(kim, point);
  expect(first.lines[0]!.courier_days).toEqual({ bring: inDays(8), fetch: inDays(15) });
  await put(noa, model, 17, 18);
  const second = await send(noa, point, 'pickup');
  await takeMails();
  const effects = (body: object) => admin.call(lendingTours.tourEffects, { ...at(tour.id), body });
  await expect(kim.call(lendingTours.tourEffects, { ...at(tour.id), body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(admin.call(lendingTours.tourEffects, { ...at(tour.id), body: { schools: ['elsewhere'] } })).rejects.toMatchObject({
    status: 404,
  });
  const from = { bring: inDays(8), fetch: inDays(15) };
  const about = { order: first.id, number: first.number, borrower: 'Kim Kern' };
  // The Wednesday before the loan delivers. Pickup is on the last day of the loan, which is also a Wednesday.
  expect((await effects({ weekday: WED })).items).toMatchObject([
    { ...about, lines: [{ model: 'Kamera', from, to: { bring: inDays(2), fetch: inDays(9) } }] },
  ]);
  expect((await effects({})).items).toMatchObject([{ ...about, lines: [{ from, to: null }] }]);
  expect((await kim.call(lending.order, at(first.id))).lines[0]!.courier_days).toEqual(from);
  const change = (weekday: number, version: number) =>
    admin.call(lendingTours.changeTour, { ...at(tour.id), body: { weekday, schools: ['school-a'], version } });
  await change(WED, 1);
  expect((await kim.call(lending.order, at(first.id))).lines[0]!.courier_days).toEqual({ bring: inDays(2), fetch: inDays(9) });
  expect(await bookedOf(first.lines[0]!.id)).toEqual([inDays(2), inDays(9)]);
  expect(await takeMails()).toMatchObject([{ to: 'kim@a.example', text: expect.stringContaining('Abholung am Mittwoch, 11. März 2026') }]);
  await admin.call(lendingTours.removeTour, at(tour.id));
  const collected = await kim.call(lending.order, at(first.id));
  expect(collected).toMatchObject({ delivery: 'pickup', lines: [{ state: 'approved', courier_days: null }] });
  expect(await bookedOf(first.lines[0]!.id)).toEqual([inDays(8), inDays(9)]);
  expect(await takeMails()).toMatchObject([
    { to: 'kim@a.example', text: expect.stringContaining('Zu dieser Schule fährt kein Kurier mehr') },
  ]);
  expect((await noa.call(lending.order, at(second.id))).state).toBe('approved');
});

test('switches an order to collection if no device is free on the new courier days', async () => {
  const { point, model, tour } = await begin(['F-1'], {}, TUE);
  await put(kim, model, 8, 9);
  const first = await send(kim, point);
  await put(noa, model, 3, 4);
  await send(noa, point, 'pickup');
  await takeMails();
  // A delivery on Wednesday would overlap with another loan.
  await admin.call(lendingTours.changeTour, { ...at(tour.id), body: { weekday: WED, version: 1 } });
  expect(await kim.call(lending.order, at(first.id))).toMatchObject({ delivery: 'pickup', lines: [{ courier_days: null }] });
  expect(await bookedOf(first.lines[0]!.id)).toEqual([inDays(8), inDays(9)]);
  expect((await takeMails()).map(({ to }) => to)).toEqual(['kim@a.example']);
});

test('includes missed deliveries of earlier days in the stops of a tour', async () => {
  const { point, model, tour } = await begin(['G-1']);
  await put(kim, model, 7, 9);
  const order = await send(kim, point);
  const day = async (date: number) => {
    const { stops } = await admin.call(lendingTours.tourDay, { ...at(tour.id), query: { date: inDays(date) } });
    return stops.map(({ bring, fetch }) => [bring.length, fetch.length]);
  };
  expect([await day(3), await day(10)]).toEqual([[[1, 0]], [[0, 0]]]);
  go(4);
  expect(await day(10)).toEqual([[1, 0]]);
  await admin.call(lendingDesk.handOver, { ...at(order.id), body: { code: 'G-1' } });
  // The delivery was missed, so the next tour delivers. The pickup day stays the same.
  expect((await kim.call(lending.order, at(order.id))).lines[0]!.courier_days).toEqual({ bring: inDays(10), fetch: inDays(10) });
});
