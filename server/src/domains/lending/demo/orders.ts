/** Orders and loans of the demo's lending point around the day it is loaded. */
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { courierBusy } from '@fundus/contract/lending/allocation/courier';
import { busyDays, collectUntil, openingDayFrom, isOpenOn, type PointRules } from '@fundus/contract/lending/calendar/rules';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { courierColumns } from '../allocation/courier.ts';
import { insertLines, insertOrder, updateLine, updateOrder } from '../allocation/order-repository.ts';
import { listCourierDays } from '../allocation/tour-repository.ts';
import { findSchoolOf } from './repository.ts';
import type { DemoModelsByPrefix } from './stock.ts';
import { daysByTour } from './tours.ts';

export const DemoOrder = z.strictObject({
  by: z.string(),
  title: z.string(),
  purpose: z.string(),
  state: z.enum(['requested', 'approved', 'ready', 'on_loan', 'returned']),
  /** Days relative to today, moved to the next opening day. `ready` orders begin on the last opening day instead. */
  start: z.int(),
  end: z.int(),
  /** Device code prefixes of the models. */
  models: z.array(z.string()),
  courier: z.boolean().default(false),
});

type Order = z.output<typeof DemoOrder>;
type Point = PointRules & { id: string };
type Around = { point: Point; devices: DemoModelsByPrefix; idOf: (email: string) => string; now: Date };

export async function makeOrders(db: Db, orders: readonly Order[], around: Around): Promise<void> {
  for (const [i, order] of orders.entries()) await makeOrder(db, order, { ...around, number: String(4_070_912_300 + i * 17) });
}

async function makeOrder(
  db: Db,
  { by, title, purpose, state, start, end, models, courier }: Order,
  { point, devices, idOf, now, number }: Around & { number: string },
): Promise<void> {
  const id = newId(now);
  const sent = new Date(now.getTime() - (Math.max(0, -start) + 3) * DAY);
  const person_id = idOf(by);
  const school_id = await findSchoolOf(db, person_id);
  await insertOrder(db, { id, number, point_id: point.id, person_id, school_id, created_at: sent });
  await updateOrder(db, id, { title, purpose, delivery: courier ? 'courier' : 'pickup', submitted_at: sent });
  const openFrom = (days: number): string => openingDayFrom(point, shiftDay(today(now), days))!;
  const wished = { first: state === 'ready' ? lastOpenDay(point, today(now)) : openFrom(start), last: openFrom(end) };
  const onLoan = state === 'on_loan';
  const drives = courier ? await listCourierDays(db, point.id, school_id) : null;
  const { first, last, days } = drives ? daysByTour(point, drives, { ...wished, onLoan }, today(now)) : { ...wished, days: null };
  for (const code of models) {
    const { model_id, buffer_after, free } = devices.get(code)!;
    const item_id = free.pop()!;
    const [line, over] = [newId(now), state === 'returned'];
    const model = { max_days: null, buffer_after };
    const busy = days ? courierBusy(point, model, days) : busyDays(point, model, first, last);
    await insertLines(
      db,
      [
        {
          ...{ id: line, order_id: id, model_id, item_id, state },
          start_on: first,
          end_on: onLoan && end < 0 ? shiftDay(today(now), end) : last,
          ...courierColumns(days),
          busy_from: over ? null : busy.from,
          busy_until: over ? null : busy.until,
        },
      ],
      now,
    );
    if (state === 'approved' || state === 'ready') await updateLine(db, line, { collect_until: collectUntil(point, first) });
    if (onLoan || over) await updateLine(db, line, { handed_at: new Date(`${days?.bring ?? first}T10:00:00Z`) });
    if (days && onLoan) await updateLine(db, line, { courier: 'brought', courier_on: days.bring });
    if (over) await updateLine(db, line, { result: 'ok', over_at: new Date(`${last}T10:00:00Z`) });
  }
}

/** Returns today or the last opening day. Ready devices can then be collected at the kiosk whenever the demo is loaded. */
function lastOpenDay(point: PointRules, day: string): string {
  let open = day;
  while (!isOpenOn(point, open)) open = shiftDay(open, -1);
  return open;
}
