/** Borrowing devices: catalogue, cart, orders, and current loans (docs/behaviour/lending.md). */
import { z } from 'zod';
import { byId, byIdentifier, count, day, dayOrEmpty, named, text } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { DeviceModel, LendingPoint } from './points/points.ts';
import { CalendarDay } from './calendar/calendar.ts';
import { Lessons, lessonsAsked } from './calendar/lessons.ts';
import { Cart, RentalOrder } from './orders/orders.ts';
import { endsBeforeItBegins, inOrder, orderFields, period } from './orders/order-fields.ts';
import { DELIVERIES } from './states.ts';
import { MAX_AT_ONCE, lendingGate, lookGate, key } from './gate.ts';
import { tableQuery } from '../table-file.ts';

/** Maximum number of days of a calendar. */
export const MAX_CALENDAR_DAYS = 93;

const ofPoint = { point: z.uuid() };
/** A model and its free devices in the requested period; null without a period. */
const FoundModel = DeviceModel.extend({ free: z.int().nullable() });

export const lending = {
  points: endpoint({
    ...lookGate,
    method: 'GET',
    path: '/api/v1/lending/points',
    summary: 'Lending points the visitor may borrow at or works for, with hours and rules',
    reply: z.object({ items: z.array(LendingPoint), can: z.object({ create: z.boolean() }) }),
  }),
  models: endpoint({
    ...lookGate,
    method: 'GET',
    path: '/api/v1/lending/models',
    summary: 'Models of a point by words and category; with two days how many are free for all of them',
    query: z
      .object({
        ...page,
        ...ofPoint,
        q: text(100).default(''),
        category: text(60).default(''),
        from: dayOrEmpty,
        until: dayOrEmpty,
        ...lessonsAsked,
      })
      .refine(({ from, until }) => from === '' || until === '' || from <= until, { path: ['until'], message: 'min' }),
    reply: pageOf(FoundModel).extend({ categories: z.array(z.object({ name: z.string(), models: count })) }),
  }),
  model: endpoint({
    ...lookGate,
    method: 'GET',
    path: '/api/v1/lending/models/{id}',
    summary: 'One model',
    params: byId,
    reply: DeviceModel.extend({
      /** Last day of the user's briefing; null: not briefed, or not required. */
      briefing: z.object({ until: day.nullable() }).nullable(),
      can: z.object({ borrow: z.boolean() }),
    }),
  }),
  ofMedium: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/media/{identifier}',
    summary: 'What is lent of a medium, or goes with it, where the visitor may borrow, and from when it is free',
    params: byIdentifier,
    reply: z.object({
      items: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          point: z.object({ id: z.uuid(), name: z.string() }),
          devices: count,
          /** First free day; null: none within three months. */
          free_from: day.nullable(),
        }),
      ),
      /** If nothing is lent: lending points the visitor may ask, those of the media centre first. */
      ask: z.array(LendingPoint.pick({ id: true, name: true, address: true, email: true, phone: true })),
      /** Lending points to which the visitor may add copies. */
      add: z.array(named(z.uuid())),
    }),
  }),
  calendar: endpoint({
    ...lookGate,
    method: 'GET',
    path: '/api/v1/lending/models/{id}/calendar',
    summary: 'How many are free on each day, and why a loan cannot begin or end on it; at most three months',
    params: byId,
    query: z.object({
      from: day,
      until: day,
      /** Order that is being changed; its own bookings of the model do not count. */
      order: z.union([z.literal(''), z.uuid()]).default(''),
      /** For courier delivery tours matter as well; an order has its own kind of delivery. */
      delivery: z.enum(DELIVERIES).default('pickup'),
    }),
    reply: z.object({
      today: day,
      earliest: day.nullable(),
      latest: day,
      max_days: count,
      max_lessons: count,
      /** Lessons of the point; empty if it lends by the day. */
      timetable: LendingPoint.shape.timetable,
      same_day: z.boolean(),
      /** Devices that are overdue for so long that they do not count as available. */
      withheld: count,
      days: z.array(CalendarDay),
    }),
  }),
  cart: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/cart',
    summary: 'What the visitor has put into the cart of a point',
    query: z.object(ofPoint),
    reply: Cart,
  }),
  addToCart: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/lines',
    summary: 'Put devices of a model into the cart; they are held for half an hour from the first one',
    body: z
      .object({ model: z.uuid(), ...period, quantity: z.int().min(1).max(MAX_AT_ONCE).default(1), key })
      .refine(inOrder, endsBeforeItBegins),
    reply: Cart,
  }),
  removeFromCart: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/cart/lines/{id}',
    summary: 'Take a device out of the own cart',
    params: byId,
    reply: Cart,
  }),
  deliver: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/delivery',
    summary:
      'How the cart is to get to its borrower: by courier its devices are held from the tour that brings them to the one that fetches them',
    body: z.object({ ...ofPoint, delivery: z.enum(DELIVERIES) }),
    reply: Cart,
  }),
  hold: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/hold',
    summary: 'Hold the cart half an hour longer, once; where the time is over, hold again what is still free',
    body: z.object(ofPoint),
    reply: Cart,
  }),
  placeOrder: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders',
    once: true,
    summary: 'Order what is in the cart of a point; all of it or nothing',
    body: z.object({
      ...ofPoint,
      ...orderFields,
      /** Responsible teacher named by a learner, whose approval is required first. */
      responsible: z.uuid().nullable().default(null),
    }),
    reply: RentalOrder,
  }),
  orders: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders',
    summary: 'Orders of the visitor at all points, the newest first; what is over apart',
    query: z.object({ ...page, show: z.enum(['open', 'over']).default('open') }),
    reply: pageOf(RentalOrder),
  }),
  exportOrders: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders/export',
    summary: 'Orders and loans of the visitor at all points as a table, a row for each device',
    query: z.object({ show: z.enum(['open', 'over']).default('open'), ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  order: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders/{id}',
    summary: 'One order, for its borrower and the desk',
    params: byId,
    reply: RentalOrder,
  }),
  cancelOrder: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/cancel',
    summary: 'Cancel all of an order that nobody has collected yet; the desk says why',
    params: byId,
    body: z.object({ reason: text(300).default('') }),
    reply: RentalOrder,
  }),
  cancelLine: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/lines/{id}/cancel',
    summary: 'Cancel one device of an order; the desk says why',
    params: byId,
    body: z.object({ reason: text(300).default('') }),
    reply: RentalOrder,
  }),
  changeLine: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/lines/{id}',
    summary: 'Other days for a device that was not collected yet, or with a quantity for all of its model and days: so many then',
    params: byId,
    body: z
      .object({
        ...period,
        /** Absent: unchanged. */
        lessons: Lessons.nullable().optional(),
        /** Number of devices of this model on the same days: the other lines of the order change with it, are added or cancelled. */
        quantity: z.int().min(1).max(MAX_AT_ONCE).optional(),
        key,
      })
      .refine(inOrder, endsBeforeItBegins),
    reply: RentalOrder,
  }),
  renew: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/lines/{id}/renew',
    summary: 'Keep a device longer; the desk may pass over the number of renewals and the length',
    params: byId,
    body: z.object({ override: z.boolean().default(false), key }),
    reply: RentalOrder,
  }),
  repeat: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/repeat',
    summary: 'Put the devices of an own order into the cart once more, from another day on; all of them or none',
    params: byId,
    body: z.object({ start: day, key }),
    reply: Cart,
  }),
};
