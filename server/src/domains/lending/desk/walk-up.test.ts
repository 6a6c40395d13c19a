/** Loans without an order at the desk and at a kiosk, and turnaround on the same day (docs/behaviour/lending.md#without-an-order, #availability). */
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { lending } from '@fundus/contract/lending/lending';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
let ids: Record<'kim' | 'noa' | 'learner', string>;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
  await portal.as(pupil({ vorname: 'Lu', name: 'Kernig' }));
  const rows = await portal.portal.db.selectFrom('person').select(['person.id', 'person.name']).execute();
  const idOf = (name: string): string => rows.find((row) => row.name === name)!.id;
  ids = { kim: idOf('Kern'), noa: idOf('Nord'), learner: idOf('Kernig') };
});
beforeEach(() => portal.setNow(MONDAY));

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));
const refused = (status: number, code: string, details?: object) => ({ status, code, ...(details && { details }) });
const codes = (count: number): string[] => Array.from({ length: count }, (_, i) => `W-${i + 1}`);
async function lend(devices: number, rules: object = {}, more: object = {}) {
  const point = await openPoint(admin, { approval: 'auto', ...rules });
  return { point, ...(await stock(admin, point, codes(devices), more)) };
}
const walk = (point: { id: string }, code: string, more: object = {}, by: Caller = admin) =>
  by.call(lendingDesk.walkUp, { body: { point: point.id, person: ids.kim, code, ...more } });
const bring = (point: { id: string }, code: string) => admin.call(lendingDesk.takeBack, { body: { point: point.id, code } });

describe('lending desk', () => {
  test('finds borrowers by part of their name', async () => {
    const { point } = await lend(1);
    const find = (q: string, by: Caller = admin) => by.call(lendingDesk.borrowers, { query: { point: point.id, q } });
    expect((await find('kern')).items).toMatchObject([{ id: ids.kim, name: 'Kim Kern' }]);
    await expect(find('ke')).rejects.toMatchObject({ status: 400 });
    await expect(find('kern', kim)).rejects.toMatchObject(refused(403, 'forbidden'));
  });

  test('adds all devices of a visit to one order', async () => {
    const { point } = await lend(3, { max_days: 5 });
    const key = newId();
    const first = await walk(point, 'w-1', { key });
    expect(first).toMatchObject({ walk_up: true, borrower: 'Kim Kern', title: '', state: 'approved' });
    expect(first.scanned).toMatchObject({ as: 'extra', item: { code: 'W-1' } });
    expect(first.lines).toMatchObject([{ state: 'on_loan', start: inDays(0), end: inDays(4), item_code: 'W-1' }]);
    // A repeated request changes nothing.
    expect((await walk(point, 'W-1', { key })).lines).toHaveLength(1);
    const second = await walk(point, 'W-2', { until: inDays(1) });
    expect([second.id, second.lines.map(({ end }) => end).sort()]).toEqual([first.id, [inDays(1), inDays(4)]]);
    expect((await kim.call(lending.orders, { query: {} })).items).toMatchObject([{ id: first.id, walk_up: true }]);
    await expect(walk(point, 'W-1')).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'on_loan' }));
    await expect(walk(point, 'X')).rejects.toMatchObject(refused(409, 'barcode_unknown'));
    await expect(walk(point, 'W-3', {}, noa)).rejects.toMatchObject(refused(403, 'forbidden'));
    await expect(walk(point, 'W-3', { person: ids.learner })).rejects.toMatchObject(refused(404, 'not_found'));
    await expect(walk(point, 'W-3', { person: null })).rejects.toMatchObject({ status: 400 });
    await expect(walk(point, 'W-3', { card: 'CDFGHJKLMNPQ' })).rejects.toMatchObject({ status: 400 });
    const log = await portal.portal.db.selectFrom('audit_log').select('after').where('what', '=', 'lending.walk_up').execute();
    expect(log.map(({ after }) => (after as { code: string }).code)).toEqual(['W-1', 'W-2']);
  });

  test('records an order by phone completely or not at all', async () => {
    const { point, model } = await lend(2, { approval: 'manual', most_lines: 3 });
    const shown = await stock(admin, point, ['L-1'], { name: 'Lasercutter', needs_briefing: true });
    const write = (models: object[], more: object = {}, by: Caller = admin) => {
      const body = { point: point.id, person: ids.kim, models, start: inDays(1), end: inDays(2), title: 'Anruf', ...more };
      return by.call(lendingDesk.orderFor, { body: body as never });
    };
    const two = [{ model: model.id, quantity: 2 }];
    const made = await write(two);
    expect(made).toMatchObject({
      borrower: 'Kim Kern',
      title: 'Anruf',
      state: 'approved',
      lines: [{ start: inDays(1) }, { end: inDays(2) }],
    });
    expect((await kim.call(lending.orders, { query: {} })).items).toContainEqual(expect.objectContaining({ id: made.id }));
    // Kim already has two lines, so three more exceed the limit of three. The model has only two devices, so a third is not available.
    const most = { details: { reason: 'most' } };
    const later = { start: inDays(7), end: inDays(8) };
    const refusals = [
      [() => write([...two, { model: shown.model.id, quantity: 1 }], later), { ...refused(409, 'state_conflict'), ...most }],
      [() => write([{ model: model.id, quantity: 1 }]), refused(409, 'not_available', { next: { start: inDays(3), end: inDays(4) } })],
      [() => write(two, { start: inDays(5), end: inDays(7) }), refused(422, 'day_closed')],
      [() => write(two, { ...later, delivery: 'post' }), { status: 400, field: 'delivery' }],
      [() => write([{ model: newId(), quantity: 1 }]), { status: 400, field: 'models' }],
      [() => write(two, { person: ids.learner }), refused(404, 'not_found')],
      [() => write(two, later, noa), refused(403, 'forbidden')],
    ] as const;
    for (const [ask, refusal] of refusals) await expect(ask()).rejects.toMatchObject(refusal);
    const rows = portal.portal.db.selectFrom('rental_order').select('id').where('point_id', '=', point.id);
    expect(await rows.execute()).toHaveLength(1);
    // An order that needs a briefing is not approved immediately.
    expect(await write([{ model: shown.model.id, quantity: 1 }], later)).toMatchObject({ state: 'requested' });
  });

  test("rejects violations of the point's lending rules", async () => {
    const { point } = await lend(3, { max_days: 5, most_lines: 1, purpose_required: true, terms: 'Bitte geladen zurück.' });
    const right = { purpose: 'Filmprojekt', terms_version: point.terms_version };
    await expect(walk(point, 'W-1')).rejects.toMatchObject({ code: 'purpose_missing' });
    await expect(walk(point, 'W-1', { purpose: 'Film' })).rejects.toMatchObject({ code: 'terms_outdated' });
    await expect(walk(point, 'W-1', { ...right, until: inDays(7) })).rejects.toMatchObject(refused(422, 'too_long'));
    await expect(walk(point, 'W-1', { ...right, until: inDays(5) })).rejects.toMatchObject(refused(422, 'day_closed'));
    await expect(walk(point, 'W-1', { ...right, until: inDays(-1) })).rejects.toMatchObject(refused(422, 'too_early'));
    const { id } = await walk(point, 'W-1', right);
    await expect(walk(point, 'W-2', right)).rejects.toMatchObject(refused(409, 'state_conflict'));
    await bring(point, 'W-1');
    await admin.call(lendingCondition.suspend, { ...at(id), body: { reason: 'Dreimal gemahnt' } });
    await expect(walk(point, 'W-2', right)).rejects.toMatchObject(refused(403, 'suspended'));
    await walk(point, 'W-2', { ...right, override: 'Abschlussfilm' });
  });

  test('ends a loan before the next booking of the device', async () => {
    const { point, model } = await lend(1);
    const theirs = await placeTestOrder(noa, model, 2, 3);
    expect((await walk(point, 'W-1')).lines).toMatchObject([{ end: inDays(1) }]);
    await bring(point, 'W-1');
    await expect(walk(point, 'W-1', { until: inDays(3) })).rejects.toMatchObject(
      refused(409, 'not_available', { reason: 'needed', borrower: 'Noa Nord', number: theirs.number }),
    );
    go(2);
    const own = await walk(point, 'W-1', { person: ids.noa });
    expect(own).toMatchObject({ id: theirs.id, walk_up: false, scanned: { as: 'ordered' } });
    expect(own.lines).toMatchObject([{ state: 'on_loan', end: inDays(3) }]);
  });
});

test('lends self-service devices at a kiosk if the point approves orders automatically', async () => {
  const { point } = await lend(2, { terms: 'Bitte geladen zurück.' }, { self_service: true });
  const drone = await stock(admin, point, ['D-1'], { name: 'Drohne' });
  const { code } = await admin.call(lendingKiosk.addKiosk, { body: { point: point.id, name: 'Eingang' } });
  const screen = portal.guest();
  await screen.call(lendingKiosk.pairKiosk, { body: { code } });
  const card = (await kim.call(lendingKiosk.makeCard, { body: {} })).code;
  const take = (device: string, more: object = {}) => screen.call(lendingKiosk.kioskTake, { body: { card, code: device, ...more } });
  const agreed = { terms_version: (await screen.call(lendingKiosk.kiosk)).terms_version };
  const mayTake = async () => (await screen.call(lendingKiosk.kioskBorrower, { body: { card } })).may_take;
  expect(await mayTake()).toBe(true);
  await expect(take('W-1')).rejects.toMatchObject({ code: 'terms_outdated' });
  expect(await take('W-1', agreed)).toEqual({ item: { code: 'W-1', model: 'Kamera' }, end: inDays(11), ends_at: null });
  await expect(take('W-1', agreed)).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'on_loan' }));
  await expect(take('D-1', agreed)).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'desk_only' }));
  // A loan by card at the desk is added to the same order.
  const atDesk = await admin.call(lendingDesk.walkUp, { body: { point: point.id, card, code: 'D-1', ...agreed } });
  expect(atDesk.lines.map(({ item_code }) => item_code).sort()).toEqual(['D-1', 'W-1']);
  expect(drone.items).toHaveLength(1);
  // On closed days or with manual approval, the kiosk hands over only devices that are ready.
  go(5);
  expect(await mayTake()).toBe(false);
  await expect(take('W-2', agreed)).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'not_ready' }));
  go(0);
  await admin.call(lendingDesk.changePoint, { ...at(point.id), body: { approval: 'manual', version: point.version } });
  expect(await mayTake()).toBe(false);
  await expect(take('W-2', agreed)).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'not_ready' }));
});

test('lends a device on its return day only with same-day turnaround', async () => {
  for (const same_day_turnaround of [false, true]) {
    const { point, model } = await lend(1, { same_day_turnaround });
    const mine = await placeTestOrder(kim, model, 1, 3);
    const days = (await noa.call(lending.calendar, { ...at(model.id), query: { from: inDays(1), until: inDays(4) } })).days;
    expect(days.map(({ free }) => free)).toEqual(same_day_turnaround ? [0, 0, 1, 1] : [0, 0, 0, 1]);
    const next = () => placeTestOrder(noa, model, 3, 4);
    if (!same_day_turnaround) await expect(next()).rejects.toMatchObject({ code: 'not_available', details: { date: inDays(3) } });
    else {
      const theirs = await next();
      // The reverse case: the new loan would end on the first day of another one.
      await expect(put(noa, model, 2, 2)).rejects.toMatchObject({ code: 'not_available' });
      go(1);
      await admin.call(lendingDesk.handOver, { ...at(mine.id), body: { code: 'W-1' } });
      go(3);
      // On the same day, the device has to be returned before it is handed over.
      await expect(admin.call(lendingDesk.handOver, { ...at(theirs.id), body: { code: 'W-1' } })).rejects.toMatchObject({
        details: { reason: 'on_loan' },
      });
      await bring(point, 'W-1');
      expect((await admin.call(lendingDesk.handOver, { ...at(theirs.id), body: { code: 'W-1' } })).scanned.as).toBe('ordered');
      go(0);
    }
  }
  const { model } = await lend(1, { same_day_turnaround: true, buffer_after: 1 });
  await placeTestOrder(kim, model, 1, 3);
  await expect(placeTestOrder(noa, model, 3, 4)).rejects.toMatchObject({ code: 'not_available' });
});
