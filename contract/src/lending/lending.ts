/** Borrowing devices: finding them, the cart, orders, and what one has (docs/behaviour/lending.md). */
import { z } from 'zod';
import { byId, byIdentifier, count, day, dayOrEmpty, moment, named, text, version } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { DeviceModel, LendingPoint } from './points.ts';
import { CalendarDay } from './calendar.ts';
import { CourierDays } from './courier.ts';
import { OrderFee } from './fee-rules.ts';
import { Lessons, lessonsAsked } from './lessons.ts';
import { endsBeforeItBegins, inOrder, orderFields, period } from './order-fields.ts';
import { COURIER_STATES, DELIVERIES, LINE_STATES, ORDER_STATES } from './states.ts';

/** In one order, of one model. */
export const MOST_AT_ONCE = 20;
/** Days of a calendar that are asked for at once. */
export const MOST_CALENDAR_DAYS = 93;

/** For whoever works at a school of the point, and for those behind its desk. */
export const lendingGate = { access: 'user', setting: 'GeraeteVerleih' } as const;

/** … and for guests where a media centre shows them what it has. */
export const lookGate = { ...lendingGate, guests: 'mediaCentre' } as const;

const ofPoint = { point: z.uuid() };
/** Of one act: what is sent again with it, because no answer came, does nothing and hears the same. */
export const key = z.uuid().optional();

/** A model with how many are there from a day until another; null where no days were asked for. */
const FoundModel = DeviceModel.extend({ free: z.int().nullable() });

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
  collect_until: day.nullable(),
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
      /** Until when the visitor may borrow what they were shown; null: they are to be shown it first, or need not be. */
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
          /** Null: not within three months. */
          free_from: day.nullable(),
        }),
      ),
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
      /** An order that is to get other days: what it has of the model is not counted. */
      order: z.union([z.literal(''), z.uuid()]).default(''),
      /** By courier its tours decide too; an order has its own. */
      delivery: z.enum(DELIVERIES).default('pickup'),
    }),
    reply: z.object({
      today: day,
      earliest: day.nullable(),
      latest: day,
      max_days: count,
      max_lessons: count,
      /** Lent by these lessons; none: by the day. */
      timetable: LendingPoint.shape.timetable,
      same_day: z.boolean(),
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
  addLines: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/lines',
    summary: 'Put devices of a model into the cart; they are held for half an hour from the first one',
    body: z
      .object({ model: z.uuid(), ...period, quantity: z.int().min(1).max(MOST_AT_ONCE).default(1), key })
      .refine(inOrder, endsBeforeItBegins),
    reply: Cart,
  }),
  removeLine: endpoint({
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
  submit: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders',
    once: true,
    summary: 'Order what is in the cart of a point; all of it or nothing',
    body: z.object({
      ...ofPoint,
      ...orderFields,
      /** The teacher a learner names, who is asked first and is responsible. */
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
        /** Absent: as they are. */
        lessons: Lessons.nullable().optional(),
        /** Of this model on the same days: the others of the order change with it, are added or cancelled. */
        quantity: z.int().min(1).max(MOST_AT_ONCE).optional(),
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
