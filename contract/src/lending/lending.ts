/** Borrowing devices: search, cart, orders and loans (docs/behaviour/lending.md). */
import { z } from 'zod';
import { byId, byIdentifier, count, day, dayOrEmpty, named, text } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { DeviceModel, LendingPoint } from './points/points.ts';
import { CalendarDay } from './calendar/calendar.ts';
import { Lessons, lessonsQuery } from './calendar/lessons.ts';
import { Cart, RentalOrder } from './orders/orders.ts';
import { endsBeforeItBegins, areDaysInOrder, orderFields, period } from './orders/order-fields.ts';
import { DELIVERIES } from './states.ts';
import { MAX_AT_ONCE, lendingGate, viewGate, idempotencyKey } from './gate.ts';
import { tableQuery } from '../table-file.ts';

/** Maximum number of days in a calendar reply. */
export const MAX_CALENDAR_DAYS = 93;

const ofPoint = { point: z.uuid() };
/** Model with the number of devices that are free in the period. `null` without a period. */
const FoundModel = DeviceModel.extend({ free: z.int().nullable() });

export const lending = {
  points: endpoint({
    ...viewGate,
    method: 'GET',
    path: '/api/v1/lending/points',
    summary: 'Lending points at which the user may borrow or works, with hours and rules',
    reply: z.object({ items: z.array(LendingPoint), can: z.object({ create: z.boolean() }) }),
  }),
  models: endpoint({
    ...viewGate,
    method: 'GET',
    path: '/api/v1/lending/models',
    summary: 'Models of a point by words and category; with a period also the number of devices free throughout',
    query: z
      .object({
        ...page,
        ...ofPoint,
        q: text(100).default(''),
        category: text(60).default(''),
        from: dayOrEmpty,
        until: dayOrEmpty,
        /** `picture` sorts models with a picture first, followed by those with a cover. `category` sorts by category and name. */
        order: z.enum(['category', 'picture']).default('category'),
        ...lessonsQuery,
      })
      .refine(({ from, until }) => from === '' || until === '' || from <= until, { path: ['until'], message: 'min' }),
    reply: pageOf(FoundModel).extend({ categories: z.array(z.object({ name: z.string(), models: count })) }),
  }),
  model: endpoint({
    ...viewGate,
    method: 'GET',
    path: '/api/v1/lending/models/{id}',
    summary: 'One model',
    params: byId,
    reply: DeviceModel.extend({
      /** Briefing of the user with its last day. `null` if it is missing or not required. */
      briefing: z.object({ until: day.nullable() }).nullable(),
      can: z.object({ borrow: z.boolean() }),
    }),
  }),
  ofMedium: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/media/{identifier}',
    summary: 'Models that belong to a medium at points where the user may borrow, and when they are free',
    params: byIdentifier,
    reply: z.object({
      items: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          point: z.object({ id: z.uuid(), name: z.string() }),
          devices: count,
          /** First day on which a device is free, or `null` if there is none within three months. */
          free_from: day.nullable(),
        }),
      ),
      /** Lending points to contact if no model belongs to the medium. Those of the media centre come first. */
      ask: z.array(LendingPoint.pick({ id: true, name: true, address: true, email: true, phone: true })),
      /** Lending points to which the user may add copies. */
      add: z.array(named(z.uuid())),
    }),
  }),
  calendar: endpoint({
    ...viewGate,
    method: 'GET',
    path: '/api/v1/lending/models/{id}/calendar',
    summary: 'Number of free devices by day, and why a loan cannot start or end then; at most three months',
    params: byId,
    query: z.object({
      from: day,
      until: day,
      /** ID of an order that is being changed. Its devices of this model count as free. */
      order: z.union([z.literal(''), z.uuid()]).default(''),
      /** Way of delivery. With `courier`, tours also restrict the days. Ignored for an existing order. */
      delivery: z.enum(DELIVERIES).default('pickup'),
    }),
    reply: z.object({
      today: day,
      earliest: day.nullable(),
      latest: day,
      max_days: count,
      max_lessons: count,
      /** Lessons in which devices are lent. Empty if devices are lent by day. */
      timetable: LendingPoint.shape.timetable,
      same_day: z.boolean(),
      /** Number of devices that are left out because they have been overdue for too long. */
      withheld: count,
      days: z.array(CalendarDay),
    }),
  }),
  cart: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/cart',
    summary: 'Cart of the user at a point',
    query: z.object(ofPoint),
    reply: Cart,
  }),
  addToCart: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/lines',
    summary: 'Add devices of a model to the cart; they are reserved for 30 minutes after the first one',
    body: z
      .object({ model: z.uuid(), ...period, quantity: z.int().min(1).max(MAX_AT_ONCE).default(1), key: idempotencyKey })
      .refine(areDaysInOrder, endsBeforeItBegins),
    reply: Cart,
  }),
  removeFromCart: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/cart/lines/{id}',
    summary: 'Remove a device from the cart',
    params: byId,
    reply: Cart,
  }),
  deliver: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/delivery',
    summary: 'Set the delivery of the cart; with a courier the devices are reserved from delivery to collection',
    body: z.object({ ...ofPoint, delivery: z.enum(DELIVERIES) }),
    reply: Cart,
  }),
  hold: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/hold',
    summary: 'Extend the reservation of the cart once by 30 minutes; after it ended, reserve again what is still free',
    body: z.object(ofPoint),
    reply: Cart,
  }),
  placeOrder: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders',
    once: true,
    summary: 'Order the cart of a point; all or nothing',
    body: z.object({
      ...ofPoint,
      ...orderFields,
      /** ID of the teacher whom a learner has named. The teacher must agree and becomes responsible. */
      responsible: z.uuid().nullable().default(null),
    }),
    reply: RentalOrder,
  }),
  orders: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders',
    summary: 'Orders of the user at all points, next pick-up or return first; closed ones separately, newest first',
    query: z.object({ ...page, show: z.enum(['open', 'over']).default('open') }),
    reply: pageOf(RentalOrder),
  }),
  exportOrders: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders/export',
    summary: 'Orders and loans of the user at all points as a table with a row per device',
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
    summary: 'Cancel all lines of an order that are not collected; the desk gives a reason',
    params: byId,
    body: z.object({ reason: text(300).default('') }),
    reply: RentalOrder,
  }),
  cancelLine: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/lines/{id}/cancel',
    summary: 'Cancel one device of an order; the desk gives a reason',
    params: byId,
    body: z.object({ reason: text(300).default('') }),
    reply: RentalOrder,
  }),
  changeLine: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/lines/{id}',
    summary: 'Change the days of a device that is not collected; with a quantity, of all devices of its model and period',
    params: byId,
    body: z
      .object({
        ...period,
        /** New lessons. Omitted if they do not change. */
        lessons: Lessons.nullable().optional(),
        /** New number of devices with the same model and period. All their lines are changed, and lines are added or cancelled. */
        quantity: z.int().min(1).max(MAX_AT_ONCE).optional(),
        key: idempotencyKey,
      })
      .refine(areDaysInOrder, endsBeforeItBegins),
    reply: RentalOrder,
  }),
  renew: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/lines/{id}/renew',
    summary: 'Renew a loan; the desk may override the limits of number and duration',
    params: byId,
    body: z.object({ override: z.boolean().default(false), key: idempotencyKey }),
    reply: RentalOrder,
  }),
  repeat: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/repeat',
    summary: 'Add the devices of an own order to the cart again, for another start day; all or nothing',
    params: byId,
    body: z.object({ start: day, key: idempotencyKey }),
    reply: Cart,
  }),
};
