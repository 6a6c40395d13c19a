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
  /** Last day; the line is overdue afterwards. */
  end: day,
  /** Lessons with start and end time; null: lent by the day. */
  lessons: Lessons.extend({ begin: z.string(), end: z.string() }).nullable(),
  /** State as of today. */
  state: z.enum(LINE_STATES),
  overdue: z.boolean(),
  /** In a cart: the hold on the device has expired. */
  lapsed: z.boolean(),
  /** Code of the device, once it is handed over. */
  item_code: z.string(),
  /** The first day to collect it, if the desk is closed on `start` by now. */
  pickup_on: day.nullable(),
  collect_until: day.nullable(),
  /** Promised, but no device is there for it at present. */
  unkept: z.boolean(),
  renewals: count,
  /** On loan: first day on which another order needs the device, or null. */
  needed_on: day.nullable(),
  /** Progress of the courier; null: no courier, or not sent yet. */
  courier: z.enum(COURIER_STATES).nullable(),
  /** Days of delivery and return; null: no courier, or an order older than this feature. */
  courier_days: CourierDays.nullable(),
  note: z.string(),
  can: z.object({ cancel: z.boolean(), change: z.boolean(), renew: z.boolean() }),
});
export type RentalLine = z.output<typeof RentalLine>;

export const RentalOrder = z.object({
  id: z.uuid(),
  /** Short number for use on the phone. */
  number: z.string(),
  point: z.object({ id: z.uuid(), name: z.string() }),
  /** Name of the borrower; empty if the account is deleted. */
  borrower: z.string(),
  school: z.string(),
  /** Private borrower, and whether an identity card was checked; null: a member of a school, or anonymised. */
  private: z.object({ id: z.uuid(), id_checked: z.boolean(), version }).nullable(),
  fee: OrderFee,
  title: z.string(),
  purpose: z.string(),
  contact: z.string(),
  delivery: z.enum(DELIVERIES),
  /** True if it was handed over without an order. */
  walk_up: z.boolean(),
  state: z.enum(ORDER_STATES),
  /** Reason of the desk for rejecting or cancelling it. */
  reason: z.string(),
  submitted_at: moment.nullable(),
  /** Teacher named by a learner: the name is empty if the account is deleted; `until` is the deadline, null once there is a decision. */
  responsible: z.object({ name: z.string(), asked_at: moment, agreed_at: moment.nullable(), until: day.nullable() }).nullable(),
  lines: z.array(RentalLine),
  /** `agree`: the reader is the teacher whose approval is requested. */
  can: z.object({ cancel: z.boolean(), decide: z.boolean(), agree: z.boolean() }),
});
export type RentalOrder = z.output<typeof RentalOrder>;

/** Cart at one point. `until`: end of the hold on its devices; null: no hold, or empty. */
export const Cart = z.object({
  until: moment.nullable(),
  extended: z.boolean(),
  /** Kind of delivery chosen so far. */
  delivery: z.enum(DELIVERIES),
  lines: z.array(RentalLine),
});
export type Cart = z.output<typeof Cart>;
