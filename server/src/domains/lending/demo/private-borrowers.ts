/** Private borrowers of the demo with a device on loan and partly paid fees (docs/behaviour/lending.md#private-borrowers). */
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { busyDays, openingDayFrom, type PointRules } from '@fundus/contract/lending/calendar/rules';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { insertPayment } from '../borrowers/fee-repository.ts';
import { insertLines, insertSubmitted, updateLine } from '../allocation/order-repository.ts';
import { insertPrivate } from '../borrowers/private-repository.ts';
import type { DemoModelsByPrefix } from './stock.ts';

export const DemoPrivate = z.array(
  z.strictObject({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    title: z.string(),
    purpose: z.string(),
    /** Device code prefix of the model. */
    model: z.string(),
    /** Days relative to today. Future days are moved to the next opening day. */
    start: z.int(),
    end: z.int(),
    paid_cents: z.int(),
    /** E-mail address of the clerk who registered the borrower. If the loan has begun, this clerk also checked the borrower's identity. */
    desk: z.string(),
  }),
);

type Made = {
  point: PointRules & { id: string; private_day_cents: number };
  devices: DemoModelsByPrefix;
  idOf: (email: string) => string;
  now: Date;
};

export async function makePrivate(db: Db, people: z.output<typeof DemoPrivate>, { point, devices, idOf, now }: Made): Promise<void> {
  for (const [i, { name, address, email, phone, title, purpose, model, start, end, paid_cents, desk }] of people.entries()) {
    const [id, order_id, line] = [newId(now), newId(now), newId(now)];
    const { model_id, buffer_after, free } = devices.get(model)!;
    const out = start <= 0;
    const openFrom = (days: number): string => openingDayFrom(point, shiftDay(today(now), days))!;
    const [start_on, end_on] = [out ? shiftDay(today(now), start) : openFrom(start), openFrom(end)];
    const busy = busyDays(point, { max_days: null, buffer_after }, start_on, end_on);
    const sent = new Date(now.getTime() - (Math.max(0, -start) + 2) * DAY);
    const seen = { id_checked_at: out ? sent : null, id_checked_by: out ? idOf(desk) : null };
    await insertPrivate(db, { id, point_id: point.id, name, address, email, phone, ...seen, created_by: idOf(desk), created_at: sent });
    const columns = { person_id: null, private_id: id, school_id: null, day_cents: point.private_day_cents };
    const number = String(6_310_774_200 + i * 17);
    await insertSubmitted(db, { id: order_id, number, point_id: point.id, ...columns, title, purpose, delivery: 'pickup' }, sent);
    const days = { start_on, end_on, busy_from: busy.from, busy_until: busy.until, collect_until: out ? null : end_on };
    const state = out ? ('on_loan' as const) : ('approved' as const);
    await insertLines(db, [{ id: line, order_id, model_id, item_id: free.pop()!, ...days, state }], sent);
    if (out) await updateLine(db, line, { handed_at: new Date(`${start_on}T10:00:00Z`) });
    if (paid_cents > 0)
      await insertPayment(db, { id: newId(now), order_id, kind: 'paid', cents: paid_cents, taken_by: idOf(desk), taken_at: sent });
  }
}
