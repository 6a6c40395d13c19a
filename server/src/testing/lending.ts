/** Shared helpers for tests of lending: a lending point, its models and devices, and lending days. */
import { shiftDay, today } from '@fundus/contract/days';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { DESK_PARTS, type DeskOrder, type DeskPart } from '@fundus/contract/lending/desk/desk-orders';
import { lending } from '@fundus/contract/lending/lending';
import type { Cart, RentalOrder } from '@fundus/contract/lending/orders/orders';
import type { DeviceItem, DeviceModel, LendingPoint, PointFields } from '@fundus/contract/lending/points/points';
import type { Caller } from './index.ts';

/** A Monday morning, on which the tests start. */
export const MONDAY = new Date('2026-03-02T08:00:00Z');
/** Returns the date that is `days` after `MONDAY`. */
export const inDays = (days: number): string => shiftDay(today(MONDAY), days);
export const at = (id: string) => ({ params: { id } });

const workday = { open: true, processed: true, words: '8–16 Uhr' };
const free = { open: false, processed: false, words: '' };
/** A lending point that is open from Monday to Friday and accepts orders for the next day. */
export const POINT: PointFields = {
  name: 'Medienausleihe',
  address: 'Schulstraße 1',
  email: '',
  phone: '',
  words: '',
  week: [workday, workday, workday, workday, workday, free, free],
  closures: [],
  advance_days: 1,
  horizon_days: 365,
  max_days: 14,
  max_days_on: [],
  mode: 'days',
  max_lessons: 4,
  most_lines: 20,
  buffer_before: 0,
  buffer_after: 0,
  same_day_turnaround: false,
  visits_max: null,
  pickup_grace: 2,
  renewals_max: 2,
  renewal_days: 7,
  remind_days: 1,
  overdue_days: [3, 8, 15],
  unavailable_step: 1,
  keep_days: 90,
  approval: 'manual',
  open_to: 'everyone',
  open_schools: null,
  learners: false,
  learner_lines: 3,
  guests: false,
  by_post: false,
  private_borrowers: false,
  private_day_cents: 0,
  signature: false,
  purpose_required: false,
  terms: '',
};

export const MODEL = {
  name: 'Kamera',
  maker: 'Sony',
  category: 'Film',
  description: 'Mit Stativ',
  parts: [{ name: 'Akku', count: 2 }],
  max_days: null,
  buffer_after: null,
  needs_briefing: false,
  teachers_only: false,
  self_service: false,
  fits: [] as string[],
  identifier: null,
  manual: '',
  replacement_cents: 49_900,
};

export const ITEM = { serial: '', shelf: 'A1', not_lendable: false, next_check_on: null, note: '' };

export const openPoint = (who: Caller, more: Partial<PointFields> = {}): Promise<LendingPoint> =>
  who.call(lendingDesk.createPoint, { body: { ...POINT, ...more } });

/** Creates a model with a device for each of the given codes. */
export async function stock(
  who: Caller,
  { id }: { id: string },
  codes: readonly string[],
  more: object = {},
): Promise<{ model: DeviceModel; items: DeviceItem[] }> {
  const model = await who.call(lendingDesk.createModel, { body: { ...MODEL, ...more, point: id } });
  const items: DeviceItem[] = [];
  for (const code of codes) items.push(await who.call(lendingDesk.createItem, { body: { ...ITEM, code, model: model.id } }));
  return { model, items };
}

export const put = (who: Caller, model: { id: string }, start: number, end: number, quantity = 1): Promise<Cart> =>
  who.call(lending.addToCart, { body: { model: model.id, start: inDays(start), end: inDays(end), quantity } });

/** Adds a model to the cart and places the order. */
export async function placeTestOrder(
  who: Caller,
  model: { id: string; point_id: string },
  start: number,
  end: number,
  quantity = 1,
): Promise<RentalOrder> {
  await put(who, model, start, end, quantity);
  return who.call(lending.placeOrder, { body: { point: model.point_id, title: 'Filmprojekt' } });
}

/** Returns the first page of each part of the desk, including orders that cannot be fulfilled as promised. */
export async function readBoard(who: Caller, { id: point }: { id: string }) {
  const parts = await Promise.all(
    DESK_PARTS.map(async (part) => [part, (await who.call(lendingDesk.deskOrders, { query: { point, part, limit: 100 } })).items] as const),
  );
  const tasks = await who.call(lendingDesk.deskTasks, { query: { point, limit: 100 } });
  return { ...(Object.fromEntries(parts) as Record<DeskPart, DeskOrder[]>), tasks: tasks.items };
}
