/** Mails of lending that are sent immediately or daily (docs/behaviour/lending.md#mails). */
import { DAY } from '@fundus/contract/days';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import type { Mail } from '../../../mail/compose.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { runSweepSteps } from '../../../sweep.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';
import { remindBorrowers } from './remind.ts';

const portal = usePortal({ GeraeteVerleih: true, Locales: ['de', 'en'] });
let admin: Caller;
let desk: Caller;
let kim: Caller;
let kimId: string;
let noa: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ email: 'amt@a.example' }));
  desk = await portal.as(teacher({ email: 'theke@a.example', capabilities: ['cap_lending'] }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern', email: 'kim@a.example' }));
  noa = await portal.as(teacher({ email: 'noa@a.example' }));
  ({ id: kimId } = await portal.portal.db
    .selectFrom('person')
    .select('person.id')
    .where('email', '=', 'kim@a.example')
    .executeTakeFirstOrThrow());
  await portal.portal.db.updateTable('person').set({ locale: 'en' }).where('email', '=', 'noa@a.example').execute();
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await portal.portal.db.deleteFrom('job').execute();
});

const go = (days: number, hours = 0): void => portal.setNow(new Date(MONDAY.getTime() + days * DAY + hours * 3_600_000));
/** Returns recipients and subjects of the mails since the last call. */
async function takeMails(): Promise<[string, string][]> {
  const rows = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute();
  await portal.portal.db.deleteFrom('job').execute();
  return rows.map(({ payload }) => [(payload as Mail).to.address, (payload as Mail).subject] as [string, string]).sort();
}
const lent = async (who: Caller, codes: string[], start: number, end: number, rules: object = {}) => {
  const point = await openPoint(admin, { approval: 'auto', ...rules });
  const { model } = await stock(admin, point, codes);
  const made = await placeTestOrder(who, model, start, end, codes.length);
  return { point, model, made };
};
const handOver = async (id: string, codes: string[]): Promise<void> => {
  for (const code of codes) await desk.call(lendingDesk.handOver, { ...at(id), body: { code } });
};

test('notifies the borrower and the desk about an order in their languages', async () => {
  const { made, model } = await lent(noa, ['A-1', 'A-2'], 1, 2, { approval: 'manual' });
  expect(await takeMails()).toEqual([
    ['noa@a.example', 'Your request: Filmprojekt'],
    ['theke@a.example', 'Neue Anfrage: Filmprojekt'],
  ]);
  await desk.call(lendingDesk.approve, { ...at(made.id), body: {} });
  expect(await takeMails()).toEqual([['noa@a.example', 'Approved: Filmprojekt']]);
  const [first, second] = made.lines;
  await desk.call(lendingDesk.prepare, { ...at(first!.id), body: { code: 'A-1' } });
  expect(await takeMails()).toEqual([]);
  await desk.call(lendingDesk.prepare, { ...at(second!.id), body: { code: 'A-2' } });
  expect(await takeMails()).toEqual([['noa@a.example', 'Ready for pick-up: Filmprojekt']]);
  await runSweepSteps(portal.portal);
  expect(await takeMails()).toEqual([]);
  await expect(desk.call(lending.cancelLine, { ...at(first!.id), body: {} })).rejects.toMatchObject({ status: 400, field: 'reason' });
  await desk.call(lending.cancelLine, { ...at(first!.id), body: { reason: 'Defekt' } });
  expect(await takeMails()).toEqual([['noa@a.example', 'Cancelled: Filmprojekt']]);
  const logged = await portal.portal.db.selectFrom('audit_log').select('what').where('what', '=', 'lending.cancel').execute();
  expect(logged).toHaveLength(1);
  const asked = await placeTestOrder(kim, model, 1, 1);
  await takeMails();
  await desk.call(lendingDesk.reject, { ...at(asked.id), body: { reason: 'Wartung' } });
  expect(await takeMails()).toEqual([['kim@a.example', 'Abgelehnt: Filmprojekt']]);
});

test('sends no ready-for-collection mail for an order by post', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['P-1']);
  await put(kim, model, 1, 3);
  const submit = () => kim.call(lending.placeOrder, { body: { point: point.id, title: 'Paket', delivery: 'post' } });
  await expect(submit()).rejects.toMatchObject({ problems: ['delivery choice'] });
  await admin.call(lendingDesk.changePoint, { ...at(point.id), body: { by_post: true, version: point.version } });
  const made = await submit();
  expect(made.delivery).toBe('post');
  await takeMails();
  await desk.call(lendingDesk.prepare, { ...at(made.lines[0]!.id), body: { code: 'P-1' } });
  go(1);
  await runSweepSteps(portal.portal);
  expect(await takeMails()).toEqual([]);
  // The device is reserved for the parcel, so it cannot be handed over at the desk.
  const card = { point: point.id, person: kimId, code: 'P-1' };
  await expect(desk.call(lendingDesk.walkUp, { body: card })).rejects.toMatchObject({ code: 'not_available' });
  await handOver(made.id, ['P-1']);
  expect((await kim.call(lending.order, at(made.id))).lines[0]!.state).toBe('on_loan');
  await desk.call(lendingDesk.takeBack, { body: { point: point.id, code: 'P-1' } });
});

test('sends a waiting-list offer by mail immediately', async () => {
  const { model, made } = await lent(kim, ['B-1'], 1, 2);
  await noa.call(lendingWaiting.wait, { body: { model: model.id, earliest: inDays(1), latest: inDays(2) } });
  await takeMails();
  await kim.call(lending.cancelOrder, { ...at(made.id), body: {} });
  expect(await takeMails()).toEqual([['noa@a.example', 'Free for you: Kamera']]);
});

test('combines the reminders of a day in one mail', async () => {
  const one = await lent(kim, ['C-1'], 1, 3);
  const other = await lent(kim, ['D-1', 'D-2'], 1, 3);
  go(1);
  await handOver(one.made.id, ['C-1']);
  await handOver(other.made.id, ['D-1']);
  await takeMails();
  await runSweepSteps(portal.portal);
  expect(await takeMails()).toEqual([]);
  // No mails are sent at night.
  go(2, -4);
  await runSweepSteps(portal.portal);
  expect(await takeMails()).toEqual([]);
  go(2);
  // The run fails after claiming, so claims and mails are both rolled back.
  const broken = { ...portal.portal, config: { ...portal.portal.config, Locales: null as never } };
  await portal.portal.db.updateTable('person').set({ locale: null }).where('email', '=', 'kim@a.example').execute();
  await expect(remindBorrowers(broken, portal.portal.now())).rejects.toThrow();
  expect(await takeMails()).toEqual([]);
  await Promise.all([runSweepSteps(portal.portal), runSweepSteps(portal.portal)]);
  expect(await takeMails()).toEqual([['kim@a.example', 'Bald zurückzugeben: 2 Geräte']]);
  // A device collected today that is due tomorrow is mailed separately on the next day.
  await handOver(other.made.id, ['D-2']);
  await runSweepSteps(portal.portal);
  expect(await takeMails()).toEqual([]);
  const [line] = one.made.lines;
  await kim.call(lending.renew, { ...at(line!.id), body: {} });
  go(3);
  await runSweepSteps(portal.portal);
  expect(await takeMails()).toEqual([['kim@a.example', 'Bald zurückzugeben: 1 Gerät']]);
  go(9);
  await desk.call(lendingDesk.takeBack, { body: { point: other.point.id, code: 'D-1' } });
  await desk.call(lendingDesk.takeBack, { body: { point: other.point.id, code: 'D-2' } });
  await runSweepSteps(portal.portal);
  expect((await takeMails()).filter(([to]) => to === 'kim@a.example')).toEqual([['kim@a.example', 'Bald zurückzugeben: 1 Gerät']]);
  await desk.call(lendingDesk.takeBack, { body: { point: one.point.id, code: 'C-1' } });
});

test('sends each dunning level once after its number of opening days', async () => {
  const { made, point, model } = await lent(kim, ['E-1'], 1, 2, { overdue_days: [2, 4, 6], unavailable_step: null });
  go(1);
  await handOver(made.id, ['E-1']);
  await takeMails();
  const received: Record<number, [string, string][]> = {};
  for (let day = 3; day <= 12; day++) {
    go(day);
    await runSweepSteps(portal.portal);
    await runSweepSteps(portal.portal);
    const mails = (await takeMails()).filter(([, subject]) => subject.includes('berfällig'));
    if (mails.length > 0) received[day] = mails;
  }
  const mine = ['kim@a.example', 'Überfällig: 1 Gerät'];
  const others = (address: string) => [address, 'Lange überfällig: 1 Gerät'];
  // The last level suspends the borrower until the device is returned.
  const more = () => kim.call(lending.placeOrder, { body: { point: point.id, title: 'x' } });
  expect(received).toEqual({
    4: [mine],
    8: [others('amt@a.example'), mine].sort(),
    10: [others('amt@a.example'), mine, others('theke@a.example')].sort(),
  });
  await kim.call(lending.addToCart, { body: { model: model.id, start: inDays(15), end: inDays(15) } });
  await expect(more()).rejects.toMatchObject({ status: 403, code: 'suspended' });
  await desk.call(lendingDesk.takeBack, { body: { point: point.id, code: 'E-1' } });
  expect(await more()).toMatchObject({ state: 'approved' });
});

test('combines expired and uncollected orders in one mail', async () => {
  const one = await lent(kim, ['F-1'], 1, 2, { pickup_grace: 0 });
  await lent(kim, ['G-1'], 1, 2, { approval: 'manual' });
  await takeMails();
  go(2);
  await runSweepSteps(portal.portal);
  await runSweepSteps(portal.portal);
  expect(await takeMails()).toEqual([['kim@a.example', 'Neues zu Ihren Ausleihen']]);
  expect(await kim.call(lending.order, at(one.made.id))).toMatchObject({ lines: [{ state: 'not_collected' }] });
});

test('notifies the borrower and the desk once if an overdue device is needed the next day', async () => {
  const { made, model } = await lent(kim, ['Q-1'], 1, 2);
  go(1);
  await handOver(made.id, ['Q-1']);
  await placeTestOrder(noa, model, 4, 4);
  const received = async (): Promise<[string, string][]> => {
    await remindBorrowers(portal.portal, portal.portal.now());
    return (await takeMails()).filter(([, subject]) => /May not be back|bereits zugesagt/.test(subject));
  };
  go(2);
  expect(await received()).toEqual([]);
  go(3);
  expect(await received()).toEqual([
    ['noa@a.example', 'May not be back in time: Filmprojekt'],
    ['theke@a.example', 'Überfällig und bereits zugesagt: Filmprojekt'],
  ]);
  go(3, 2);
  expect(await received()).toEqual([]);
});

test('notifies suspended borrowers of the reason and the last day', async () => {
  const { made } = await lent(kim, ['V-1'], 1, 2);
  await takeMails();
  await desk.call(lendingCondition.suspend, { ...at(made.id), body: { reason: 'Dreimal zu spät', until: inDays(10) } });
  const rows = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
  const [mail] = rows.map(({ payload }) => payload as Mail);
  expect(mail!.to.address).toBe('kim@a.example');
  expect(mail!.subject).toMatch(/verleiht zurzeit nichts an Sie$/);
  expect(mail!.body).toContainEqual({ kind: 'quote', text: 'Dreimal zu spät' });
  expect(mail!.body.some((block) => block.kind === 'text' && block.text.startsWith('Das gilt bis Donnerstag, 12. März'))).toBe(true);
});
