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
  /** Last day of the loan, after which it is overdue. */
  end: day,
  /** Lessons with the times at which the first one begins and the last one ends. `null` if the device is lent by day. */
  lessons: Lessons.extend({ begin: z.string(), end: z.string() }).nullable(),
  /** State of the line today. */
  state: z.enum(LINE_STATES),
  overdue: z.boolean(),
  /** True if the line is in a cart whose reservation has expired. */
  lapsed: z.boolean(),
  /** Code of the device on loan. The desk also sees the code of an assigned device. */
  item_code: z.string(),
  /** First day on which the device can be collected, set if the desk is now closed on `start`. */
  pickup_on: day.nullable(),
  collect_until: day.nullable(),
  /** True if the line was promised but currently has no device. */
  unkept: z.boolean(),
  renewals: count,
  /** Day from which another borrower needs the device, or `null`. */
  needed_on: day.nullable(),
  /** Progress of the courier, or `null` if the device has not been dispatched or is not delivered by courier. */
  courier: z.enum(COURIER_STATES).nullable(),
  /** Delivery and collection days, or `null` if the order has no courier days. */
  courier_days: CourierDays.nullable(),
  note: z.string(),
  can: z.object({ cancel: z.boolean(), change: z.boolean(), renew: z.boolean() }),
});
export type RentalLine = z.output<typeof RentalLine>;

export const RentalOrder = z.object({
  id: z.uuid(),
  /** Order number that users can refer to on the phone. */
  number: z.string(),
  point: z.object({ id: z.uuid(), name: z.string() }),
  /** Name of the borrower, or an empty string if the account was deleted. */
  borrower: z.string(),
  school: z.string(),
  /** Set for private borrowers, with whether their identity was checked. `null` for all others and after the borrower was deleted. */
  private: z.object({ id: z.uuid(), id_checked: z.boolean(), version }).nullable(),
  fee: OrderFee,
  title: z.string(),
  purpose: z.string(),
  contact: z.string(),
  delivery: z.enum(DELIVERIES),
  /** True if the devices were lent without an order. */
  walk_up: z.boolean(),
  state: z.enum(ORDER_STATES),
  /** Reason why the desk rejected or cancelled the order. */
  reason: z.string(),
  submitted_at: moment.nullable(),
  /**
   * Teacher named by a learner, whose name is empty if the account was deleted. `until` is the deadline for the teacher's answer, `null` afterwards.
   */
  responsible: z.object({ name: z.string(), asked_at: moment, agreed_at: moment.nullable(), until: day.nullable() }).nullable(),
  lines: z.array(RentalLine),
  /** `agree` is true if the user is the teacher who is asked to agree. */
  can: z.object({ cancel: z.boolean(), decide: z.boolean(), agree: z.boolean() }),
});
export type RentalOrder = z.output<typeof RentalOrder>;

/** Cart of a lending point. `until` is the end of the reservation, or `null` if nothing is reserved. */
export const Cart = z.object({
  until: moment.nullable(),
  extended: z.boolean(),
  /** Selected way of delivery, by default `pickup`. */
  delivery: z.enum(DELIVERIES),
  lines: z.array(RentalLine),
});
export type Cart = z.output<typeof Cart>;
