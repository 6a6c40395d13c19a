/** Lending over HTTP, from cart to return (docs/behaviour/lending.md). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingFeed } from '@fundus/contract/lending/calendar/feed';
import { lending } from '@fundus/contract/lending/lending';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { at, inDays, ITEM, MONDAY, openPoint, placeTestOrder, POINT, put, stock, readBoard } from '../../testing/lending.ts';
import { runSweepSteps } from '../../sweep.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
});
beforeEach(() => portal.setNow(MONDAY));

/** Sets the clock to a number of days and minutes after the test's Monday. */
const go = (days: number, minutes = 0): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000 + minutes * 60_000));
let made = 0;
/** Creates a lending point of the school with devices of one model. */
async function lend(devices: number, rules: object = {}, model: object = {}) {
  const point = await openPoint(admin, { name: `Stelle ${++made}`, ...rules });
  const codes = Array.from({ length: devices }, (_, i) => `K-${i + 1}`);
  return { point, ...(await stock(admin, point, codes, model)), codes };
}
const refused = (status: number, code: string) => ({ status, code });

describe('search and calendar', () => {
  test('reports the reasons why a day is blocked', async () => {
    const { point, model } = await lend(2, { closures: [{ from: inDays(7), until: inDays(8), name: 'Inventur', processed: false }] });
    await stock(admin, point, ['M-1'], { name: 'Mikrofon', category: 'Ton / Mikrofone' });
    await put(noa, model, 1, 3, 2);
    const found = await kim.call(lending.models, { query: { point: point.id, q: 'kamera stativ', from: inDays(2), until: inDays(4) } });
    expect(found.items.map(({ name, free, devices }) => ({ name, free, devices }))).toEqual([{ name: 'Kamera', free: 0, devices: 2 }]);
    expect(found.categories).toEqual([
      { name: 'Film', models: 1 },
      { name: 'Ton', models: 1 },
      { name: 'Ton / Mikrofone', models: 1 },
    ]);
    const inside = await kim.call(lending.models, { query: { point: point.id, category: 'Ton' } });
    expect(inside.items.map(({ name }) => name)).toEqual(['Mikrofon']);
    const { days, earliest, latest } = await kim.call(lending.calendar, { ...at(model.id), query: { from: inDays(0), until: inDays(9) } });
    expect([earliest, latest]).toEqual([inDays(1), inDays(365)]);
    expect(days.map(({ date, free, start_blocked, closure }) => [date.slice(8), free, start_blocked.join(' '), closure])).toEqual([
      ['02', 2, 'too_early', ''],
      ['03', 0, 'none_free', ''],
      ['04', 0, 'none_free', ''],
      ['05', 0, 'none_free', ''],
      ['06', 2, '', ''],
      ['07', 2, 'not_open', ''],
      ['08', 2, 'not_open', ''],
      ['09', 2, 'closure', 'Inventur'],
      ['10', 2, 'closure', 'Inventur'],
      ['11', 2, '', ''],
    ]);
  });

  test('reports the rule that a period violates', async () => {
    const { model } = await lend(1, { max_days: 7, visits_max: 1 });
    const ask = (start: number, end: number) => put(kim, model, start, end);
    await expect(ask(0, 1)).rejects.toMatchObject(refused(422, 'too_early'));
    await expect(ask(4, 5)).rejects.toMatchObject(refused(422, 'day_closed'));
    await expect(ask(1, 8)).rejects.toMatchObject(refused(422, 'too_long'));
    await expect(ask(364, 366)).rejects.toMatchObject(refused(422, 'too_late'));
    await put(noa, model, 1, 2);
    await expect(ask(2, 3)).rejects.toMatchObject(refused(422, 'visits_full'));
    // Loans that begin in certain weeks may be longer. The calendar contains the maximum for each day.
    const weeks = await lend(1, { max_days: 3, max_days_on: [{ from: inDays(2), until: inDays(3), max_days: 9 }] });
    await expect(put(kim, weeks.model, 1, 4)).rejects.toMatchObject({ ...refused(422, 'too_long'), details: { max_days: 3 } });
    const { days } = await kim.call(lending.calendar, { ...at(weeks.model.id), query: { from: inDays(1), until: inDays(4) } });
    expect(days.map(({ max_days }) => max_days)).toEqual([3, 9, 9, 3]);
    await put(kim, weeks.model, 2, 9);
    const busy = await lend(1);
    await put(noa, busy.model, 1, 3);
    await expect(put(kim, busy.model, 3, 4)).rejects.toMatchObject(refused(409, 'not_available'));
    // A device that is due on one day is free from the next day on.
    await expect(put(kim, busy.model, 4, 4)).resolves.toMatchObject({ lines: [{ state: 'in_cart' }] });
  });

  test('reserves buffer days after a loan', async () => {
    const { model } = await lend(1, { buffer_after: 1 }, { buffer_after: null });
    // The loan ends on Friday. Its buffer day is the next working day, which is Monday.
    await put(noa, model, 2, 4);
    await expect(put(kim, model, 7, 8)).rejects.toMatchObject(refused(409, 'not_available'));
    await expect(put(kim, model, 8, 9)).resolves.toBeDefined();
  });
});

test('moves uncollected bookings to other devices if necessary', async () => {
  const { model } = await lend(2);
  await put(noa, model, 1, 2);
  const first = await placeTestOrder(kim, model, 7, 8);
  await put(kim, model, 2, 3);
  await expect(put(noa, model, 3, 7)).resolves.toBeDefined();
  // Both devices are booked on day eight.
  await expect(put(noa, model, 3, 8)).rejects.toMatchObject(refused(409, 'not_available'));
  expect(first.state).toBe('requested');
});

describe('cart', () => {
  test('reserves devices for half an hour with one extension', async () => {
    const { point, model } = await lend(1);
    await put(kim, model, 1, 2);
    go(0, 29);
    await expect(put(noa, model, 1, 2)).rejects.toMatchObject(refused(409, 'not_available'));
    expect(await kim.call(lending.hold, { body: { point: point.id } })).toMatchObject({ extended: true });
    await expect(kim.call(lending.hold, { body: { point: point.id } })).rejects.toMatchObject(refused(409, 'state_conflict'));
    go(0, 61);
    expect(await kim.call(lending.cart, { query: { point: point.id } })).toMatchObject({ until: null, lines: [{ lapsed: true }] });
    await put(noa, model, 1, 2);
    await expect(kim.call(lending.hold, { body: { point: point.id } })).rejects.toMatchObject(refused(409, 'not_available'));
    await expect(kim.call(lending.placeOrder, { body: { point: point.id, title: 'x' } })).rejects.toMatchObject(
      refused(409, 'not_available'),
    );
    go(0, 92);
    // The cart of the other user has expired too.
    expect(await kim.call(lending.placeOrder, { body: { point: point.id, title: 'x' } })).toMatchObject({ state: 'requested' });
  });

  test('requires purpose and terms to place an order', async () => {
    const { point, model } = await lend(3, { purpose_required: true, terms: 'Pfleglich behandeln.', most_lines: 2 });
    await expect(put(kim, model, 1, 2, 3)).rejects.toMatchObject(refused(409, 'state_conflict'));
    const { lines } = await put(kim, model, 1, 2, 2);
    await expect(noa.call(lending.removeFromCart, at(lines[0]!.id))).rejects.toMatchObject(refused(404, 'not_found'));
    expect((await kim.call(lending.removeFromCart, at(lines[0]!.id))).lines).toHaveLength(1);
    const send = (more: object) => kim.call(lending.placeOrder, { body: { point: point.id, title: 'Film', ...more } });
    await expect(send({})).rejects.toMatchObject({ ...refused(422, 'purpose_missing'), field: 'purpose' });
    await expect(send({ purpose: 'AG' })).rejects.toMatchObject(refused(422, 'terms_outdated'));
    expect(await send({ purpose: 'AG', terms_version: 1 })).toMatchObject({
      state: 'requested',
      purpose: 'AG',
      number: expect.stringMatching(/^\d{10}$/),
    });
    await expect(send({ purpose: 'AG', terms_version: 1 })).rejects.toMatchObject(refused(409, 'state_conflict'));
  });
});

describe('order processing', () => {
  test('completes an order from approval to return', async () => {
    const { point, model, codes } = await lend(2);
    const { id } = await placeTestOrder(kim, model, 1, 3, 2);
    expect(await readBoard(admin, point)).toMatchObject({ requests: [{ id, borrower: 'Kim Kern' }] });
    expect(await admin.call(lendingDesk.approve, { ...at(id), body: {} })).toMatchObject({ state: 'approved', can: { decide: false } });
    go(1);
    expect((await readBoard(admin, point)).pick_ups).toHaveLength(1);
    const out = await admin.call(lendingDesk.handOver, { ...at(id), body: { code: codes[1]!.toLowerCase() } });
    expect(out.lines.map(({ state }) => state).sort()).toEqual(['approved', 'on_loan']);
    await expect(admin.call(lendingDesk.handOver, { ...at(id), body: { code: codes[1]! } })).rejects.toMatchObject({
      ...refused(409, 'state_conflict'),
      details: { reason: 'on_loan', date: inDays(3), borrower: 'Kim Kern' },
    });
    await admin.call(lendingDesk.handOver, { ...at(id), body: { code: codes[0]! } });
    const [line] = (await kim.call(lending.order, at(id))).lines;
    go(5);
    expect((await kim.call(lending.order, at(id))).lines[0]).toMatchObject({ overdue: true, can: { renew: true } });
    expect((await readBoard(admin, point)).overdue).toHaveLength(1);
    const longer = await kim.call(lending.renew, { ...at(line!.id), body: {} });
    // A week after Saturday is a Saturday again, so the renewal ends on Monday.
    expect(longer.lines.find(({ id: each }) => each === line!.id)).toMatchObject({ end: inDays(14), overdue: false, renewals: 1 });
    go(6);
    const back = (code: string, more: object = {}) => admin.call(lendingDesk.takeBack, { body: { point: point.id, code, ...more } });
    expect(await back('k-1')).toMatchObject({ borrower: 'Kim Kern', state: 'available' });
    expect(await back('K-2', { result: 'damaged', note: 'Sprung im Glas' })).toMatchObject({ state: 'quarantine' });
    await expect(back('K-2')).rejects.toMatchObject(refused(409, 'state_conflict'));
    await expect(back('K-9')).rejects.toMatchObject(refused(409, 'barcode_unknown'));
    expect(await kim.call(lending.order, at(id))).toMatchObject({ state: 'closed' });
    expect((await kim.call(lending.orders, { query: { show: 'over', limit: 100 } })).items.map((each) => each.id)).toContain(id);
  });

  test('lists open orders of the borrower by their next pick-up or return', async () => {
    const { model, codes } = await lend(3, { approval: 'auto' });
    const lent = await placeTestOrder(kim, model, 1, 7);
    const late = await placeTestOrder(kim, model, 3, 8);
    const soon = await placeTestOrder(kim, model, 2, 4);
    const listed = async () => {
      const { items } = await kim.call(lending.orders, { query: { limit: 100 } });
      return items.flatMap(({ id }) => ([lent, late, soon].some((each) => each.id === id) ? id : []));
    };
    expect(await listed()).toEqual([lent.id, soon.id, late.id]);
    go(1);
    await admin.call(lendingDesk.handOver, { ...at(lent.id), body: { code: codes[0]! } });
    expect(await listed()).toEqual([soon.id, late.id, lent.id]);
  });

  test('reports the first reason that prevents a renewal', async () => {
    const { model, codes } = await lend(1, { approval: 'auto', renewals_max: 1, max_days: 8 });
    const { id, lines } = await placeTestOrder(kim, model, 1, 2);
    const renew = (who: Caller, override = false) => who.call(lending.renew, { ...at(lines[0]!.id), body: { override } });
    await expect(renew(kim)).rejects.toMatchObject(refused(409, 'state_conflict'));
    go(1);
    await admin.call(lendingDesk.handOver, { ...at(id), body: { code: codes[0]! } });
    const next = await placeTestOrder(noa, model, 8, 9);
    await expect(renew(kim)).rejects.toMatchObject(refused(409, 'not_renewable'));
    await noa.call(lending.cancelOrder, { ...at(next.id), body: {} });
    await renew(kim);
    await expect(renew(kim)).rejects.toMatchObject(refused(409, 'not_renewable'));
    await expect(renew(kim, true)).rejects.toMatchObject(refused(403, 'forbidden'));
    expect((await renew(admin, true)).lines[0]).toMatchObject({ renewals: 2 });
    go(30);
    await expect(renew(admin, true)).rejects.toMatchObject(refused(409, 'not_renewable'));
  });

  test('rejects a handover that conflicts with another booking', async () => {
    const { model, codes } = await lend(2, { approval: 'auto' });
    const mine = await placeTestOrder(kim, model, 1, 3);
    await placeTestOrder(noa, model, 2, 4);
    go(1);
    // The scanned device replaces the allocated one.
    await admin.call(lendingDesk.handOver, { ...at(mine.id), body: { code: codes[1]! } });
    // The second device is not part of Kim's order, and Noa has booked it from tomorrow.
    const extra = (until?: string) =>
      admin.call(lendingDesk.handOver, { ...at(mine.id), body: { code: codes[0]!, ...(until && { until }) } });
    await expect(extra()).rejects.toMatchObject(refused(409, 'not_available'));
    expect((await extra(inDays(1))).lines).toHaveLength(2);
  });

  test('moves a booking to another device if its device breaks', async () => {
    const { point, model, items, codes } = await lend(2, { approval: 'auto' });
    const { id } = await placeTestOrder(kim, model, 3, 4);
    await admin.call(lendingDesk.moveItem, { ...at(items[0]!.id), body: { event: 'repair' } });
    await expect(put(noa, model, 3, 4)).rejects.toMatchObject(refused(409, 'not_available'));
    go(3);
    await expect(admin.call(lendingDesk.handOver, { ...at(id), body: { code: codes[0]! } })).rejects.toMatchObject(
      refused(409, 'state_conflict'),
    );
    await admin.call(lendingDesk.handOver, { ...at(id), body: { code: codes[1]! } });
    const { items: shown } = await admin.call(lendingDesk.items, { query: { point: point.id } });
    expect(shown.map(({ code, state, on_loan }) => [code, state, on_loan?.borrower])).toEqual([
      ['K-1', 'repair', undefined],
      ['K-2', 'available', 'Kim Kern'],
    ]);
  });

  test('expires undecided and uncollected orders', async () => {
    const { model, codes } = await lend(2, { pickup_grace: 1 });
    const undecided = await placeTestOrder(kim, model, 1, 4);
    const waiting = await placeTestOrder(noa, model, 1, 4);
    await admin.call(lendingDesk.approve, { ...at(waiting.id), body: {} });
    go(2);
    expect(await kim.call(lending.order, at(undecided.id))).toMatchObject({ state: 'expired' });
    expect(await noa.call(lending.order, at(waiting.id))).toMatchObject({ state: 'approved' });
    await expect(admin.call(lendingDesk.approve, { ...at(undecided.id), body: {} })).rejects.toMatchObject(refused(409, 'state_conflict'));
    go(3);
    await expect(admin.call(lendingDesk.prepare, { ...at(waiting.lines[0]!.id), body: { code: codes[0]! } })).rejects.toMatchObject(
      refused(409, 'state_conflict'),
    );
    await expect(put(kim, model, 4, 4, 2)).resolves.toBeDefined();
    await runSweepSteps(portal.portal);
    const { rows } = await sql<{ state: string }>`select state from rental_line where order_id in (${undecided.id}, ${waiting.id})
      order by state`.execute(portal.portal.db);
    expect(rows.map(({ state }) => state)).toEqual(['expired', 'not_collected']);
  });

  test('writes the days of collection and return to a calendar file', async () => {
    const { model } = await lend(2, { approval: 'auto', name: 'Ausleihe; Haus 2' });
    const lea = await portal.as(teacher());
    await placeTestOrder(lea, model, 1, 3, 2);
    const response = (await lea.call(lendingFeed.dates)) as unknown as { body: string };
    expect(response.body).toContain(
      'DTSTART;VALUE=DATE:20260303\r\nDTEND;VALUE=DATE:20260304\r\nSUMMARY:Abholen: 2 × Kamera\r\nLOCATION:Ausleihe\\; Haus 2',
    );
    expect(response.body).toContain('DTSTART;VALUE=DATE:20260305');
    expect(response.body).not.toContain('TZID');
  });
});

describe('visibility and permissions of points', () => {
  test("hides a school's point from learners and other schools", async () => {
    const { point, model } = await lend(1);
    const other = await portal.as(teacher({ school_id: 'school-b' }));
    const learner = await portal.as(pupil({ role: 'S' }));
    const district = await portal.as(districtAdmin());
    for (const nobody of [other, learner]) {
      expect((await nobody.call(lending.points)).items.filter(({ id }) => id === point.id)).toEqual([]);
      await expect(put(nobody, model, 1, 2)).rejects.toMatchObject(refused(404, 'not_found'));
    }
    const own = await openPoint(district, { name: 'Medienzentrum' });
    expect((await other.call(lending.points)).items.map(({ id, can }) => ({ id, can }))).toEqual([
      { id: own.id, can: { manage: false, desk: false, borrow: true } },
    ]);
    await expect(kim.call(lendingDesk.changePoint, { ...at(point.id), body: { version: 1, max_days: 3 } })).rejects.toMatchObject(
      refused(403, 'forbidden'),
    );
    // The capability permits work at the desk, but not changing the rules.
    const desk = await portal.as(teacher({ capabilities: ['cap_lending'] }));
    await expect(desk.call(lendingDesk.changePoint, { ...at(point.id), body: { version: 1, max_days: 3 } })).rejects.toMatchObject(
      refused(403, 'forbidden'),
    );
    await expect(desk.call(lendingDesk.createItem, { body: { ...ITEM, model: model.id, code: 'k-1' } })).rejects.toMatchObject({
      problems: ['code taken'],
    });
    const mine = await placeTestOrder(kim, model, 1, 2);
    await expect(noa.call(lending.order, at(mine.id))).rejects.toMatchObject(refused(404, 'not_found'));
    await expect(kim.call(lendingDesk.approve, { ...at(mine.id), body: {} })).rejects.toMatchObject(refused(403, 'forbidden'));
    await expect(desk.call(lending.cancelOrder, { ...at(mine.id), body: {} })).rejects.toMatchObject({ field: 'reason' });
    expect(await desk.call(lending.cancelOrder, { ...at(mine.id), body: { reason: 'Defekt' } })).toMatchObject({ state: 'cancelled' });
    const [changed, late] = [
      { version: 1, max_days: 3 },
      { version: 1, name: 'Anders' },
    ];
    expect(await admin.call(lendingDesk.changePoint, { ...at(point.id), body: changed })).toMatchObject({
      ...POINT,
      name: point.name,
      max_days: 3,
    });
    await expect(admin.call(lendingDesk.changePoint, { ...at(point.id), body: late })).rejects.toMatchObject(
      refused(409, 'version_conflict'),
    );
  });
});
