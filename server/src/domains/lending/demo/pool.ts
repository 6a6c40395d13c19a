/** The demo school's own lending point, where cases are lent by the lesson (docs/behaviour/lending.md#by-the-lesson). */
import { shiftDay, today } from '@fundus/contract/days';
import { openingDayFrom } from '@fundus/contract/lending/calendar/rules';
import type { PointFields } from '@fundus/contract/lending/points/points';
import { agreeUntil } from '@fundus/contract/lending/states';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { makePicture, type DemoPictures } from './pictures.ts';
import type { DemoContext } from '../../../domain.ts';
import { insertLines, insertOrder, updateLine, updateOrder } from '../allocation/order-repository.ts';
import { insertPoint } from '../points/point-repository.ts';
import { insertModel } from '../models/stock-repository.ts';
import { insertItem } from '../models/item-repository.ts';

export const DemoPool = z.strictObject({
  name: z.string(),
  address: z.string(),
  words: z.string(),
  models: z.array(
    z.strictObject({
      name: z.string(),
      maker: z.string(),
      category: z.string(),
      code: z.string(),
      count: z.int(),
      description: z.string(),
      parts: z.array(z.strictObject({ name: z.string(), count: z.int() })),
      euro: z.int(),
    }),
  ),
  orders: z.array(
    z.strictObject({
      by: z.string(),
      title: z.string(),
      purpose: z.string().default(''),
      model: z.string(),
      day: z.int(),
      first: z.int(),
      last: z.int(),
      /** E-mail address of the teacher who is responsible for a learner's order. */
      responsible: z.string().optional(),
    }),
  ),
});

const EVERY_DAY = { open: true, processed: true, words: '' };
/** Rules of the school's point that differ from those of the district's point. */
export const POOL_RULES = {
  ...{
    mode: 'periods' as const,
    approval: 'auto' as const,
    learners: true,
    guests: false,
    private_borrowers: false,
    private_day_cents: 0,
    signature: false,
    advance_days: 0,
    same_day_turnaround: false,
    email: '',
    phone: '',
    terms: '',
  },
  week: Array.from({ length: 7 }, (_, i) => (i < 5 ? EVERY_DAY : { open: false, processed: false, words: '' })),
};

type Made = {
  storage: DemoContext['storage'];
  pictures: DemoPictures;
  school_id: string;
  rules: Omit<PointFields, 'name' | 'address' | 'words'>;
  idOf: (email: string) => string;
  now: Date;
};

/** Creates the point with orders for the next school day. Orders are approved unless a learner placed them. */
export async function makePool(
  db: Db,
  pool: z.output<typeof DemoPool>,
  { school_id, rules, idOf, now, storage, pictures }: Made,
): Promise<void> {
  const point_id = newId(now);
  const { name, address, words } = pool;
  const point: PointFields = { ...rules, name, address, words };
  await insertPoint(db, point_id, { school_id }, point, now);
  const devices = new Map<string, { model_id: string; items: string[] }>();
  for (const { code, count, euro, ...model } of pool.models) {
    const made = { model_id: newId(now), items: [] as string[] };
    devices.set(code, made);
    const rest = {
      ...{ max_days: null, buffer_after: null, identifier: null, manual: '' },
      ...{ needs_briefing: false, teachers_only: false, self_service: true },
    };
    await insertModel(db, { ...model, ...rest, id: made.model_id, point_id, replacement_cents: euro * 100 });
    await makePicture({ db, storage, now }, made.model_id, pictures[code]);
    for (let i = 1; i <= count; i++) {
      const item = { id: newId(now), point_id, model_id: made.model_id, code: `${code}-${i}`, serial: '', shelf: 'Raum 104', note: '' };
      await insertItem(db, { ...item, not_lendable: false, next_check_on: null });
      made.items.push(item.id);
    }
  }
  for (const [i, { by, title, purpose, model, day, first, last, responsible }] of pool.orders.entries()) {
    const { model_id, items } = devices.get(model)!;
    const id = newId(now);
    const on = openingDayFrom(point, shiftDay(today(now), day))!;
    await insertOrder(db, { id, number: String(5_120_448_100 + i * 17), point_id, person_id: idOf(by), school_id, created_at: now });
    const asked = responsible === undefined ? {} : { responsible_id: idOf(responsible), asked_at: now };
    await updateOrder(db, id, { title, purpose, submitted_at: now, ...asked });
    const dates = { start_on: on, end_on: on, busy_from: on, busy_until: on, collect_until: responsible === undefined ? on : null };
    const line = {
      id: newId(now),
      order_id: id,
      model_id,
      item_id: items[i % items.length]!,
      ...dates,
      lessons: { first, last },
      state: responsible === undefined ? ('approved' as const) : ('requested' as const),
    };
    await insertLines(db, [line], now);
    if (responsible !== undefined) await updateLine(db, line.id, { agree_until: agreeUntil(on, today(now)) });
  }
}
