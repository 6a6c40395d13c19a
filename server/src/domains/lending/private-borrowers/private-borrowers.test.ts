/** Private borrowers: identity check, fees and deletion (docs/behaviour/lending.md#private-borrowers, #fees). */
import { DAY } from '@fundus/contract/days';
import { lendingBriefings } from '@fundus/contract/lending/orders/briefings';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingFees } from '@fundus/contract/lending/private-borrowers/fees';
import { lending } from '@fundus/contract/lending/lending';
import { lendingPrivate, type PrivateBorrower } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import type { Mail } from '../../../mail/compose.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, stock, readBoard } from '../../../testing/lending.ts';
import { readPages } from '../../../testing/read-pdf.ts';
import { receiptWorker } from '../mails/receipts.ts';
import { remindBorrowers } from '../mails/remind.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let kimId: string;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt', email: 'amt@a.example' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Falk', email: 'kim@a.example' }));
  const rows = await portal.portal.db.selectFrom('person').select(['person.id', 'person.name']).execute();
  kimId = rows.find(({ name }) => name === 'Falk')!.id;
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await portal.portal.db.deleteFrom('job').execute();
});

const db = () => portal.portal.db;
const now = (days: number): Date => new Date(MONDAY.getTime() + days * DAY);
const go = (days: number): void => portal.setNow(now(days));
const refused = (status: number, code: string, details?: object) => ({ status, code, ...(details && { details }) });
const FRIEDA = { name: 'Frieda Falkner', address: 'Marktplatz 3\n12345 Musterstadt', email: 'frieda@b.example', phone: '' };

async function open(rules: object = {}, codes: readonly string[] = ['K-1', 'K-2']) {
  const point = await openPoint(admin, { private_borrowers: true, private_day_cents: 250, ...rules });
  const { model } = await stock(admin, point, codes);
  const add = (more: object = {}, by: Caller = admin): Promise<PrivateBorrower> =>
    by.call(lendingPrivate.addPrivateBorrower, { body: { ...FRIEDA, point: point.id, ...more } });
  const write = (whom: { id: string }, start: number, end: number, more: object = {}) =>
    admin.call(lendingDesk.orderFor, {
      body: {
        ...{ point: point.id, private_borrower: whom.id, models: [{ model: model.id, quantity: 1 }], title: 'Jubiläum' },
        ...{ start: inDays(start), end: inDays(end), ...more },
      },
    });
  const list = async () => (await admin.call(lendingPrivate.privateBorrowers, { query: { point: point.id } })).items;
  return { point, model, add, write, list };
}
const give = (id: string, code: string) => admin.call(lendingDesk.handOver, { ...at(id), body: { code } });
const bring = (point: { id: string }, code: string, more: object = {}) =>
  admin.call(lendingDesk.takeBack, { body: { point: point.id, code, ...more } });
const pay = (id: string, kind: 'paid' | 'repaid' | 'waived', cents: number, key?: string) =>
  admin.call(lendingFees.notePayment, { ...at(id), body: { kind, cents, ...(key && { key }) } });
async function takeMails(): Promise<{ to: string; subject: string; links: number }[]> {
  const rows = await db().selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute();
  await db().deleteFrom('job').where('kind', '=', 'mail').execute();
  return rows.map(({ payload }) => {
    const { to, subject, body } = payload as Mail & { body?: { kind: string }[] };
    return { to: to.address, subject, links: JSON.stringify(body ?? payload).split('tech-rental').length - 1 };
  });
}

test('lets only the desk of a participating point add private borrowers', async () => {
  const shut = await openPoint(admin);
  const body = { ...FRIEDA, point: shut.id };
  await expect(admin.call(lendingPrivate.addPrivateBorrower, { body })).rejects.toMatchObject(
    refused(403, 'point_not_open_to_you', { reason: 'private' }),
  );
  const { point, add, list } = await open();
  await expect(add({}, kim)).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(add({ address: '' })).rejects.toMatchObject({ status: 400, field: 'address' });
  await expect(add({ email: 'nirgends' })).rejects.toMatchObject({ status: 400, field: 'email' });
  const frieda = await add();
  expect(frieda).toMatchObject({ name: 'Frieda Falkner', id_checked: null, on_loan: 0, owed_cents: 0 });
  const change = (more: object) => admin.call(lendingPrivate.changePrivateBorrower, { ...at(frieda.id), body: { version: 1, ...more } });
  const seen = await change({ id_checked: true });
  expect(seen.id_checked).toMatchObject({ by: 'Ada Amt', at: MONDAY.toISOString() });
  await expect(change({ phone: '1' })).rejects.toMatchObject(refused(409, 'version_conflict'));
  // Changing the name requires a new identity check. Changing the address does not.
  expect((await change({ address: 'Hof 1', version: 2 })).id_checked).not.toBeNull();
  expect((await change({ name: 'Frieda Nord', version: 3 })).id_checked).toBeNull();
  expect((await change({ name: 'Frieda Falkner', id_checked: true, version: 4 })).id_checked).not.toBeNull();
  // The search by part of the name finds both accounts and private borrowers.
  const found = await admin.call(lendingDesk.borrowers, { query: { point: point.id, q: 'falk' } });
  expect(found.items.map(({ name, private: known }) => [name, known])).toEqual([
    ['Kim Falk', null],
    ['Frieda Falkner', { id_checked: true }],
  ]);
  expect((await list()).map(({ name }) => name)).toEqual(['Frieda Falkner']);
  // The audit log contains the borrower's number instead of the name.
  const log = await db().selectFrom('audit_log').select(['what', 'after']).where('what', 'like', 'lending.%private').execute();
  expect(log.length).toBeGreaterThan(2);
  expect(JSON.stringify(log)).not.toContain('Frieda');
});

test('charges a fee for every day including the first and last', async () => {
  const { point, add, write, list } = await open();
  const frieda = await add();
  const made = await write(frieda, 1, 3);
  expect(made).toMatchObject({ borrower: 'Frieda Falkner', school: '', state: 'approved', private: { id_checked: false } });
  expect(made.fee).toEqual({ day_cents: 250, cents: 750, paid_cents: 0, repaid_cents: 0, waived_cents: 0 });
  await expect(give(made.id, 'K-1')).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'id_not_checked' }));
  await admin.call(lendingPrivate.changePrivateBorrower, { ...at(frieda.id), body: { id_checked: true, version: 1 } });
  go(1);
  expect((await give(made.id, 'K-1')).scanned).toMatchObject({ as: 'ordered' });
  // A new price applies only to later orders.
  const again = (await admin.call(lending.points)).items.find(({ id }) => id === point.id)!;
  await admin.call(lendingDesk.changePoint, { ...at(point.id), body: { private_day_cents: 900, version: again.version } });
  const key = newId();
  await expect(pay(made.id, 'paid', 751)).rejects.toMatchObject({ status: 400, field: 'cents' });
  await expect(pay(made.id, 'repaid', 1)).rejects.toMatchObject({ status: 400, field: 'cents' });
  expect(await pay(made.id, 'paid', 500, key)).toMatchObject({ cents: 750, paid_cents: 500 });
  expect((await pay(made.id, 'paid', 500, key)).payments).toMatchObject([{ kind: 'paid', cents: 500, by: 'Ada Amt' }]);
  expect(await list()).toMatchObject([{ on_loan: 1, owed_cents: 250 }]);
  // Returning two days late costs two more days.
  go(5);
  expect(await admin.call(lendingFees.fee, at(made.id))).toMatchObject({
    cents: 1_250,
    lines: [{ code: 'K-1', from: inDays(1), until: inDays(5), days: 5, cents: 1_250 }],
  });
  await bring(point, 'K-1');
  go(20);
  const owed = await admin.call(lendingFees.fees, { query: { point: point.id } });
  expect(owed).toMatchObject({ total: 1, open_cents: 750, items: [{ borrower: 'Frieda Falkner', cents: 1_250, over_on: inDays(5) }] });
  await pay(made.id, 'waived', 500);
  await pay(made.id, 'paid', 250);
  expect((await admin.call(lendingFees.fees, { query: { point: point.id } })).total).toBe(0);
  const csv = await admin.inject({ method: 'GET', url: `/api/v1/lending/fees/export?point=${point.id}&show=all` });
  expect(csv.payload.split('\r\n')[1] ?? csv.payload).toContain(`${made.number}`);
  expect(csv.payload).toMatch(/Frieda Falkner.*12,50.*7,50.*0,00.*5,00.*0,00/);
  await expect(kim.call(lendingFees.fees, { query: { point: point.id } })).rejects.toMatchObject(refused(403, 'forbidden'));
});

test('charges only the days until an early return', async () => {
  const { point, add, write } = await open();
  const frieda = await add({ id_checked: true });
  const { id } = await write(frieda, 1, 4);
  go(1);
  await give(id, 'K-1');
  await pay(id, 'paid', 1_000);
  go(2);
  await bring(point, 'K-1');
  const owed = await admin.call(lendingFees.fees, { query: { point: point.id } });
  expect(owed).toMatchObject({ total: 1, open_cents: -500 });
  expect(await pay(id, 'repaid', 500)).toMatchObject({ cents: 500, paid_cents: 1_000, repaid_cents: 500 });
  expect((await admin.call(lendingFees.fees, { query: { point: point.id } })).total).toBe(0);
});

test('charges no fee to a school', async () => {
  const { point, model } = await open({ approval: 'auto' });
  const made = await placeTestOrder(kim, model, 1, 2);
  expect(made.fee).toBeNull();
  await expect(admin.call(lendingFees.fee, at(made.id))).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'no_fee' }));
  await expect(pay(made.id, 'paid', 100)).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'no_fee' }));
  await expect(kim.call(lendingFees.fee, at(made.id))).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(db().updateTable('rental_order').set({ day_cents: 250 }).where('id', '=', made.id).execute()).rejects.toThrow();
  const both = { person: kimId, private_borrower: newId() };
  const body = { point: point.id, ...both, models: [{ model: model.id, quantity: 1 }], start: inDays(1), end: inDays(1), title: 'x' };
  await expect(admin.call(lendingDesk.orderFor, { body })).rejects.toMatchObject({ status: 400, field: 'person' });
  const unknown = { ...body, person: null };
  await expect(admin.call(lendingDesk.orderFor, { body: unknown })).rejects.toMatchObject({ status: 404, field: 'private_borrower' });
  // A private borrower of one point is unknown at other points.
  const other = await open();
  const theirs = await other.add();
  await expect(admin.call(lendingDesk.orderFor, { body: { ...unknown, private_borrower: theirs.id } })).rejects.toMatchObject({
    status: 404,
    field: 'private_borrower',
  });
});

test("applies the point's rules to orders of private borrowers", async () => {
  const { point, model, add, write } = await open({ most_lines: 1 });
  const frieda = await add({ id_checked: true });
  const laser = await stock(admin, point, ['L-1'], { name: 'Lasercutter', needs_briefing: true });
  const lab = await stock(admin, point, ['M-1'], { name: 'Mikroskop', teachers_only: true });
  const of = (id: string) => ({ models: [{ model: id, quantity: 1 }] });
  await expect(write(frieda, 1, 1, of(lab.model.id))).rejects.toMatchObject(refused(403, 'point_not_open_to_you', { reason: 'model' }));
  await expect(write(frieda, 1, 1, { models: [{ model: model.id, quantity: 2 }] })).rejects.toMatchObject({ details: { reason: 'most' } });
  await expect(write(frieda, 1, 1, { delivery: 'courier' })).rejects.toMatchObject({ status: 400, field: 'delivery' });
  const made = await write(frieda, 1, 1, of(laser.model.id));
  expect(made.state).toBe('requested');
  await expect(admin.call(lendingDesk.approve, { ...at(made.id), body: {} })).rejects.toMatchObject(refused(403, 'briefing_missing'));
  const brief = () => admin.call(lendingBriefings.brief, { ...at(made.id), body: { model: laser.model.id } });
  expect(await brief()).toMatchObject({ borrower: 'Frieda Falkner', school: '' });
  // Recording a briefing again does not create a second one.
  await brief();
  expect((await admin.call(lendingBriefings.briefings, { query: { point: point.id } })).items).toHaveLength(1);
  expect((await admin.call(lendingDesk.approve, { ...at(made.id), body: {} })).state).toBe('approved');
});

test('requires the identity check for a loan without an order', async () => {
  const { point, add } = await open();
  const frieda = await add();
  const walk = (code: string) =>
    admin.call(lendingDesk.walkUp, { body: { point: point.id, private_borrower: frieda.id, code, until: inDays(1) } });
  await expect(walk('K-1')).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'id_not_checked' }));
  await admin.call(lendingPrivate.changePrivateBorrower, { ...at(frieda.id), body: { id_checked: true, version: 1 } });
  const first = await walk('K-1');
  expect(first).toMatchObject({ borrower: 'Frieda Falkner', fee: { cents: 500 }, walk_up: true });
  // Loans of the same visit share an order.
  expect(await walk('K-2')).toMatchObject({ id: first.id, fee: { cents: 1_000 } });
  await bring(point, 'K-1');
  expect((await admin.call(lending.order, at(first.id))).fee).toMatchObject({ cents: 750 });
});

test('sends mails without links to private borrowers', async () => {
  const { point, add, write, list } = await open({ overdue_days: [2, 4, 6] });
  const frieda = await add({ id_checked: true });
  const otto = await add({ name: 'Otto Ohne', email: '', id_checked: true });
  const [hers, his] = [await write(frieda, 1, 1), await write(otto, 1, 1)];
  expect(await takeMails()).toEqual([{ to: 'frieda@b.example', subject: expect.stringContaining('Jubiläum'), links: 0 }]);
  go(1);
  await give(hers.id, 'K-1');
  await give(his.id, 'K-2');
  const receipts = await db().selectFrom('job').select(['id', 'payload']).where('kind', '=', 'lending_receipt').execute();
  expect(receipts).toHaveLength(2);
  for (const { id, payload } of receipts) await receiptWorker(portal.portal)(payload, { id } as never);
  expect((await takeMails()).map(({ to, links }) => [to, links])).toEqual([['frieda@b.example', 0]]);
  go(3);
  await remindBorrowers(portal.portal, now(3));
  expect((await takeMails()).map(({ to }) => to).sort()).toEqual(['amt@a.example', 'frieda@b.example']);
  // The last dunning level, reached after six opening days, suspends private borrowers too.
  go(9);
  await remindBorrowers(portal.portal, now(9));
  await takeMails();
  expect((await list()).map(({ name, suspended }) => [name, suspended === null])).toEqual([
    ['Frieda Falkner', false],
    ['Otto Ohne', false],
  ]);
  await expect(write(frieda, 10, 11)).rejects.toMatchObject(refused(403, 'suspended'));
  await bring(point, 'K-1');
  expect((await list())[0]!.suspended).toBeNull();
  const word = { reason: 'Gerät war nass', until: null };
  expect(await admin.call(lendingCondition.suspend, { ...at(hers.id), body: word })).toMatchObject({
    borrower: 'Frieda Falkner',
    school: '',
  });
  expect((await takeMails()).map(({ to, links }) => [to, links])).toEqual([['frieda@b.example', 0]]);
  const shown = await readBoard(admin, point);
  expect(shown.overdue).toMatchObject([{ borrower: 'Otto Ohne', private: { id_checked: true } }]);
});

test('prints the borrower, the fee and the amount paid on the slip', async () => {
  const { add, write } = await open();
  const frieda = await add({ id_checked: true });
  const { id } = await write(frieda, 1, 2);
  go(1);
  await give(id, 'K-1');
  await pay(id, 'paid', 200);
  const answer = await admin.inject({ method: 'GET', url: `/api/v1/lending/orders/${id}/slip` });
  const [page] = await readPages(answer.rawPayload);
  expect(page).toContain('Frieda Falkner, Privatperson, Marktplatz 3, 12345 Musterstadt');
  expect(page!.replaceAll(/\s/g, ' ')).toMatch(/Gebühr 2,50 € je Gerät und Tag: 5,00 €/);
  expect(page!.replaceAll(/\s/g, ' ')).toMatch(/Bezahlt: 2,00 €, offen: 3,00 €/);
});

test('keeps data consistent if a borrower is deleted during a handover or payment', async () => {
  const { point, add, write, list } = await open({}, ['K-1', 'K-2', 'K-3', 'K-4', 'K-5', 'K-6']);
  const known = await Promise.all(['Ada', 'Bo', 'Cem', 'Dea'].map((name) => add({ name, id_checked: true })));
  const orders: { id: string }[] = [];
  for (const each of known) orders.push(await write(each, 1, 1));
  go(1);
  await Promise.allSettled(
    known.flatMap(({ id }, i) => [
      admin.call(lendingPrivate.removePrivateBorrower, at(id)),
      give(orders[i]!.id, `K-${i + 1}`),
      admin.call(lendingDesk.walkUp, { body: { point: point.id, private_borrower: id, code: `K-${(i % 2) + 5}` } }),
    ]),
  );
  const left = new Set((await list()).map(({ id }) => id));
  for (const [i, { id }] of known.entries()) {
    const { lines, borrower } = await admin.call(lending.order, at(orders[i]!.id));
    const out = lines.some(({ state }) => state === 'on_loan');
    expect([borrower !== '', out]).toEqual(left.has(id) ? [true, out] : [false, false]);
  }
  const items = await admin.call(lendingDesk.items, { query: { point: point.id } });
  expect(items.items.filter(({ on_loan }) => on_loan?.borrower === '')).toEqual([]);

  const rich = await add({ name: 'Rita', id_checked: true });
  const { id } = await write(rich, 8, 9);
  await Promise.allSettled(Array.from({ length: 4 }, () => pay(id, 'paid', 500)));
  expect(await admin.call(lendingFees.fee, at(id))).toMatchObject({ cents: 500, paid_cents: 500 });
});

test('deletes only borrowers without loans and debts', async () => {
  const { point, model, add, write, list } = await open();
  const frieda = await add({ id_checked: true });
  const [first, later] = [await write(frieda, 1, 1), await write(frieda, 8, 8, { contact: 'Nachbarin' })];
  go(1);
  await give(first.id, 'K-1');
  const remove = () => admin.call(lendingPrivate.removePrivateBorrower, at(frieda.id));
  await expect(remove()).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'private_has' }));
  await bring(point, 'K-1');
  await expect(remove()).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'private_owes' }));
  await pay(first.id, 'paid', 250);
  const file = await admin.inject({ method: 'GET', url: `/api/v1/lending/private-borrowers/${frieda.id}/data` });
  expect(JSON.parse(file.payload)).toMatchObject({
    name: 'Frieda Falkner',
    lending_point: point.name,
  });
  const byNumber = new Map((JSON.parse(file.payload) as { orders: { number: string }[] }).orders.map((each) => [each.number, each]));
  expect(byNumber.get(first.number)).toMatchObject({
    ...{ fee: { cents: 250 }, payments: [{ kind: 'paid', cents: 250 }], lines: [{ code: 'K-1', state: 'returned' }] },
  });
  expect(byNumber.get(later.number)).toMatchObject({ contact: 'Nachbarin', lines: [{ state: 'approved' }] });
  await expect(kim.call(lendingPrivate.removePrivateBorrower, at(frieda.id))).rejects.toMatchObject(refused(403, 'forbidden'));
  await remove();
  expect(await list()).toEqual([]);
  await expect(remove()).rejects.toMatchObject(refused(404, 'not_found'));
  const gone = await admin.call(lending.order, at(later.id));
  expect(gone).toMatchObject({ borrower: '', private: null, title: '', contact: '', state: 'cancelled' });
  // Payments are kept without the name.
  expect(await admin.call(lendingFees.fee, at(first.id))).toMatchObject({ borrower: '', paid_cents: 250 });
  const days = { from: inDays(8), until: inDays(8) };
  expect((await admin.call(lending.calendar, { ...at(model.id), query: days })).days).toMatchObject([{ free: 2 }]);
});

test('deletes borrowers without loans and debts after the retention period', async () => {
  const { point, add, write, list } = await open();
  await db().updateTable('lending_point').set({ keep_days: 10 }).where('id', '=', point.id).execute();
  const [frieda, otto] = [await add({ id_checked: true }), await add({ name: 'Otto Ohne', id_checked: true })];
  const [hers, his] = [await write(frieda, 1, 1), await write(otto, 1, 1)];
  await add({ name: 'Nie Gekommen' });
  go(1);
  await give(hers.id, 'K-1');
  await give(his.id, 'K-2');
  await pay(hers.id, 'paid', 250);
  await bring(point, 'K-1');
  await bring(point, 'K-2');
  go(10);
  await runSweepSteps(portal.portal);
  expect((await list()).map(({ name }) => name)).toEqual(['Frieda Falkner', 'Nie Gekommen', 'Otto Ohne']);
  go(12);
  await runSweepSteps(portal.portal);
  await runSweepSteps(portal.portal);
  expect((await list()).map(({ name }) => name)).toEqual(['Otto Ohne']);
  expect(await admin.call(lending.order, at(hers.id))).toMatchObject({ borrower: '', private: null });
  await pay(his.id, 'waived', 250);
  await runSweepSteps(portal.portal);
  expect(await list()).toEqual([]);
});
