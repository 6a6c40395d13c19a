/** Timeline of a model's bookings by device and day, and prepared orders (docs/behaviour/lending.md#at-the-desk). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, day, line } from '../../fields.ts';
import { RentalOrder } from '../orders/orders.ts';
import { Lessons } from '../calendar/lessons.ts';
import { DeviceItem } from '../points/points.ts';
import { LINE_STATES } from '../states.ts';
import { key, lendingGate } from '../gate.ts';

/** Maximum number of days displayed. */
export const MAX_TIMELINE_DAYS = 42;

const Booking = z.object({
  id: z.uuid(),
  order_id: z.uuid(),
  number: z.string(),
  /** Name of the borrower; empty for a cart or an anonymised order. */
  borrower: z.string(),
  title: z.string(),
  start: day,
  end: day,
  lessons: Lessons.nullable(),
  /** Period including buffers. */
  busy: z.object({ from: day, until: day }),
  state: z.enum(LINE_STATES),
  overdue: z.boolean(),
  /** `move`: days or device can be changed. */
  can: z.object({ move: z.boolean() }),
});
export type Booking = z.output<typeof Booking>;

const TimelineRow = DeviceItem.pick({ id: true, code: true, shelf: true, state: true, not_lendable: true, away_until: true }).extend({
  bookings: z.array(Booking),
});
export type TimelineRow = z.output<typeof TimelineRow>;

export const lendingTimeline = {
  timeline: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/models/{id}/timeline',
    summary: 'Which device of a model is whose on which days; for the desk',
    params: byId,
    query: z.object({ from: day, until: day }),
    reply: z.object({
      today: day,
      days: z.array(z.object({ date: day, open: z.boolean(), closure: z.string() })),
      items: z.array(TimelineRow),
    }),
  }),
  moveBooking: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/lines/{id}/move',
    summary: 'Move a booking to another device of its model, or other days; whose days would be hurt is named',
    params: byId,
    body: z.object({ item: z.uuid(), start: day, end: day }).refine(({ start, end }) => start <= end, { path: ['end'], message: 'min' }),
    reply: RentalOrder,
  }),
  putReady: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/ready',
    summary: 'Put a device ready by its code: for whoever comes for one first within a week',
    body: z.object({ point: z.uuid(), code: line(40).min(1), key }),
    reply: z.object({
      line_id: z.uuid(),
      order_id: z.uuid(),
      item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }),
      borrower: z.string(),
      number: z.string(),
      start: day,
      /** True if all devices of the order are prepared. */
      complete: z.boolean(),
    }),
  }),
};
