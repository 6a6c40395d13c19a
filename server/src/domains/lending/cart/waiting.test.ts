/** Waiting list over HTTP (docs/behaviour/lending.md#waiting-list). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingWaiting, type WaitEntry } from '@fundus/contract/lending/cart/waiting';
import { moveWait, WAIT_EVENTS, WAIT_STATES, type WaitEvent, type WaitState } from '@fundus/contract/lending/allocation/wait-rules';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runSweepSteps } from '../../../sweep.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller, type CallRefused } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
let lea: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher({ vorname: 'Kim', email: 'kim@a.example' }));
  noa = await portal.as(teacher({ vorname: 'Noa', email: 'noa@a.example' }));
  lea = await portal.as(teacher({ vorname: 'Lea', email: 'lea@a.example' }));
});
beforeEach(() => portal.setNow(MONDAY));

const db = () => portal.portal.db;
const hours = (count: number): void => portal.setNow(new Date(MONDAY.getTime() + count * 3_600_000));
/** Creates a point with a single camera, which Kim has ordered for these days. */
async function taken(start = 1, end = 3, rules: object = {}) {
  const point = await openPoint(admin, { approval: 'auto', ...rules });
  const { model } = await stock(admin, point, ['K-1']);
  return { point, model, theirs: await placeTestOrder(kim, model, start, end) };
}
const wait = (who: Caller, model: { id: string }, from: number, until: number, days: number | null = null) =>
  who.call(lendingWaiting.wait, { body: { model: model.id, earliest: inDays(from), latest: inDays(until), days } });
const waits = async (who: Caller, model: { id: string }): Promise<WaitEntry> =>
  (await who.call(lendingWaiting.waits)).items.find((entry) => entry.model.id === model.id)!;
const cancel = (who: Caller, { id }: { id: string }) => who.call(lending.cancelOrder, { ...at(id), body: {} });

test('offers a returned device to the user who has waited longest', async () => {
  const { model, theirs, point } = await taken();
  expect(await wait(noa, model, 1, 3)).toMatchObject({ state: 'waiting', offer: null, can: { cancel: true, answer: false } });
  hours(1);
  expect(await wait(lea, model, 2, 3)).toMatchObject({ state: 'waiting' });
  await expect(wait(noa, model, 2, 3)).rejects.toMatchObject({ status: 409, code: 'already_exists' });
  await cancel(kim, theirs);
  const mine = await waits(noa, model);
  expect(mine).toMatchObject({ state: 'offered', offer: { start: inDays(1), end: inDays(3) }, can: { answer: true } });
  expect(await waits(lea, model)).toMatchObject({ state: 'waiting' });
  // The offered device is reserved: others cannot book it. It is not in Noa's cart either.
  await expect(put(kim, model, 1, 2)).rejects.toMatchObject({ code: 'not_available' });
  expect((await noa.call(lending.cart, { query: { point: point.id } })).lines).toEqual([]);
  expect((await noa.call(lending.orders, { query: {} })).items.filter(({ point: { id } }) => id === point.id)).toEqual([]);
  const taking = noa.call(lendingWaiting.acceptOffer, { ...at(mine.id), body: { title: 'Film' } });
  expect(await taking).toMatchObject({
    state: 'approved',
    title: 'Film',
    lines: [{ state: 'approved', start: inDays(1), end: inDays(3) }],
  });
  expect(await waits(noa, model)).toMatchObject({ state: 'accepted' });
  const { items } = await admin.call(lendingWaiting.waiting, { query: { point: point.id } });
  expect(items.map(({ borrower, state }) => [borrower.split(' ')[0], state])).toEqual([['Lea', 'waiting']]);
});

test('offers the device to the next user after 48 hours or a refusal', async () => {
  const { model, theirs } = await taken(7, 9);
  await wait(noa, model, 7, 9);
  hours(1);
  await wait(lea, model, 7, 9);
  await cancel(kim, theirs);
  hours(48);
  expect(await waits(noa, model)).toMatchObject({ state: 'offered' });
  hours(49);
  expect(await waits(noa, model)).toMatchObject({ state: 'lapsed', offer: null });
  await runSweepSteps(portal.portal);
  const hers = await waits(lea, model);
  expect(hers).toMatchObject({ state: 'offered', offer: { start: inDays(7) } });
  await lea.call(lendingWaiting.declineOffer, { ...at(hers.id), body: {} });
  await expect(put(noa, model, 7, 9)).resolves.toBeDefined();
});

test('offers the first free period within two weeks that ends on an opening day', async () => {
  const { model } = await taken(1, 3);
  // The device is free from Friday on. Three days would end on a Sunday, so the offer ends on Monday.
  const mine = await wait(noa, model, 1, 14, 3);
  expect(mine).toMatchObject({ state: 'offered', offer: { start: inDays(4), end: inDays(7) } });
  await expect(wait(lea, model, 1, 2, 3)).rejects.toMatchObject({ status: 400, field: 'days' });
  await expect(wait(lea, model, 1, 60, 15)).rejects.toMatchObject({ code: 'too_long' });
});

test('prefers the school with the fewest loans this year', async () => {
  const district = await portal.as(districtAdmin());
  const far = await portal.as(teacher({ school_id: 'school-b', vorname: 'Ole' }));
  const point = await openPoint(district, { approval: 'auto', name: 'Medienzentrum' });
  const { model } = await stock(district, point, ['M-1']);
  const theirs = await placeTestOrder(kim, model, 1, 2);
  await wait(noa, model, 1, 2);
  hours(0.5);
  await wait(far, model, 1, 2);
  // School A already has an order, although for another day.
  await placeTestOrder(lea, model, 9, 10);
  await cancel(kim, theirs);
  expect(await waits(far, model)).toMatchObject({ state: 'offered' });
  expect(await waits(noa, model)).toMatchObject({ state: 'waiting' });
});

test('rejects a renewal that conflicts with the waiting list unless the desk overrides it', async () => {
  const { model, theirs } = await taken(1, 3);
  await wait(noa, model, 4, 8);
  portal.setNow(new Date(MONDAY.getTime() + 86_400_000));
  await admin.call(lendingDesk.handOver, { ...at(theirs.id), body: { code: 'K-1' } });
  const [line] = theirs.lines;
  await noa.call(lendingWaiting.cancelWait, { ...at((await waits(noa, model)).id), body: {} });
  await wait(noa, model, 7, 11, 5);
  const renew = (who: Caller, override = false) => who.call(lending.renew, { ...at(line!.id), body: { override } });
  await noa.call(lendingWaiting.cancelWait, { ...at((await waits(noa, model)).id), body: {} });
  // No device is free on all days that Noa asks for, so she has to wait.
  await placeTestOrder(lea, model, 14, 25);
  await wait(noa, model, 5, 13, 9);
  await expect(renew(kim)).rejects.toMatchObject({ code: 'not_renewable', details: { reason: 'waited', date: inDays(5) } });
  expect((await renew(admin, true)).lines[0]).toMatchObject({ end: inDays(10) });
});

describe('states of a waiting-list entry', () => {
  const ACTS: Partial<Record<WaitEvent, (id: string) => Promise<unknown>>> = {
    accept: (id) => noa.call(lendingWaiting.acceptOffer, { ...at(id), body: { title: 'Film' } }),
    decline: (id) => noa.call(lendingWaiting.declineOffer, { ...at(id), body: {} }),
    cancel: (id) => noa.call(lendingWaiting.cancelWait, { ...at(id), body: {} }),
  };
  async function waitIn(state: WaitState): Promise<string> {
    const { model, theirs } = await taken(7, 9);
    const { id } = await wait(noa, model, 7, 9);
    if (state === 'waiting') return id;
    await cancel(kim, theirs);
    if (state === 'offered') return id;
    if (state === 'lapsed') hours(60);
    else await ACTS[({ accepted: 'accept', declined: 'decline', cancelled: 'cancel' } as const)[state]]!(id);
    return id;
  }
  test.each(WAIT_STATES.flatMap((state) => (Object.keys(ACTS) as WaitEvent[]).map((event) => [state, event] as const)))(
    'change from %s on %s or reject the event',
    async (state, event) => {
      const id = await waitIn(state);
      const to = moveWait(state, event);
      const read = () => db().selectFrom('rental_wait').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const before = await read();
      const refusal = await ACTS[event]!(id).then(
        () => null,
        (error: CallRefused) => error,
      );
      expect([refusal?.status, refusal?.code]).toEqual(to ? [undefined, undefined] : [409, 'state_conflict']);
      if (to) expect((await read()).state).toBe(to);
      else expect(await read()).toEqual(before);
    },
  );
  test('allow only the transitions in the table', () => {
    const moves = WAIT_STATES.flatMap((from) => WAIT_EVENTS.flatMap((event) => moveWait(from, event) ?? []).map((to) => `${from} ${to}`));
    expect(moves).toEqual([
      'waiting offered',
      'waiting lapsed',
      'waiting cancelled',
      'offered accepted',
      'offered declined',
      'offered lapsed',
      'offered cancelled',
    ]);
  });
});
