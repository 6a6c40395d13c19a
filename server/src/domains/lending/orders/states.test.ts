/** Transitions of lines and devices in each state. All others are rejected and change nothing (docs/behaviour/lending.md#states). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { ITEM_EVENTS, ITEM_STATES, LINE_STATES, moveItem, moveLine, type LineEvent, type LineState } from '@fundus/contract/lending/states';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let point: { id: string };
let borrower: string;
beforeAll(async () => {
  portal.setNow(MONDAY);
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher({ email: 'kim@a.example' }));
  point = await openPoint(admin);
  borrower = (
    await portal.portal.db.selectFrom('person').select('person.id').where('person.email', '=', 'kim@a.example').executeTakeFirstOrThrow()
  ).id;
});

const db = () => portal.portal.db;
/** Creates an order with one line in the given state. The line starts tomorrow, or yesterday if it is on loan. */
async function lineIn(state: LineState) {
  const [id, line, code] = [newId(), newId(), newId().slice(-12)];
  const [model, item] = [newId(), newId()];
  await db().insertInto('device_model').values({ id: model, point_id: point.id, name: 'Kamera', category: 'Film' }).execute();
  await db().insertInto('device_item').values({ id: item, point_id: point.id, model_id: model, code }).execute();
  const [start_on, end_on] = state === 'on_loan' ? [inDays(-1), inDays(2)] : [inDays(1), inDays(2)];
  const books = ['in_cart', 'requested', 'approved', 'ready', 'on_loan'].includes(state);
  await db().deleteFrom('rental_order').where('rental_order.submitted_at', 'is', null).execute();
  await db()
    .insertInto('rental_order')
    .values({
      ...{ id, number: id, point_id: point.id, person_id: borrower, created_at: MONDAY },
      ...(state === 'in_cart' ? { hold_until: new Date(MONDAY.getTime() + 60_000) } : { submitted_at: MONDAY, title: 'Film' }),
    })
    .execute();
  await db()
    .insertInto('rental_line')
    .values({
      ...{ id: line, order_id: id, model_id: model, start_on, end_on, state },
      ...(state !== 'in_cart' || books ? { item_id: item } : {}),
      ...(books && { busy_from: start_on, busy_until: end_on }),
      ...(['approved', 'ready'].includes(state) && { collect_until: inDays(3) }),
    })
    .execute();
  return { id, line, code, item };
}
type Made = Awaited<ReturnType<typeof lineIn>>;

/** Calls that cause each event on a line or on an order that consists of this line. The event `lapse` depends only on time and has no call. */
const ACTS: [LineEvent, string, (made: Made) => Promise<unknown>][] = [
  ['submit', 'borrower', () => kim.call(lending.placeOrder, { body: { point: point.id, title: 'Film' } })],
  ['approve', 'desk', ({ id }) => admin.call(lendingDesk.approve, { ...at(id), body: {} })],
  ['reject', 'desk', ({ id }) => admin.call(lendingDesk.reject, { ...at(id), body: { reason: 'Vergeben' } })],
  ['cancel', 'borrower', ({ line }) => kim.call(lending.cancelLine, { ...at(line), body: {} })],
  ['cancel', 'borrower, all of it', ({ id }) => kim.call(lending.cancelOrder, { ...at(id), body: {} })],
  ['cancel', 'desk', ({ id }) => admin.call(lending.cancelOrder, { ...at(id), body: { reason: 'Kaputt' } })],
  ['prepare', 'desk', ({ line, code }) => admin.call(lendingDesk.prepare, { ...at(line), body: { code } })],
  ['hand_over', 'desk', ({ id, code }) => admin.call(lendingDesk.handOver, { ...at(id), body: { code } })],
  ['renew', 'borrower', ({ line }) => kim.call(lending.renew, { ...at(line), body: {} })],
  ['renew', 'desk, in spite of the rules', ({ line }) => admin.call(lending.renew, { ...at(line), body: { override: true } })],
  ['take_back', 'desk', ({ code }) => admin.call(lendingDesk.takeBack, { body: { point: point.id, code } })],
  ['lose', 'desk', ({ code }) => admin.call(lendingDesk.takeBack, { body: { point: point.id, code, result: 'lost' } })],
];
const everything = async (): Promise<unknown> => ({
  lines: await db().selectFrom('rental_line').selectAll().orderBy('rental_line.id').execute(),
  items: await db().selectFrom('device_item').selectAll().orderBy('device_item.id').execute(),
  orders: await db().selectFrom('rental_order').selectAll().orderBy('rental_order.id').execute(),
});
/** Returns whether a line is hidden from the desk, as in a cart. Return and loss find the device by its code in any state. */
const isHidden = (from: LineState, event: LineEvent, who: string): boolean =>
  from === 'in_cart' && who.startsWith('desk') && event !== 'take_back' && event !== 'lose';

describe.each(LINE_STATES)('a line in the state %s', (from) => {
  test.each(ACTS)('accepts or rejects %s by the %s according to the table', async (event, who, act) => {
    const made = await lineIn(from);
    const to = moveLine(from, event);
    if (to) {
      await act(made);
      const after = await db().selectFrom('rental_line').selectAll().where('rental_line.id', '=', made.line).executeTakeFirstOrThrow();
      expect(after.state).toBe(to);
      expect(after.busy_from === null).toBe(!['requested', 'approved', 'ready', 'on_loan'].includes(to));
      return;
    }
    const before = await everything();
    const refused = isHidden(from, event, who) ? { status: 404, code: 'not_found' } : { status: 409, code: 'state_conflict' };
    await expect(act(made)).rejects.toMatchObject(refused);
    expect(await everything()).toEqual(before);
  });
});

describe.each(ITEM_STATES)('a device in the state %s', (from) => {
  test.each(ITEM_EVENTS)('accepts or rejects %s according to the table', async (event) => {
    const { item } = await lineIn('returned');
    await db().updateTable('device_item').set({ state: from }).where('device_item.id', '=', item).execute();
    const before = await everything();
    const act = admin.call(lendingDesk.moveItem, { ...at(item), body: { event, reason: 'Alt' } });
    const to = moveItem(from, event, false);
    if (to) return expect(await act).toMatchObject({ state: to });
    await expect(act).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    expect(await everything()).toEqual(before);
  });

  test('can be handed over by the desk only if it is available', async () => {
    const { id, item, code } = await lineIn('approved');
    await db().updateTable('device_item').set({ state: from }).where('device_item.id', '=', item).execute();
    const act = admin.call(lendingDesk.handOver, { ...at(id), body: { code } });
    if (from === 'available') expect(await act).toMatchObject({ state: 'approved' });
    else await expect(act).rejects.toMatchObject({ status: 409, code: from === 'retired' ? 'item_retired' : 'state_conflict' });
  });
});

test('rejects all transitions of a device on loan except its return', async () => {
  const { item } = await lineIn('on_loan');
  for (const event of ITEM_EVENTS)
    await expect(admin.call(lendingDesk.moveItem, { ...at(item), body: { event, reason: 'Alt' } })).rejects.toMatchObject({
      status: 409,
      code: 'state_conflict',
    });
});
