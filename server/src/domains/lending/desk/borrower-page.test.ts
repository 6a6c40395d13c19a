/** The desk's pages of a borrower and of a device, with their actions (docs/behaviour/lending.md#borrowers-at-the-desk). */
import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingAgreement } from '@fundus/contract/lending/orders/agreement';
import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { lendingPrivate } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { sweepLending } from '../sweep.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let far: Caller;
let lu: Caller;
let ids: Record<'kim' | 'lu' | 'far', string>;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern', email: 'kim@a.example' }));
  lu = await portal.as(pupil({ vorname: 'Lu', name: 'Lang', role: 'S' }));
  far = await portal.as(schoolAdmin({ vorname: 'Fee', name: 'Fern', school_id: 'school-b' }));
  const rows = await portal.portal.db.selectFrom('person').select(['person.id', 'person.name']).execute();
  const idOf = (name: string): string => rows.find((row) => row.name === name)!.id;
  ids = { kim: idOf('Kern'), lu: idOf('Lang'), far: idOf('Fern') };
});
beforeEach(() => portal.setNow(MONDAY));

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));
let nth = 0;
async function lend(devices = 2, rules: object = {}, more: object = {}) {
  const point = await openPoint(admin, { approval: 'auto', ...rules });
  const codes = Array.from({ length: devices }, () => `B-${++nth}`);
  return { point, codes, ...(await stock(admin, point, codes, more)) };
}
/** Sets the retention period in the database, because only the district may change it. */
const keepDays = (point: { id: string }, keep_days: number) =>
  portal.portal.db.updateTable('lending_point').set({ keep_days }).where('id', '=', point.id).execute();
const page = (point: { id: string }, id = ids.kim, by: Caller = admin) =>
  by.call(lendingBorrower.borrowerPage, { ...at(id), query: { point: point.id } });
const walk = (point: { id: string }, code: string, more: object = {}) =>
  admin.call(lendingDesk.walkUp, { body: { point: point.id, person: ids.kim, code, ...more } });
const look = (point: { id: string }, code: string, by: Caller = admin) =>
  by.call(lendingBorrower.identifyScan, { body: { point: point.id, code } });

describe('page of a borrower', () => {
  test('lists overdue loans before other loans and reservations', async () => {
    const { point, codes } = await lend(3, { most_lines: 5 });
    const other = await stock(admin, point, ['R-1'], { name: 'Stativ' });
    const reserved = await placeTestOrder(kim, other.model, 10, 11);
    const taken = await walk(point, codes[0]!, { until: inDays(1) });
    go(2);
    const shown = await page(point);
    expect(shown).toMatchObject({ id: ids.kim, name: 'Kim Kern', private: null, closed: null, reachable: true, suspended: null });
    expect(shown.orders.map(({ id, borrower_id, lines }) => [id, borrower_id, lines[0]!.overdue])).toEqual([
      [taken.id, ids.kim, true],
      [reserved.id, ids.kim, false],
    ]);
    expect(shown.lines).toEqual({ open: 2, most: 5 });
  });

  test('excludes loans of other points', async () => {
    const [here, there] = [await lend(), await lend()];
    await walk(there.point, there.codes[0]!);
    expect(await page(here.point)).toMatchObject({ orders: [], lines: { open: 0 } });
    expect((await page(there.point)).orders).toHaveLength(1);
  });

  test('is visible only to the desk of a point that serves the borrower', async () => {
    const { point } = await lend();
    await expect(page(point, ids.kim, kim)).rejects.toMatchObject({ status: 403 });
    await expect(page(point, ids.kim, far)).rejects.toMatchObject({ status: 404 });
    await expect(page(point, ids.far)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(page(point, ids.lu)).rejects.toMatchObject({ status: 404 });
    await expect(page(point, newId())).rejects.toMatchObject({ status: 404 });
    // Learners are known to a point as soon as it lends to learners.
    const open = await lend(1, { learners: true });
    expect(await page(open.point, ids.lu)).toMatchObject({ name: 'Lu Lang', closed: null });
  });

  test('still lists a loan after the account of the borrower is blocked', async () => {
    const { point, codes } = await lend();
    await walk(point, codes[0]!);
    const db = portal.portal.db;
    await db.updateTable('person').set({ state: 'blocked' }).where('id', '=', ids.kim).execute();
    try {
      const shown = await page(point);
      expect(shown).toMatchObject({ name: 'Kim Kern', closed: 'left', reachable: false });
      expect(shown.orders).toHaveLength(1);
      await expect(walk(point, codes[1]!)).rejects.toMatchObject({ status: 404 });
    } finally {
      await db.updateTable('person').set({ state: 'active' }).where('id', '=', ids.kim).execute();
    }
  });

  test('lists past loans up to the retention period of the point', async () => {
    const { point, codes } = await lend(1);
    await keepDays(point, 10);
    for (let i = 0; i < 3; i++) {
      await walk(point, codes[0]!, { purpose: `Nr. ${i}` });
      await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: codes[0]! } });
    }
    const history = (offset: number) =>
      admin.call(lendingBorrower.borrowerHistory, { ...at(ids.kim), query: { point: point.id, offset, limit: 2 } });
    expect(await history(0)).toMatchObject({ total: 3, items: [{ state: 'closed' }, { state: 'closed' }] });
    expect((await history(2)).items).toHaveLength(1);
    go(11);
    await sweepLending({ ...portal.portal, now: () => new Date(MONDAY.getTime() + 11 * 86_400_000) });
    expect(await history(0)).toMatchObject({ total: 0, items: [] });
  });

  test('contains the address, identity check and open fees of a private borrower', async () => {
    const { point, codes } = await lend(1, { private_borrowers: true, private_day_cents: 250 });
    const fields = { name: 'Frieda Falkner', address: 'Marktplatz 3', email: '', phone: '0431 1', id_checked: true };
    const { id } = await admin.call(lendingPrivate.addPrivateBorrower, { body: { point: point.id, ...fields } });
    await admin.call(lendingDesk.walkUp, { body: { point: point.id, private_borrower: id, code: codes[0]! } });
    expect(await page(point, id)).toMatchObject({
      ...{ name: 'Frieda Falkner', school: '', reachable: false, owed: [] },
      private: { id_checked: true, address: 'Marktplatz 3', phone: '0431 1' },
      orders: [{ borrower_id: id, fee: { day_cents: 250 } }],
    });
    await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: codes[0]! } });
    expect(await page(point, id)).toMatchObject({ orders: [], owed: [{ open_cents: 250 }] });
    const message = { ...at(id), body: { point: point.id, text: 'Bitte melden' } };
    await expect(admin.call(lendingBorrower.messageBorrower, message)).rejects.toMatchObject({ code: 'state_conflict' });
  });
});

describe('actions on the borrower page', () => {
  test('shows notes only to the desk', async () => {
    const { point } = await lend();
    const key = newId();
    const add = () => admin.call(lendingBorrower.addNote, { ...at(ids.kim), body: { point: point.id, text: 'Netzteil fehlt oft', key } });
    expect(await add()).toMatchObject({ text: 'Netzteil fehlt oft', by: 'Ada Amt' });
    const { id } = await add();
    expect((await page(point)).notes).toHaveLength(1);
    await expect(kim.call(lendingBorrower.removeNote, at(id))).rejects.toMatchObject({ status: 403 });
    await expect(far.call(lendingBorrower.removeNote, at(id))).rejects.toMatchObject({ status: 404 });
    await admin.call(lendingBorrower.removeNote, at(id));
    expect((await page(point)).notes).toEqual([]);
  });

  test('deletes notes after the retention period of the last order', async () => {
    const { point, codes } = await lend(1);
    await keepDays(point, 10);
    await admin.call(lendingBorrower.addNote, { ...at(ids.kim), body: { point: point.id, text: 'Ruft zurück' } });
    await walk(point, codes[0]!);
    const sweepOn = (days: number) => sweepLending({ ...portal.portal, now: () => new Date(MONDAY.getTime() + days * 86_400_000) });
    await sweepOn(30);
    expect((await page(point)).notes).toHaveLength(1);
    await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: codes[0]! } });
    await sweepOn(30);
    expect((await page(point)).notes).toEqual([]);
  });

  test('sends a message once per key', async () => {
    const { point } = await lend();
    const body = { point: point.id, text: 'Bitte bringen Sie das Netzteil nach.', key: newId() };
    for (let i = 0; i < 2; i++) await admin.call(lendingBorrower.messageBorrower, { ...at(ids.kim), body });
    const jobs = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
    const sent = jobs.map(({ payload }) => JSON.stringify(payload)).filter((mail) => mail.includes('Nachricht von Medienausleihe'));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('Netzteil');
    const log = await portal.portal.db.selectFrom('audit_log').select('what').where('what', '=', 'lending.message').execute();
    expect(log).toHaveLength(1);
  });

  test('suspends and briefs a borrower without an order', async () => {
    const { point, codes, model } = await lend(1, {}, { needs_briefing: true });
    await expect(walk(point, codes[0]!)).rejects.toMatchObject({ code: 'briefing_missing', details: { model_id: model.id } });
    await admin.call(lendingBorrower.briefBorrower, { ...at(ids.kim), body: { point: point.id, model: model.id } });
    const suspend = (more: object) =>
      admin.call(lendingBorrower.suspendBorrower, { ...at(ids.kim), body: { point: point.id, reason: 'Gemahnt', ...more } });
    await expect(suspend({ until: inDays(-1) })).rejects.toMatchObject({ status: 400, field: 'until' });
    const { id } = await suspend({});
    expect(await page(point)).toMatchObject({ suspended: { id, reason: 'Gemahnt' }, briefings: [{ model: { id: model.id } }] });
    await expect(walk(point, codes[0]!)).rejects.toMatchObject({ code: 'suspended' });
    await admin.call(lendingCondition.endSuspension, { ...at(id), body: {} } as never);
    await walk(point, codes[0]!);
  });

  test('hands over a reserved device even if the point no longer serves the borrower', async () => {
    const { point, codes, model } = await lend(2, { open_to: 'everyone' });
    await placeTestOrder(kim, model, 1, 2);
    await portal.portal.db.updateTable('lending_point').set({ open_to: 'teachers' }).where('id', '=', point.id).execute();
    await portal.portal.db.updateTable('person').set({ role: 'P' }).where('id', '=', ids.kim).execute();
    try {
      go(1);
      expect(await page(point)).toMatchObject({ closed: 'teachers' });
      expect((await walk(point, codes[0]!)).scanned).toMatchObject({ as: 'ordered' });
      await expect(walk(point, codes[1]!)).rejects.toMatchObject({ code: 'point_not_open_to_you' });
    } finally {
      await portal.portal.db.updateTable('person').set({ role: 'L' }).where('id', '=', ids.kim).execute();
    }
  });
});

test('hands over only ordered devices to learners', async () => {
  const { point, codes, model } = await lend(2, { learners: true });
  await put(lu, model, 1, 2);
  const asked = await lu.call(lending.placeOrder, { body: { point: point.id, title: 'Trickfilm', responsible: ids.kim } });
  await kim.call(lendingAgreement.agree, { ...at(asked.id), body: { asked_at: asked.responsible!.asked_at } });
  go(1);
  const scan = (code: string) => walk(point, code, { person: ids.lu });
  expect((await scan(codes[0]!)).scanned).toMatchObject({ as: 'ordered' });
  await expect(scan(codes[1]!)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect(await page(point, ids.lu)).toMatchObject({ closed: null, orders: [{ id: asked.id }] });
});

describe('scanned code', () => {
  test('identifies a device, a borrower by card, or an order', async () => {
    const { point, codes, items } = await lend();
    const { code } = await kim.call(lendingKiosk.makeCard, { body: {} });
    const { id, number } = await walk(point, codes[0]!);
    expect(await look(point, codes[0]!.toLowerCase())).toEqual({ kind: 'device', id: items[0]!.id });
    expect(await look(point, code)).toEqual({ kind: 'borrower', id: ids.kim });
    expect(await look(point, number)).toEqual({ kind: 'order', id, borrower_id: ids.kim });
  });

  test('is rejected if it is unknown to the point', async () => {
    const [{ point, codes }, other] = [await lend(), await lend()];
    await expect(look(point, 'X-99')).rejects.toMatchObject({ code: 'barcode_unknown' });
    await expect(look(point, other.codes[0]!)).rejects.toMatchObject({ code: 'barcode_unknown', details: { other: 'Medienausleihe' } });
    const { number } = await walk(other.point, other.codes[0]!);
    await expect(look(point, number)).rejects.toMatchObject({ code: 'barcode_unknown' });
    await expect(look(point, codes[0]!, kim)).rejects.toMatchObject({ status: 403 });
    await expect(look(point, codes[0]!, far)).rejects.toMatchObject({ status: 404 });
  });
});

describe('page of a device', () => {
  test('shows borrowers, the waiting list and damage reports', async () => {
    const { point, codes, items, model } = await lend(1);
    const taken = await walk(point, codes[0]!, { until: inDays(1) });
    const next = await placeTestOrder(kim, model, 7, 8);
    const body = { item: items[0]!.id, severity: 'limited' as const, text: 'Der Deckel klemmt.' };
    await admin.call(lendingCondition.reportDamage, { body });
    const shown = await admin.call(lendingBorrower.devicePage, at(items[0]!.id));
    expect(shown).toMatchObject({
      ...{ point: { id: point.id }, item: { code: codes[0], on_loan: { borrower: 'Kim Kern' } }, waiting: 0 },
      model: { id: model.id, parts: [{ name: 'Akku', count: 2 }] },
      loan: { id: taken.id, borrower_id: ids.kim, lines: [{ item_code: codes[0], can: { renew: true } }] },
      next: [{ order_id: next.id, borrower_id: ids.kim, start: inDays(7), state: 'approved' }],
      damage: [{ text: 'Der Deckel klemmt.' }],
    });
    await expect(kim.call(lendingBorrower.devicePage, at(items[0]!.id))).rejects.toMatchObject({ status: 403 });
    await expect(far.call(lendingBorrower.devicePage, at(items[0]!.id))).rejects.toMatchObject({ status: 404 });
  });
});

test('returns the parts of a returned device and the id of its borrower', async () => {
  const { point, codes } = await lend(1);
  await walk(point, codes[0]!);
  const back = await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: codes[0]! } });
  expect(back).toMatchObject({ parts: [{ name: 'Akku', count: 2 }], borrower_id: ids.kim });
});
