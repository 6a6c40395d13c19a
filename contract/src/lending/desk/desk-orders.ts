/** Open orders of a lending point as its desk lists them, and how much of what is there (docs/behaviour/lending.md#the-list-of-orders). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, count, day, dayOrEmpty, named, text } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { lendingGate } from '../gate.ts';
import { RentalOrder } from '../orders/orders.ts';
import { DELIVERIES } from '../states.ts';
import { DeskTask } from './desk-task.ts';

const ofPoint = { point: z.uuid() };

/** An order as the desk reads it. `suspended`: its borrower may not borrow. `unbriefed`: models they are to be shown first. */
export const DeskOrder = RentalOrder.extend({
  /** Opens the page of the borrower; null: the account is gone. */
  borrower_id: z.uuid().nullable(),
  suspended: z.object({ until: day.nullable(), reason: z.string() }).nullable(),
  unbriefed: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type DeskOrder = z.output<typeof DeskOrder>;

/** Parts of the day. An order is in each part that one of its devices is in; together they are all open orders. */
export const DESK_PARTS = ['overdue', 'requests', 'pick_ups', 'returns', 'coming', 'lent'] as const;
export type DeskPart = (typeof DESK_PARTS)[number];

/** Steps an order still waits for. */
export const DESK_STEPS = ['unready', 'ready', 'unbriefed', 'agreement'] as const;
export type DeskStep = (typeof DESK_STEPS)[number];

const COLUMNS = ['day', 'borrower', 'school', 'number'] as const;
export const DESK_SORTS = COLUMNS.flatMap((name) => [name, `-${name}`] as const);
export type DeskSort = (typeof DESK_SORTS)[number];

/** Borrowers without a school, as a value of the school filter. */
export const NO_SCHOOL = 'none';

const listed = {
  ...ofPoint,
  part: z.enum(['', ...DESK_PARTS]).default(''),
  step: z.enum(['', ...DESK_STEPS]).default(''),
  /** Words of borrower, school, title, model or device; or the beginning of the number. */
  q: text(100).default(''),
  delivery: z.enum(['', ...DELIVERIES]).default(''),
  school: text(40).default(''),
  /** Collected or due on this day. */
  on: dayOrEmpty,
  sort: z.enum(DESK_SORTS).default('day'),
};

/** Work on devices that waits for the desk. */
export const DEVICE_WORK = ['check', 'repair', 'expected', 'lost', 'inspection', 'parts', 'set_aside'] as const;
export type DeviceWork = (typeof DEVICE_WORK)[number];
/** Filters of the stock; '' for everything. */
export const ITEM_FILTERS = ['', ...DEVICE_WORK, 'available', 'on_loan', 'retired'] as const;
export type ItemFilter = (typeof ITEM_FILTERS)[number];

const partCounts = z.object(Object.fromEntries(DESK_PARTS.map((part) => [part, count])) as Record<DeskPart, typeof count>);
const stepCounts = z.object(Object.fromEntries(DESK_STEPS.map((step) => [step, count])) as Record<DeskStep, typeof count>);
const workCounts = z.object(Object.fromEntries(DEVICE_WORK.map((work) => [work, count])) as Record<DeviceWork, typeof count>);

export const lendingBoard = {
  desk: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk',
    summary: 'Counts of all that waits at a desk: open orders by part and step, devices, bookings at risk, reports of damage',
    query: z.object(ofPoint),
    reply: z.object({
      today: day,
      orders: count,
      parts: partCounts,
      steps: stepCounts,
      devices: workCounts,
      tasks: count,
      waiting: count,
      damage: count,
    }),
  }),
  desks: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desks',
    summary: 'Counts of all desks the visitor works at, in one answer',
    reply: z.object({ items: z.array(named(z.uuid()).extend({ parts: partCounts, check: count })) }),
  }),
  deskOrders: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/orders',
    summary: 'Open orders of a point by part, step, words, delivery, school and day',
    query: z.object({ ...page, ...listed }),
    reply: pageOf(DeskOrder).extend({
      /** Schools that have an open order, with their number; `NO_SCHOOL` has no name. */
      schools: z.array(z.object({ id: z.string(), name: z.string(), orders: count })),
    }),
  }),
  deskOrder: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/orders/{id}',
    summary: 'One order as its desk reads it',
    params: byId,
    reply: DeskOrder,
  }),
  deskTasks: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/tasks',
    summary: 'Bookings that cannot be kept as promised, the earliest first',
    query: z.object({ ...page, ...ofPoint }),
    reply: pageOf(DeskTask),
  }),
  prepareOrder: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/prepare',
    summary: 'All approved devices of an order lie ready at the desk, those that are set aside for it',
    params: byId,
    reply: DeskOrder,
  }),
};
