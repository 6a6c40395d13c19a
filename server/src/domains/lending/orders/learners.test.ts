/** Loans to learners, which need a responsible teacher's agreement (docs/behaviour/lending.md#learners). */
import { accounts } from '@fundus/contract/accounts/accounts';
import { DAY } from '@fundus/contract/days';
import { lendingAgreement } from '@fundus/contract/lending/orders/agreement';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../../mail/compose.ts';
import { newId } from '../../../db/new-id.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, put, stock, readBoard } from '../../../testing/lending.ts';
import { remindBorrowers } from '../mails/remind.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let mia: Caller;
let kern: Caller;
let nord: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  mia = await portal.as(pupil({ role: 'S', vorname: 'Mia', name: 'Muster', email: 'mia@a.example' }));
  kern = await portal.as(teacher({ vorname: 'Kim', name: 'Kernbach', email: 'kern@a.example' }));
  nord = await portal.as(teacher({ vorname: 'Noa', name: 'Nordhoff', email: 'nord@a.example' }));
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await portal.portal.db.deleteFrom('job').execute();
});

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * DAY));
const idOf = async (email: string): Promise<string> =>
  (await portal.portal.db.selectFrom('person').select('person.id').where('person.email', '=', email).executeTakeFirstOrThrow()).id;
async function lend(devices = 2, rules: object = {}, model: object = {}) {
  const point = await openPoint(admin, { learners: true, ...rules });
  return {
    point,
    ...(await stock(
      admin,
      point,
      Array.from({ length: devices }, (_, i) => `K-${i + 1}`),
      model,
    )),
  };
}
type Lent = Awaited<ReturnType<typeof lend>>;
/** Places an order of Mia, who names a responsible teacher by e-mail address. */
async function ask({ point, model }: Lent, start: number, end: number, whom = 'kern@a.example'): Promise<RentalOrder> {
  await put(mia, model, start, end);
  return mia.call(lending.placeOrder, { body: { point: point.id, title: 'Stop-Motion', responsible: await idOf(whom) } });
}
const agree = (who: Caller, { id, responsible }: RentalOrder) =>
  who.call(lendingAgreement.agree, { ...at(id), body: { asked_at: responsible!.asked_at } });
const mails = async (): Promise<string[]> =>
  (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute())
    .map(({ payload }) => payload as Mail)
    .map(({ to, subject }) => `${to.address}: ${subject}`)
    .sort();

test('shows a point to learners only if it lends to learners', async () => {
  const closed = await openPoint(admin);
  const { point, model } = await lend();
  expect((await mia.call(lending.points)).items.map(({ id }) => id)).toEqual([point.id]);
  expect(await mia.call(accounts.userinfo)).toMatchObject({ borrows: true });
  await expect(mia.call(lending.models, { query: { point: closed.id } })).rejects.toMatchObject({ status: 404 });
  expect((await mia.call(lending.model, at(model.id))).can).toEqual({ borrow: true });
  const stranger = await portal.as(pupil({ role: 'S', school_id: 'school-b' }));
  await expect(stranger.call(lending.model, at(model.id))).rejects.toMatchObject({ status: 404 });
  expect(await stranger.call(accounts.userinfo)).not.toHaveProperty('borrows');
  // A point that lends only to teachers among adults can still lend to learners.
  const { model: other } = await lend(1, { open_to: 'teachers' });
  expect((await mia.call(lending.model, at(other.id))).can).toEqual({ borrow: true });
  const { model: theirs } = await lend(1, {}, { teachers_only: true });
  await expect(put(mia, theirs, 1, 1)).rejects.toMatchObject({ status: 403, code: 'point_not_open_to_you' });
  const wish = { model: model.id, earliest: inDays(1), latest: inDays(2) };
  await expect(mia.call(lendingWaiting.wait, { body: wish })).rejects.toMatchObject({ status: 403, code: 'forbidden' });
});

test('requires learners to name a responsible teacher of their school', async () => {
  const lent = await lend();
  const query = { point: lent.point.id, q: 'kern' };
  expect((await mia.call(lendingAgreement.teachers, { query })).items).toEqual([
    { id: await idOf('kern@a.example'), name: 'Kim Kernbach' },
  ]);
  await expect(kern.call(lendingAgreement.teachers, { query })).rejects.toMatchObject({ status: 403 });
  await expect(mia.call(lendingAgreement.teachers, { query: { ...query, q: 'ke' } })).rejects.toMatchObject({ status: 400 });
  await put(mia, lent.model, 1, 2);
  const send = (who: Caller, responsible: string | null) =>
    who.call(lending.placeOrder, { body: { point: lent.point.id, title: 'Film', responsible } });
  await expect(send(mia, null)).rejects.toMatchObject({ problems: ['responsible required'] });
  await portal.as(teacher({ school_id: 'school-b', email: 'fern@b.example' }));
  for (const email of ['fern@b.example', 'mia@a.example'])
    await expect(send(mia, await idOf(email))).rejects.toMatchObject({ status: 404, field: 'responsible' });
  await put(nord, lent.model, 1, 2);
  await expect(send(nord, await idOf('kern@a.example'))).rejects.toMatchObject({ problems: ['responsible choice'] });
});

test('blocks all decisions of the desk until the teacher agrees', async () => {
  const lent = await lend();
  const order = await ask(lent, 1, 3);
  expect(order).toMatchObject({ state: 'requested', responsible: { name: 'Kim Kernbach', agreed_at: null, until: inDays(1) } });
  expect(await mails()).toEqual([
    'kern@a.example: Bitte entscheiden: Mia Muster möchte etwas ausleihen',
    'mia@a.example: Deine Anfrage: Stop-Motion',
  ]);
  const desk = await readBoard(admin, lent.point);
  expect(desk.requests[0]!.can).toMatchObject({ decide: false });
  const waits = { status: 409, code: 'state_conflict', details: { reason: 'agreement' } };
  await expect(admin.call(lendingDesk.approve, { ...at(order.id), body: {} })).rejects.toMatchObject(waits);
  await expect(admin.call(lendingDesk.handOver, { ...at(order.id), body: { code: 'K-1', until: inDays(2) } })).rejects.toMatchObject(waits);
  expect((await nord.call(lendingAgreement.responsible)).items).toEqual([]);
  const [asked] = (await kern.call(lendingAgreement.responsible)).items;
  expect(asked).toMatchObject({ id: order.id, borrower: 'Mia Muster', can: { agree: true, cancel: false, decide: false } });
  for (const who of [nord, mia, admin]) await expect(agree(who, order)).rejects.toMatchObject({ status: 404 });
  await expect(kern.call(lending.cancelOrder, { ...at(order.id), body: { reason: 'Nein' } })).rejects.toMatchObject({ status: 404 });
  const agreed = await agree(kern, order);
  expect(agreed).toMatchObject({ state: 'requested', responsible: { until: null }, can: { agree: false } });
  await expect(agree(kern, order)).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
  expect(await mails()).toContain('mia@a.example: Zugestimmt: Stop-Motion');
  expect(await admin.call(lendingDesk.approve, { ...at(order.id), body: {} })).toMatchObject({ state: 'approved' });
  go(1);
  const handed = await admin.call(lendingDesk.handOver, { ...at(order.id), body: { code: 'K-1' } });
  expect(handed.responsible).toMatchObject({ name: 'Kim Kernbach' });
});

test("approves an order after the teacher's consent if the point approves automatically", async () => {
  const lent = await lend(3, { approval: 'auto', overdue_days: [1, 2, 3] });
  const first = await ask(lent, 1, 2);
  expect(first.state).toBe('requested');
  expect(await agree(kern, first)).toMatchObject({ state: 'approved' });
  const second = await ask(lent, 7, 8);
  const barred = { id: newId(), point_id: lent.point.id, person_id: await idOf('mia@a.example'), reason: 'Zu spät', created_at: MONDAY };
  await portal.portal.db.insertInto('lending_suspension').values(barred).execute();
  expect(await agree(kern, second)).toMatchObject({ state: 'requested' });
});

test("leaves a learner’s order to the desk if only teachers' orders are approved automatically", async () => {
  const other = await lend(1, { approval: 'auto_if_teacher' });
  expect(await agree(kern, await ask(other, 1, 2))).toMatchObject({ state: 'requested' });
});

test('releases the device if the teacher declines', async () => {
  const lent = await lend(1);
  const order = await ask(lent, 1, 3);
  await expect(kern.call(lendingAgreement.disagree, { ...at(order.id), body: { reason: '' } })).rejects.toMatchObject({ status: 400 });
  await expect(nord.call(lendingAgreement.disagree, { ...at(order.id), body: { reason: 'Nein' } })).rejects.toMatchObject({ status: 404 });
  await kern.call(lendingAgreement.disagree, { ...at(order.id), body: { reason: 'Bitte erst mit mir sprechen.' } });
  expect(await mia.call(lending.order, at(order.id))).toMatchObject({ state: 'rejected', reason: 'Bitte erst mit mir sprechen.' });
  expect(await mails()).toContain('mia@a.example: Keine Zustimmung zur Ausleihe: Stop-Motion');
  await put(nord, lent.model, 1, 3);
});

test('expires the request three days after it was made', async () => {
  const lent = await lend(1);
  const order = await ask(lent, 8, 9);
  expect(order.responsible!.until).toBe(inDays(3));
  go(3);
  await expect(put(nord, lent.model, 8, 9)).rejects.toMatchObject({ code: 'not_available' });
  go(4);
  expect((await mia.call(lending.order, at(order.id))).state).toBe('expired');
  await expect(agree(kern, order)).rejects.toMatchObject({ status: 409 });
  await put(nord, lent.model, 8, 9);
  await runSweepSteps(portal.portal);
  const over = (await mia.call(lending.orders, { query: { show: 'over' } })).items;
  expect(over.find(({ id }) => id === order.id)).toMatchObject({ state: 'expired' });
});

test('requests a new consent after a change to the order', async () => {
  const lent = await lend(1);
  const order = await ask(lent, 1, 2);
  const change = (end: number) => mia.call(lending.changeLine, { ...at(order.lines[0]!.id), body: { start: inDays(1), end: inDays(end) } });
  portal.setNow(new Date(MONDAY.getTime() + 60_000));
  const changed = await change(3);
  await expect(agree(kern, order)).rejects.toMatchObject({ status: 409, code: 'version_conflict' });
  await agree(kern, changed);
  portal.setNow(new Date(MONDAY.getTime() + 120_000));
  expect((await change(2)).responsible).toMatchObject({ agreed_at: null, until: inDays(1) });
  await expect(admin.call(lendingDesk.approve, { ...at(order.id), body: {} })).rejects.toMatchObject({ code: 'state_conflict' });
});

test('applies the device limit for learners', async () => {
  const lent = await lend(4, { learner_lines: 2 });
  await put(mia, lent.model, 1, 2, 2);
  await expect(put(mia, lent.model, 7, 8)).rejects.toMatchObject({ details: { reason: 'most', most: 2 } });
  await put(nord, lent.model, 7, 8, 3);
});

test("reminds the teacher of learners' loans and their own loans in one mail", async () => {
  const lent = await lend(2, { approval: 'auto' });
  const order = await ask(lent, 1, 2);
  await agree(kern, order);
  await put(kern, lent.model, 1, 2);
  const own = await kern.call(lending.placeOrder, { body: { point: lent.point.id, title: 'Film' } });
  go(1);
  await admin.call(lendingDesk.handOver, { ...at(order.id), body: { code: 'K-1' } });
  await admin.call(lendingDesk.handOver, { ...at(own.id), body: { code: 'K-2' } });
  const remind = async (): Promise<string[]> => {
    await portal.portal.db.deleteFrom('job').execute();
    await remindBorrowers(portal.portal, portal.portal.now());
    return (await mails()).filter((each) => /mia@|kern@/.test(each));
  };
  expect(await remind()).toEqual(['kern@a.example: Bald zurückzugeben: 2 Geräte', 'mia@a.example: Bald zurückzugeben: 1 Gerät']);
  const all = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
  const words = (address: string) =>
    all
      .map(({ payload }) => payload as Mail)
      .filter(({ to }) => to.address === address)
      .flatMap(({ body }) => body.map((block) => ('text' in block ? block.text : '')))
      .join('\n');
  expect(words('kern@a.example')).toContain('(ausgeliehen von Mia Muster)');
  expect(words('mia@a.example')).toContain('Bitte denk an die Rückgabe');
  expect(await remind()).toEqual([]);
  go(7);
  expect(await remind()).toEqual(['kern@a.example: Überfällig: 2 Geräte', 'mia@a.example: Überfällig: 1 Gerät']);
});

test('keeps the responsible teacher of a deleted learner until the loan ends', async () => {
  const lent = await lend(1, { approval: 'auto' });
  const lea = await portal.as(pupil({ role: 'S', vorname: 'Lea', name: 'Muster', email: 'lea@a.example' }));
  await put(lea, lent.model, 1, 2);
  const asked = await lea.call(lending.placeOrder, {
    body: { point: lent.point.id, title: 'Film', responsible: await idOf('kern@a.example') },
  });
  await agree(kern, asked);
  const { db, domains } = portal.portal;
  await db
    .updateTable('rental_line')
    .set({ state: 'returned', busy_from: null, busy_until: null, handed_at: MONDAY, over_at: MONDAY })
    .where('order_id', '=', asked.id)
    .execute();
  const gone = await idOf('lea@a.example');
  await db.transaction().execute((trx) => domains.erasePeople({ ...portal.portal, db: trx, now: portal.portal.now() }, [gone]));
  await db.deleteFrom('person').where('person.id', '=', gone).execute();
  const order = () =>
    db.selectFrom('rental_order').select(['person_id', 'title', 'responsible_id']).where('id', '=', asked.id).executeTakeFirstOrThrow();
  await runSweepSteps(portal.portal);
  expect(await order()).toEqual({ person_id: null, title: '', responsible_id: await idOf('kern@a.example') });
  go(91);
  await runSweepSteps(portal.portal);
  expect(await order()).toEqual({ person_id: null, title: '', responsible_id: null });
});
