/** Orders, their lines, and the cart (docs/behaviour/lending.md). */
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
  /** Last day; overdue after it. */
  end: day,
  /** Lessons with the start of the first and the end of the last, after which it is overdue; `null`: lent by the day. */
  lessons: Lessons.extend({ begin: z.string(), end: z.string() }).nullable(),
  /** State as of today. */
  state: z.enum(LINE_STATES),
  overdue: z.boolean(),
  /** True in a cart whose reservation has ended. */
  lapsed: z.boolean(),
  /** Code of the device on loan; for the desk also of the assigned one. */
  item_code: z.string(),
  /** First day to collect it, if the desk is now closed on `start`. */
  pickup_on: day.nullable(),
  collect_until: day.nullable(),
  /** Promised, but currently without a device. */
  unkept: z.boolean(),
  renewals: count,
  /** Day from which another borrower needs the device on loan, or `null`. */
  needed_on: day.nullable(),
  /** Progress of the courier; `null`: no courier, or not dispatched yet. */
  courier: z.enum(COURIER_STATES).nullable(),
  /** Delivery and collection days; `null`: no courier, or an old order without them. */
  courier_days: CourierDays.nullable(),
  note: z.string(),
  can: z.object({ cancel: z.boolean(), change: z.boolean(), renew: z.boolean() }),
});
export type RentalLine = z.output<typeof RentalLine>;

export const RentalOrder = z.object({
  id: z.uuid(),
  /** Number for use on the phone. */
  number: z.string(),
  point: z.object({ id: z.uuid(), name: z.string() }),
  /** Empty if the account was deleted. */
  borrower: z.string(),
  school: z.string(),
  /** Set for private borrowers, with whether their identity was checked; `null` for others and after the borrower was removed. */
  private: z.object({ id: z.uuid(), id_checked: z.boolean(), version }).nullable(),
  fee: OrderFee,
  title: z.string(),
  purpose: z.string(),
  contact: z.string(),
  delivery: z.enum(DELIVERIES),
  /** Lent without an order. */
  walk_up: z.boolean(),
  state: z.enum(ORDER_STATES),
  /** Reason of a rejection or of a cancellation by the desk. */
  reason: z.string(),
  submitted_at: moment.nullable(),
  /** Teacher named by a learner; the name is empty if the account was deleted. `until`: deadline for the agreement, `null` after the answer. */
  responsible: z.object({ name: z.string(), asked_at: moment, agreed_at: moment.nullable(), until: day.nullable() }).nullable(),
  lines: z.array(RentalLine),
  /** `agree`: the user is the teacher who is asked. */
  can: z.object({ cancel: z.boolean(), decide: z.boolean(), agree: z.boolean() }),
});
export type RentalOrder = z.output<typeof RentalOrder>;

/** Cart of one point. `until`: end of the reservation; `null`: none, or the cart is empty. */
export const Cart = z.object({
  until: moment.nullable(),
  extended: z.boolean(),
  /** Chosen delivery; `pickup` by default. */
  delivery: z.enum(DELIVERIES),
  lines: z.array(RentalLine),
});
export type Cart = z.output<typeof Cart>;
