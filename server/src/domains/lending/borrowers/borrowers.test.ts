/** Borrowers: access to lending points and models, briefings, sets, idempotent actions (docs/behaviour/lending.md). */
import { lendingBriefings } from '@fundus/contract/lending/orders/briefings';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingTemplates } from '@fundus/contract/lending/cart/templates';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../../mail/compose.ts';
import { newId } from '../../../db/new-id.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, ITEM, MONDAY, openPoint, placeTestOrder, put, stock, readBoard } from '../../../testing/lending.ts';
import { RECEIPT_JOB, receiptWorker } from '../mails/receipts.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await portal.portal.db.deleteFrom('job').execute();
});

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));
const refused = (status: number, code: string, details?: object) => ({ status, code, ...(details && { details }) });
async function lend(devices: number, rules: object = {}, model: object = {}) {
  const point = await openPoint(admin, { approval: 'auto', ...rules });
  const codes = Array.from({ length: devices }, (_, i) => `K-${i + 1}`);
  return { point, ...(await stock(admin, point, codes, model)) };
}

test('rejects orders of other staff at points for teachers', async () => {
  const { point, model } = await lend(1, { open_to: 'teachers' });
  const office = await portal.as(teacher({ role: 'P' }));
  const [seen] = (await office.call(lending.points)).items.filter(({ id }) => id === point.id);
  expect(seen!.can).toEqual({ manage: false, desk: false, borrow: false });
  expect((await office.call(lending.models, { query: { point: point.id } })).total).toBe(1);
  const closed = refused(403, 'point_not_open_to_you', { reason: 'teachers' });
  await expect(put(office, model, 1, 2)).rejects.toMatchObject(closed);
  const wish = { model: model.id, earliest: inDays(1), latest: inDays(2) };
  await expect(office.call(lendingWaiting.wait, { body: wish })).rejects.toMatchObject(closed);
  await placeTestOrder(kim, model, 1, 2);
  // A model for teachers is handled the same way, even at a point that is open to everyone.
  const open = await lend(1, {}, { teachers_only: true });
  const theirs = refused(403, 'point_not_open_to_you', { reason: 'model' });
  expect((await office.call(lending.model, at(open.model.id))).can).toEqual({ borrow: false });
  await expect(put(office, open.model, 1, 2)).rejects.toMatchObject(theirs);
  await expect(office.call(lendingWaiting.wait, { body: { ...wish, model: open.model.id } })).rejects.toMatchObject(theirs);
  await placeTestOrder(kim, open.model, 1, 2);
});

test('lends devices of a district’s point only to the listed schools', async () => {
  const district = await portal.as(districtAdmin());
  const point = await openPoint(district, { approval: 'auto', open_schools: ['school-a'] });
  expect(point.open_schools).toEqual([{ id: 'school-a', name: expect.any(String) }]);
  const { model } = await stock(district, point, ['D-1']);
  const other = await portal.as(teacher({ school_id: 'school-b' }));
  const [seen] = (await other.call(lending.points)).items.filter(({ id }) => id === point.id);
  expect(seen!.can).toMatchObject({ borrow: false });
  await expect(put(other, model, 1, 2)).rejects.toMatchObject(refused(403, 'point_not_open_to_you', { reason: 'schools' }));
  await placeTestOrder(kim, model, 1, 2);
  const change = (open_schools: string[] | null, version: number) =>
    district.call(lendingDesk.changePoint, { ...at(point.id), body: { open_schools, version } });
  await expect(change(['nirgends'], 1)).rejects.toMatchObject({ code: 'not_found', field: 'open_schools' });
  expect((await change([], 1)).open_schools).toEqual([]);
  await expect(put(kim, model, 3, 4)).rejects.toMatchObject({ code: 'point_not_open_to_you' });
  expect((await change(null, 2)).open_schools).toBeNull();
  await put(other, model, 3, 4);
  // The point of a school cannot restrict itself to certain schools.
  await expect(openPoint(admin, { open_schools: ['school-a'] })).rejects.toMatchObject({ problems: ['open_schools choice'] });
});

test('hands devices over only to borrowers with the required briefing', async () => {
  const { point, model } = await lend(2, {}, { name: 'Lasercutter', needs_briefing: true });
  expect((await kim.call(lending.model, at(model.id))).briefing).toBeNull();
  // The order would be approved at once if the model needed no briefing.
  const { id, state, lines } = await placeTestOrder(kim, model, 1, 2);
  expect(state).toBe('requested');
  const missing = refused(403, 'briefing_missing', { model: 'Lasercutter' });
  await expect(admin.call(lendingDesk.approve, { ...at(id), body: {} })).rejects.toMatchObject(missing);
  const desk = await readBoard(admin, point);
  expect(desk.requests[0]!.unbriefed).toEqual([{ id: model.id, name: 'Lasercutter' }]);
  const brief = (until: string | null) => admin.call(lendingBriefings.brief, { ...at(id), body: { model: model.id, until } });
  await expect(brief(inDays(-1))).rejects.toMatchObject({ problems: ['until min'] });
  await brief(inDays(0));
  await admin.call(lendingDesk.approve, { ...at(id), body: {} });
  go(1);
  await expect(admin.call(lendingDesk.handOver, { ...at(id), body: { code: 'K-1' } })).rejects.toMatchObject(missing);
  const given = await brief(null);
  const listed = () => admin.call(lendingBriefings.briefings, { query: { point: point.id } });
  expect((await listed()).items).toMatchObject([{ id: given.id, borrower: 'Kim Kern', given_on: inDays(1), until: null }]);
  expect((await kim.call(lending.model, at(model.id))).briefing).toEqual({ until: null });
  await admin.call(lendingDesk.handOver, { ...at(id), body: { code: 'K-1' } });
  expect((await kim.call(lending.order, at(id))).lines[0]).toMatchObject({ id: lines[0]!.id, state: 'on_loan' });
  await admin.call(lendingBriefings.endBriefing, at(given.id));
  expect((await listed()).items).toEqual([]);
});

test('asks the desk to choose if several devices share a serial number', async () => {
  const { model, point } = await lend(0);
  for (const [code, serial] of [
    ['A-1', 'SN 77'],
    ['A-2', 'SN 77'],
    ['A-3', 'SN 78'],
  ] as const)
    await admin.call(lendingDesk.createItem, { body: { ...ITEM, code, serial, model: model.id } });
  const { id } = await placeTestOrder(kim, model, 1, 2, 2);
  go(1);
  const give = (code: string) => admin.call(lendingDesk.handOver, { ...at(id), body: { code } });
  const free = ['A-1', 'A-2'].map((code) => ({ code, shelf: 'A1' }));
  await expect(give('sn 77')).rejects.toMatchObject(refused(409, 'barcode_ambiguous', { code: 'sn 77', free }));
  expect((await give('SN 78')).scanned.item.code).toBe('A-3');
  const bring = (code: string) => admin.call(lendingDesk.takeBack, { body: { point: point.id, code } });
  expect((await bring('sn 78')).item.code).toBe('A-3');
  await expect(bring('SN 79')).rejects.toMatchObject(refused(409, 'barcode_unknown'));
});

test('books a set only if all of its devices are available', async () => {
  const desk = await portal.as(teacher({ capabilities: ['cap_lending'] }));
  const { point, model } = await lend(1, {}, { name: 'Beamer' });
  const { model: speaker } = await stock(admin, point, ['B-1', 'B-2'], { name: 'Lautsprecher' });
  const elsewhere = await lend(1);
  const body = { point: point.id, name: 'Filmabend', words: 'Mit Leinwand' };
  const make = (models: object[], by = desk) => by.call(lendingTemplates.createTemplate, { body: { ...body, models } as never });
  await expect(make([{ model: model.id, quantity: 1 }], kim)).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(make([{ model: elsewhere.model.id, quantity: 1 }])).rejects.toMatchObject(refused(404, 'not_found'));
  await expect(make([1, 2].map((quantity) => ({ model: model.id, quantity })))).rejects.toMatchObject(refused(400, 'validation_failed'));
  const { id, version } = await make([{ model: model.id, quantity: 1 }]);
  const models = [
    { model: model.id, quantity: 1 },
    { model: speaker.id, quantity: 2 },
  ];
  await desk.call(lendingTemplates.changeTemplate, { ...at(id), body: { models, version } });
  expect((await kim.call(lendingTemplates.templates, { query: { point: point.id } })).items).toMatchObject([
    { name: 'Filmabend', models: [{ name: 'Beamer' }, { name: 'Lautsprecher', quantity: 2 }] },
  ]);
  const take = (start: number, end: number) =>
    kim.call(lendingTemplates.takeTemplate, { body: { template: id, start: inDays(start), end: inDays(end), key: newId() } });
  expect((await take(1, 2)).lines.map(({ model: { name }, start }) => [name, start])).toEqual([
    ['Beamer', inDays(1)],
    ['Lautsprecher', inDays(1)],
    ['Lautsprecher', inDays(1)],
  ]);
  await expect(take(2, 3)).rejects.toMatchObject(refused(409, 'not_available', { model: 'Beamer', date: inDays(2) }));
  expect((await kim.call(lending.cart, { query: { point: point.id } })).lines).toHaveLength(3);
  await desk.call(lendingTemplates.removeTemplate, at(id));
  await expect(take(8, 9)).rejects.toMatchObject(refused(404, 'not_found'));
});

test('runs actions with the same idempotency key once', async () => {
  const { point, model, items } = await lend(4, { renewals_max: 5 });
  const twice = async <T>(act: (key: string) => Promise<T>): Promise<T> => {
    const key = newId();
    const first = await act(key);
    expect(await act(key)).toEqual(first);
    return first;
  };
  const days = { start: inDays(1), end: inDays(2) };
  const cart = await twice((key) => kim.call(lending.addToCart, { body: { model: model.id, ...days, key } }));
  expect(cart.lines).toHaveLength(1);
  const { id, lines } = await twice((key) => kim.callOnce(lending.placeOrder, key, { body: { point: point.id, title: 'Film' } }));
  await twice((key) => kim.call(lending.repeat, { ...at(id), body: { start: inDays(8), key } }));
  expect((await kim.call(lending.cart, { query: { point: point.id } })).lines).toHaveLength(1);
  await twice((key) =>
    kim.call(lendingWaiting.wait, { body: { model: model.id, earliest: inDays(20), latest: inDays(25), days: 2, quantity: 4, key } }),
  );
  go(1);
  await admin.call(lendingDesk.handOver, { ...at(id), body: { code: 'K-1' } });
  expect((await twice((key) => kim.call(lending.renew, { ...at(lines[0]!.id), body: { key } }))).lines[0]).toMatchObject({ renewals: 1 });
  const item = items[0]!.id;
  const seen = { kind: 'issue' as const, line: lines[0]!.id, result: 'ok' as const };
  await twice((key) => admin.call(lendingCondition.recordCondition, { ...at(item), body: { ...seen, key } }));
  const text = 'Das Gehäuse hat einen Sprung.';
  await twice((key) => kim.call(lendingCondition.reportDamage, { body: { line: lines[0]!.id, severity: 'limited', text, key } }));
  const pass = await admin.call(lendingCondition.pass, at(item));
  expect([pass.records.filter(({ kind }) => kind === 'issue').length, pass.damage.length]).toEqual([2, 1]);
  await twice((key) => admin.call(lendingCondition.suspend, { ...at(id), body: { reason: 'Zu spät', key } }));
  expect((await admin.call(lendingCondition.suspensions, { query: { point: point.id } })).items).toHaveLength(1);
});

test("excludes an order's own reservation when its days or quantity change", async () => {
  const { model } = await lend(3, { approval: 'manual', most_lines: 4 });
  const { id, lines } = await placeTestOrder(kim, model, 1, 2, 2);
  const change = (start: number, end: number, quantity?: number) =>
    kim.call(lending.changeLine, { ...at(lines[1]!.id), body: { start: inDays(start), end: inDays(end), ...(quantity && { quantity }) } });
  const days = { from: inDays(2), until: inDays(2) };
  const free = async (more: object) => (await kim.call(lending.calendar, { ...at(model.id), query: { ...days, ...more } })).days[0]!.free;
  expect([await free({}), await free({ order: id })]).toEqual([1, 3]);
  const open = async () => (await kim.call(lending.order, at(id))).lines.map(({ start, end, state }) => `${start} ${end} ${state}`).sort();
  await change(2, 3, 3);
  expect(await open()).toEqual(Array.from({ length: 3 }, () => `${inDays(2)} ${inDays(3)} requested`));
  await expect(change(2, 3, 5)).rejects.toMatchObject(refused(409, 'state_conflict', { reason: 'most', most: 4 }));
  // Without a quantity, the change applies only to this order line.
  await change(7, 8);
  const split = [...Array.from({ length: 2 }, () => `${inDays(2)} ${inDays(3)} requested`), `${inDays(7)} ${inDays(8)} requested`];
  expect(await open()).toEqual(split);
  await put(noa, model, 7, 7, 2);
  await expect(change(7, 8, 2)).rejects.toMatchObject(refused(409, 'not_available', { date: inDays(7) }));
  expect(await open()).toEqual(split);
  await admin.call(lendingDesk.approve, { ...at(id), body: {} });
  await expect(change(3, 4)).rejects.toMatchObject(refused(409, 'state_conflict'));
});

test('sends one receipt per visit', async () => {
  const { point, model } = await lend(2);
  const { id } = await placeTestOrder(kim, model, 1, 2, 2);
  go(1);
  for (const code of ['K-1', 'K-2']) await admin.call(lendingDesk.handOver, { ...at(id), body: { code } });
  await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'K-1', result: 'incomplete' } });
  const jobs = () => portal.portal.db.selectFrom('job').select(['id', 'payload', 'due_at']).where('kind', '=', RECEIPT_JOB).execute();
  const [job, ...others] = await jobs();
  expect([others, job!.due_at.getTime() - portal.portal.now().getTime()]).toEqual([[], 600_000]);
  await portal.portal.db.deleteFrom('job').where('kind', '=', 'mail').execute();
  await receiptWorker(portal.portal)(job!.payload, job as never);
  const mails = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
  expect(mails).toHaveLength(1);
  const { subject, body } = mails[0]!.payload as Mail;
  const text = body.map((block) => ('text' in block ? block.text : '')).join('\n');
  expect(subject).toBe('Ihr Beleg von Medienausleihe');
  expect(text.match(/^–? ?(Mitgenommen|Zurückgegeben|Kamera).*/gm)).toEqual([
    'Mitgenommen:',
    '– Kamera (K-1), zurück bis Mittwoch, 4. März 2026',
    '– Kamera (K-2), zurück bis Mittwoch, 4. März 2026',
    'Zurückgegeben:',
    '– Kamera (K-1) – unvollständig',
  ]);
  expect(await jobs()).toEqual([]);
  await placeTestOrder(noa, model, 3, 4);
  expect((await kim.call(lending.order, at(id))).lines.map(({ needed_on }) => needed_on)).toContain(inDays(3));
});
