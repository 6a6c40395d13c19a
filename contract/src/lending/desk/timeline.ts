/** Timeline with the bookings of all devices, and preparing devices for collection (docs/behaviour/lending.md#at-the-desk). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, count, day, line, moment, text } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { RentalOrder } from '../orders/orders.ts';
import { Lessons } from '../calendar/lessons.ts';
import { DeviceItem } from '../points/points.ts';
import { LINE_STATES } from '../states.ts';
import { idempotencyKey, lendingGate } from '../gate.ts';

/** Maximum number of days in a reply. */
export const MAX_TIMELINE_DAYS = 42;

const Booking = z.object({
  id: z.uuid(),
  order_id: z.uuid(),
  number: z.string(),
  /** Name of the borrower. Empty for a cart and if the account was deleted. */
  borrower: z.string(),
  title: z.string(),
  start: day,
  end: day,
  lessons: Lessons.nullable(),
  /** First and last day on which the device is occupied, including buffers. */
  busy: z.object({ from: day, until: day }),
  state: z.enum(LINE_STATES),
  overdue: z.boolean(),
  /** Deadline of a waiting list offer, or `null` if the booking is not an offer. */
  offered_until: moment.nullable(),
  /** `move` is true if the user may change the days and the device. */
  can: z.object({ move: z.boolean() }),
});
export type Booking = z.output<typeof Booking>;

const TimelineRow = DeviceItem.pick({ id: true, code: true, shelf: true, state: true, not_lendable: true, away_until: true }).extend({
  bookings: z.array(Booking),
});
export type TimelineRow = z.output<typeof TimelineRow>;

/** Model with its devices as rows. */
const TimelineModel = z.object({ id: z.uuid(), name: z.string(), category: z.string(), rows: z.array(TimelineRow) });
export type TimelineModel = z.output<typeof TimelineModel>;

export const lendingTimeline = {
  timeline: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/timeline',
    summary: 'Bookings of the devices of a point by model and day, for the desk',
    query: z.object({
      ...page,
      point: z.uuid(),
      q: text(100).default(''),
      category: text(60).default(''),
      /** ID of a model, or an empty string for all models. */
      model: z.union([z.literal(''), z.uuid()]).default(''),
      /** `booked` selects only models with a booking in the period. */
      show: z.enum(['all', 'booked']).default('all'),
      from: day,
      until: day,
    }),
    reply: pageOf(TimelineModel).extend({
      today: day,
      days: z.array(z.object({ date: day, open: z.boolean(), closure: z.string() })),
      categories: z.array(z.object({ name: z.string(), models: count })),
    }),
  }),
  moveBooking: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/lines/{id}/move',
    summary: 'Move a booking to another device of its model, or to other days; a refusal names the affected borrower',
    params: byId,
    body: z.object({ item: z.uuid(), start: day, end: day }).refine(({ start, end }) => start <= end, { path: ['end'], message: 'min' }),
    reply: RentalOrder,
  }),
  putReady: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/ready',
    summary: 'Put a device ready by its code, for the first pick-up within a week',
    body: z.object({ point: z.uuid(), code: line(40).min(1), key: idempotencyKey }),
    reply: z.object({
      line_id: z.uuid(),
      order_id: z.uuid(),
      item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }),
      borrower: z.string(),
      number: z.string(),
      start: day,
      /** True if all devices of the order that are due for collection are now ready. */
      complete: z.boolean(),
    }),
  }),
};
