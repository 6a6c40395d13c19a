/** Waiting list of the demo with one open offer. */
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { busyDays, openingDayFrom, type PointRules } from '@fundus/contract/lending/calendar/rules';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { findSchoolOf } from './repository.ts';
import type { DemoModelsByPrefix } from './stock.ts';
import { insertLines, insertOffer } from '../allocation/order-repository.ts';
import { insertWait, updateWait } from '../allocation/wait-repository.ts';

export const DemoWait = z.strictObject({
  by: z.string(),
  /** Device code prefix of the model. */
  model: z.string(),
  /** Days relative to today, moved to the next opening day. */
  earliest: z.int(),
  latest: z.int(),
  /** Number of days wanted within the period. `null` means the whole period. */
  days: z.int().nullable(),
  quantity: z.int(),
  /** Age of the entry in days. */
  asked: z.int(),
  offered: z.boolean(),
});

type At = {
  point: PointRules & { id: string };
  devices: DemoModelsByPrefix;
  idOf: (email: string) => string;
  now: Date;
};

export async function createDemoWaits(
  db: Db,
  waits: readonly z.output<typeof DemoWait>[],
  { point, devices, idOf, now }: At,
): Promise<void> {
  for (const [i, { by, model, asked, offered, quantity, days, ...period }] of waits.entries()) {
    const { model_id, buffer_after, free } = devices.get(model)!;
    const created_at = new Date(now.getTime() - asked * DAY);
    const id = newId(created_at);
    const [earliest, latest] = [period.earliest, period.latest].map((day) => openingDayFrom(point, shiftDay(today(now), day))!) as [
      string,
      string,
    ];
    const person_id = idOf(by);
    const school_id = await findSchoolOf(db, person_id);
    await insertWait(db, { ...{ id, model_id, person_id, school_id, quantity, days, created_at }, earliest, latest });
    if (!offered) continue;
    const order_id = newId(now);
    const until = new Date(now.getTime() + 2 * DAY);
    const number = String(4_170_912_300 + i * 17);
    await insertOffer(db, { ...{ id: order_id, number, point_id: point.id, person_id, school_id }, created_at: now, hold_until: until });
    const busy = busyDays(point, { max_days: null, buffer_after }, earliest, latest);
    const line = { order_id, model_id, item_id: free.pop()!, busy_from: busy.from, busy_until: busy.until };
    await insertLines(db, [{ ...line, start_on: earliest, end_on: latest, state: 'in_cart' }], now);
    await updateWait(db, id, { state: 'offered', order_id, offered_until: until });
  }
}
