import { DAY } from '@fundus/contract/days';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint, PointFields } from '@fundus/contract/lending/points/points';
import { lendingProposals } from '@fundus/contract/lending/points/proposals';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../../mail/compose.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let desk: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  portal.setNow(MONDAY);
  admin = await portal.as(schoolAdmin());
  desk = await portal.as(teacher({ capabilities: ['cap_lending'] }));
  kim = await portal.as(teacher({ email: 'kim@a.example' }));
  noa = await portal.as(teacher({ email: 'noa@a.example' }));
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await takeMails();
});

/** Moves the clock. Extends the sessions, because they would expire during the skipped days. */
async function goTo(days: number): Promise<void> {
  portal.setNow(new Date(MONDAY.getTime() + days * DAY));
  const later = new Date('2099-01-01');
  await portal.portal.db.updateTable('session').set({ expires_at: later, last_seen_at: later }).execute();
}
async function sweepOn(days: number): Promise<void> {
  await goTo(days);
  await portal.portal.db.deleteFrom('routine').execute();
  await runSweepSteps(portal.portal);
}
async function takeMails(): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await portal.portal.db.deleteFrom('job').where('kind', '=', 'mail').returning('payload').execute();
  return rows.map(({ payload }) => ({
    to: (payload as Mail).to.address,
    subject: (payload as Mail).subject,
    text: JSON.stringify(payload),
  }));
}
const change = (point: LendingPoint, fields: Partial<PointFields>) =>
  admin.call(lendingDesk.changePoint, { ...at(point.id), body: { version: point.version, ...fields } });
const closed = (from: number, until: number, name = 'Zu') => ({ from: inDays(from), until: inDays(until), name, processed: false });
const lineOf = async (who: Caller, id: string) => (await who.call(lending.order, at(id))).lines[0]!;

test('moves the pickup to the first day after a new closure', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K1']);
  const made = await placeTestOrder(kim, model, 9, 18);
  expect((await lineOf(kim, made.id)).collect_until).toBe(inDays(11));
  await takeMails();
  const closures = [closed(7, 11)];
  const before = { pick_up: inDays(9), collect_until: inDays(11), end: inDays(18) };
  const after = { pick_up: inDays(14), collect_until: inDays(15), end: inDays(18) };
  expect((await admin.call(lendingDesk.pointEffects, { ...at(point.id), body: { closures } })).items).toMatchObject([
    { number: made.number, lines: [{ model: 'Kamera', before, after, problem: null }] },
  ]);
  expect((await lineOf(kim, made.id)).collect_until).toBe(inDays(11));
  const saved = await change(point, { closures });
  expect(await lineOf(kim, made.id)).toMatchObject({ collect_until: inDays(15), pickup_on: inDays(14), end: inDays(18) });
  expect(await takeMails()).toMatchObject([
    { to: 'kim@a.example', text: expect.stringContaining('ab Montag, 16. März 2026, spätestens am Dienstag, 17. März 2026') },
  ]);
  await change(saved, { phone: '123', closures });
  expect(await takeMails()).toEqual([]);
  await sweepOn(12);
  expect((await lineOf(kim, made.id)).state).toBe('approved');
  await goTo(14);
  expect(await desk.call(lendingDesk.handOver, { ...at(made.id), body: { code: 'K1' } })).toMatchObject({ lines: [{ state: 'on_loan' }] });
});

test('extends an order without grace days to the first opening day after the closure', async () => {
  const point = await openPoint(admin, { approval: 'auto', pickup_grace: 0 });
  const { model } = await stock(admin, point, ['K1']);
  const made = await placeTestOrder(kim, model, 9, 18);
  await change(point, { closures: [closed(7, 11)] });
  expect((await lineOf(kim, made.id)).collect_until).toBe(inDays(14));
});

test('extends an undecided request until the desk reopens', async () => {
  const point = await openPoint(admin);
  const { model } = await stock(admin, point, ['K1']);
  const made = await placeTestOrder(kim, model, 9, 18);
  await change(point, { closures: [closed(7, 11)] });
  await sweepOn(12);
  expect((await lineOf(kim, made.id)).state).toBe('requested');
  await sweepOn(15);
  expect((await lineOf(kim, made.id)).state).toBe('expired');
});

test('moves a due date to the next opening day', async () => {
  const point = await openPoint(admin, { approval: 'auto', remind_days: 0, overdue_days: [2] });
  const { model } = await stock(admin, point, ['K1']);
  const lee = await portal.as(teacher({ email: 'lee@a.example' }));
  const takeOwn = async () => (await takeMails()).filter(({ to }) => to === 'lee@a.example');
  const made = await placeTestOrder(lee, model, 1, 9);
  await goTo(1);
  await desk.call(lendingDesk.handOver, { ...at(made.id), body: { code: 'K1' } });
  await takeMails();
  const saved = await change(point, { closures: [closed(8, 11)] });
  expect((await lineOf(lee, made.id)).end).toBe(inDays(14));
  expect((await takeOwn()).map(({ text }) => text)).toEqual([expect.stringContaining('zurück bis Montag, 16. März 2026')]);
  const opened = await change(saved, { closures: [] });
  expect((await lineOf(lee, made.id)).end).toBe(inDays(9));
  const shut = await change(opened, { closures: [closed(8, 11)] });
  await takeMails();
  await sweepOn(14);
  expect((await takeOwn()).map(({ subject }) => subject)).toEqual(['Bald zurückzugeben: 1 Gerät']);
  await change(shut, { closures: [...shut.closures, closed(15, 16)] });
  await sweepOn(17);
  expect(await takeOwn()).toEqual([]);
  await sweepOn(18);
  expect((await takeOwn()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Überfällig')]);
});

test('extends the buffer of a booking only if no other booking needs the device', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K1']);
  const [first, second, third] = [
    await placeTestOrder(kim, model, 1, 2),
    await placeTestOrder(noa, model, 3, 4),
    await placeTestOrder(kim, model, 14, 15),
  ];
  await change(point, { buffer_after: 1 });
  const rows = await portal.portal.db
    .selectFrom('rental_line')
    .select(['order_id', 'busy_until'])
    .where('model_id', '=', model.id)
    .execute();
  const until = (id: string) => rows.find(({ order_id }) => order_id === id)!.busy_until;
  expect([until(first.id), until(second.id), until(third.id)]).toEqual([inDays(2), inDays(7), inDays(16)]);
});

test('extends a booking without a buffer to its new due date', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K1']);
  const [first, second] = [await placeTestOrder(kim, model, 1, 2), await placeTestOrder(noa, model, 3, 4)];
  const buffered = await change(point, { buffer_after: 2 });
  await noa.call(lending.cancelLine, { ...at(second.lines[0]!.id), body: {} });
  await change(buffered, { buffer_after: 0, closures: [closed(2, 3)] });
  const row = await portal.portal.db
    .selectFrom('rental_line')
    .select(['end_on', 'busy_until'])
    .where('order_id', '=', first.id)
    .executeTakeFirst();
  expect(row).toEqual({ end_on: inDays(4), busy_until: inDays(4) });
});

test('keeps the due date if another booking needs the device', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K1']);
  const made = await placeTestOrder(kim, model, 1, 9);
  await placeTestOrder(noa, model, 10, 15);
  await goTo(1);
  await desk.call(lendingDesk.handOver, { ...at(made.id), body: { code: 'K1' } });
  const closures = [closed(9, 11)];
  const { items } = await admin.call(lendingDesk.pointEffects, { ...at(point.id), body: { closures } });
  expect(items.find(({ number }) => number === made.number)).toMatchObject({
    lines: [{ problem: 'no_device', after: { end: inDays(9) } }],
  });
  await change(point, { closures });
  expect((await lineOf(kim, made.id)).end).toBe(inDays(9));
});

test('moves dates after a proposal is accepted', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K1']);
  const made = await placeTestOrder(kim, model, 9, 18);
  const { id } = await desk.call(lendingProposals.propose, {
    ...at(point.id),
    body: { version: point.version, note: '', closures: [closed(7, 11)] },
  });
  await expect(desk.call(lendingDesk.pointEffects, { ...at(point.id), body: {} })).rejects.toMatchObject({ status: 403 });
  await admin.call(lendingProposals.acceptProposal, { ...at(id), body: {} });
  expect((await lineOf(kim, made.id)).collect_until).toBe(inDays(15));
});

test('cancels lesson bookings on a day that is closed later', async () => {
  const point = await openPoint(admin, { approval: 'auto', mode: 'periods' });
  const { model } = await stock(admin, point, ['K1']);
  await kim.call(lending.addToCart, {
    body: { model: model.id, start: inDays(2), end: inDays(2), quantity: 1, lessons: { first: 2, last: 3 } },
  });
  const made = await kim.call(lending.placeOrder, { body: { point: point.id, title: 'Film' } });
  await takeMails();
  await change(point, { closures: [closed(2, 2, 'Glatteis')] });
  expect((await lineOf(kim, made.id)).state).toBe('cancelled');
  expect((await takeMails()).map(({ text }) => text)).toEqual([expect.stringContaining('Glatteis')]);
});

/** Creates a loan from Tuesday on and returns its device on the same day. */
async function lendAndReturn(point: LendingPoint, model: Parameters<typeof placeTestOrder>[1], code: string): Promise<void> {
  const made = await placeTestOrder(kim, model, 1, 4);
  await goTo(1);
  await desk.call(lendingDesk.handOver, { ...at(made.id), body: { code } });
  await desk.call(lendingDesk.takeBack, { body: { point: point.id, code } });
}
const awayOf = async (point: LendingPoint, code: string): Promise<string | null> =>
  (await admin.call(lendingDesk.items, { query: { point: point.id } })).items.find((item) => item.code === code)!.away_until;

test('recomputes the buffer of a returned device after a change of buffer days or closures', async () => {
  const point = await openPoint(admin, { approval: 'auto', buffer_after: 1 });
  const { model } = await stock(admin, point, ['K1']);
  await lendAndReturn(point, model, 'K1');
  expect(await awayOf(point, 'K1')).toBe(inDays(3));
  const longer = await change(point, { buffer_after: 3 });
  expect(await awayOf(point, 'K1')).toBe(inDays(5));
  const shut = await change(longer, { closures: [closed(2, 2)] });
  expect(await awayOf(point, 'K1')).toBe(inDays(8));
  const none = await change(shut, { buffer_after: 0 });
  expect(await awayOf(point, 'K1')).toBeNull();
  const again = await change(none, { buffer_after: 1 });
  expect(await awayOf(point, 'K1')).toBe(inDays(4));
  const { version } = (await admin.call(lending.model, at(model.id))) as { version: number };
  await admin.call(lendingDesk.changeModel, { ...at(model.id), body: { version, buffer_after: 0 } });
  expect(await awayOf(point, 'K1')).toBeNull();
  await change(again, { buffer_after: 4 });
  expect(await awayOf(point, 'K1')).toBeNull();
});

test('ends an extended buffer when the next booking begins', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K1']);
  await lendAndReturn(point, model, 'K1');
  const next = await placeTestOrder(noa, model, 3, 4);
  await change(point, { buffer_after: 4 });
  expect(await awayOf(point, 'K1')).toBe(inDays(3));
  await goTo(3);
  expect(await desk.call(lendingDesk.handOver, { ...at(next.id), body: { code: 'K1' } })).toMatchObject({ lines: [{ state: 'on_loan' }] });
});

test('sets no buffer for a device inspected after its return', async () => {
  const point = await openPoint(admin, { approval: 'auto', buffer_after: 1 });
  const { model, items } = await stock(admin, point, ['K1']);
  await lendAndReturn(point, model, 'K1');
  for (const event of ['repair', 'release'] as const) await desk.call(lendingDesk.moveItem, { ...at(items[0]!.id), body: { event } });
  await change(point, { buffer_after: 3 });
  expect(await awayOf(point, 'K1')).toBeNull();
});

test('keeps the due date of a collected loan when the closure is removed', async () => {
  const point = await openPoint(admin, { approval: 'auto', pickup_grace: 10 });
  const { model } = await stock(admin, point, ['K1']);
  const made = await placeTestOrder(kim, model, 1, 3);
  const shut = await change(point, { closures: [closed(3, 3)] });
  expect((await lineOf(kim, made.id)).end).toBe(inDays(4));
  await goTo(4);
  await desk.call(lendingDesk.handOver, { ...at(made.id), body: { code: 'K1' } });
  await change(shut, { closures: [] });
  expect(await lineOf(kim, made.id)).toMatchObject({ state: 'on_loan', end: inDays(4) });
});
