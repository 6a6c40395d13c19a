/** Orders of devices, their lines, and the cart (docs/behaviour/lending.md). */
import { z } from 'zod';
import { count, day, moment, named, version } from '../../fields.ts';
import { CourierDays } from '../allocation/courier.ts';
import { OrderFee } from './fee-rules.ts';
import { Lessons } from '../calendar/lessons.ts';
import { COURIER_STATES, DELIVERIES, LINE_STATES, ORDER_STATES } from '../states.ts';

export const RentalLine = z.object({
  id: z.uuid(),
  model: named(z.uuid()).extend({ picture: z.uuid().nullable() }),
  start: day,
  /** The last day; overdue after it. */
  end: day,
  /** … or after the last of these lessons, with when the first begins and the last ends; null: it is lent by the day. */
  lessons: Lessons.extend({ begin: z.string(), end: z.string() }).nullable(),
  /** As it is today. */
  state: z.enum(LINE_STATES),
  overdue: z.boolean(),
  /** In a cart: no device is held for it any more. */
  lapsed: z.boolean(),
  /** The code of the device, once somebody has it. */
  item_code: z.string(),
  /** The first day to collect it, if the desk is closed on `start` by now. */
  pickup_on: day.nullable(),
  collect_until: day.nullable(),
  /** Promised, but no device is there for it at present. */
  unkept: z.boolean(),
  renewals: count,
  /** On loan: from this day on somebody else is to have the device; null: nobody yet. */
  needed_on: day.nullable(),
  /** How far the courier is; null: it does not go by courier, or has not left yet. */
  courier: z.enum(COURIER_STATES).nullable(),
  /** When it is brought and fetched; null: it does not go by courier, or was ordered before these days were kept. */
  courier_days: CourierDays.nullable(),
  note: z.string(),
  can: z.object({ cancel: z.boolean(), change: z.boolean(), renew: z.boolean() }),
});
export type RentalLine = z.output<typeof RentalLine>;

export const RentalOrder = z.object({
  id: z.uuid(),
  /** To be said on the phone. */
  number: z.string(),
  point: z.object({ id: z.uuid(), name: z.string() }),
  /** Empty where the account is gone. */
  borrower: z.string(),
  school: z.string(),
  /** Of a private borrower: whether the desk has seen who they are; null: of somebody of a school, or of nobody any more. */
  private: z.object({ id: z.uuid(), id_checked: z.boolean(), version }).nullable(),
  fee: OrderFee,
  title: z.string(),
  purpose: z.string(),
  contact: z.string(),
  delivery: z.enum(DELIVERIES),
  /** Taken along without having been ordered. */
  walk_up: z.boolean(),
  state: z.enum(ORDER_STATES),
  /** Why it was rejected or cancelled by the desk. */
  reason: z.string(),
  submitted_at: moment.nullable(),
  /** Of the order of a learner: the teacher they named, empty where the account is gone; until when that one may agree, null: they have, or did not. */
  responsible: z.object({ name: z.string(), asked_at: moment, agreed_at: moment.nullable(), until: day.nullable() }).nullable(),
  lines: z.array(RentalLine),
  /** `agree`: whoever reads it is the teacher who is asked. */
  can: z.object({ cancel: z.boolean(), decide: z.boolean(), agree: z.boolean() }),
});
export type RentalOrder = z.output<typeof RentalOrder>;

/** The cart of one point. `until`: devices are held for it until then; null: they are not, or it is empty. */
export const Cart = z.object({
  until: moment.nullable(),
  extended: z.boolean(),
  /** How it is to get to its borrower, as far as it was said. */
  delivery: z.enum(DELIVERIES),
  lines: z.array(RentalLine),
});
export type Cart = z.output<typeof Cart>;
