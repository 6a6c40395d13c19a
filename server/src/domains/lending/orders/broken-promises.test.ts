import { DAY } from '@fundus/contract/days';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../../mail/compose.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  portal.setNow(MONDAY);
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher({ email: 'kim@a.example' }));
  noa = await portal.as(teacher({ email: 'noa@a.example' }));
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await takeMails();
});

async function goTo(days: number): Promise<void> {
  portal.setNow(new Date(MONDAY.getTime() + days * DAY));
  const later = new Date('2099-01-01');
  await portal.portal.db.updateTable('session').set({ expires_at: later, last_seen_at: later }).execute();
}
async function takeMails(): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await portal.portal.db.deleteFrom('job').where('kind', '=', 'mail').returning('payload').execute();
  return rows.map(({ payload }) => ({
    to: (payload as Mail).to.address,
    subject: (payload as Mail).subject,
    text: JSON.stringify(payload),
  }));
}
const toNoa = async () => (await takeMails()).filter(({ to, subject }) => to === 'noa@a.example' && subject !== 'Neues zu Ihren Ausleihen');
const lineOf = async (id: string) => (await noa.call(lending.order, at(id))).lines[0]!;
/** Creates a loan of a camera to Kim from Tuesday to Wednesday and does not return it. */
async function lateCamera(codes: readonly string[], rules: object = {}) {
  await goTo(0);
  const point = await openPoint(admin, { approval: 'auto', ...rules });
  const { model } = await stock(admin, point, codes);
  const made = await placeTestOrder(kim, model, 1, 2);
  await goTo(1);
  await admin.call(lendingDesk.handOver, { ...at(made.id), body: { code: codes[0]! } });
  return { point, model };
}
const freeOn = async (model: { id: string }, day: number) => {
  const { days, withheld } = await noa.call(lending.calendar, { ...at(model.id), query: { from: inDays(day), until: inDays(day) } });
  return [days[0]!.free, withheld];
};

test('notifies the borrower if a promised device is retired', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model, items } = await stock(admin, point, ['R-1']);
  await stock(admin, point, ['S-1'], { name: 'Kamera II' });
  const made = await placeTestOrder(noa, model, 2, 3);
  await takeMails();
  await admin.call(lendingDesk.moveItem, { ...at(items[0]!.id), body: { event: 'retire', reason: 'defekt', expected_on: null } });
  const [mail, ...more] = await toNoa();
  expect(mail).toMatchObject({
    subject: 'Zurzeit kein Gerät verfügbar: Filmprojekt',
    text: expect.stringContaining('– Kamera II: Mittwoch, 4. März'),
  });
  expect(more).toEqual([]);
  expect((await lineOf(made.id)).unkept).toBe(true);
  await admin.call(lendingDesk.createItem, {
    body: { code: 'R-2', serial: '', shelf: '', not_lendable: false, next_check_on: null, note: '', model: model.id },
  });
  expect((await lineOf(made.id)).unkept).toBe(false);
  expect((await toNoa()).map(({ subject }) => subject)).toEqual(['Zugesagt: Filmprojekt']);
});

test('moves a booking to another device without notifying the borrower', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model, items } = await stock(admin, point, ['R-1', 'R-2']);
  const made = await placeTestOrder(noa, model, 2, 3);
  await takeMails();
  await admin.call(lendingDesk.moveItem, { ...at(items[0]!.id), body: { event: 'retire', reason: 'defekt', expected_on: null } });
  expect(await toNoa()).toEqual([]);
  expect((await lineOf(made.id)).unkept).toBe(false);
});

test('counts a device as unavailable from the configured dunning level', async () => {
  const { model } = await lateCamera(['L-1']);
  await goTo(4);
  expect(await freeOn(model, 7)).toEqual([1, 0]);
  // Day 7 is three opening days after Wednesday.
  await goTo(7);
  expect(await freeOn(model, 8)).toEqual([0, 1]);
  await expect(put(noa, model, 8, 9)).rejects.toMatchObject({ code: 'not_available' });
});

test('counts overdue devices as available if the point has no configured level', async () => {
  const { model } = await lateCamera(['L-1'], { unavailable_step: null });
  await goTo(30);
  expect(await freeOn(model, 31)).toEqual([1, 0]);
});

test('leaves the approval to the desk if the only device is overdue', async () => {
  const { model } = await lateCamera(['L-1']);
  await goTo(3);
  expect((await placeTestOrder(noa, model, 4, 4)).state).toBe('requested');
  const other = await lateCamera(['M-1', 'M-2']);
  await goTo(3);
  expect((await placeTestOrder(noa, other.model, 4, 4)).state).toBe('approved');
});

test('notifies the borrower once if a promised device reaches the configured level', async () => {
  const { point, model } = await lateCamera(['L-1']);
  const made = await placeTestOrder(noa, model, 14, 15);
  await takeMails();
  await goTo(7);
  await portal.portal.db.deleteFrom('routine').execute();
  await runSweepSteps(portal.portal);
  expect((await toNoa()).map(({ subject }) => subject)).toEqual(['Zurzeit kein Gerät verfügbar: Filmprojekt']);
  await runSweepSteps(portal.portal);
  expect(await toNoa()).toEqual([]);
  await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'L-1' } });
  expect((await toNoa()).map(({ subject }) => subject)).toEqual(['Zugesagt: Filmprojekt']);
  expect((await lineOf(made.id)).state).toBe('approved');
});
