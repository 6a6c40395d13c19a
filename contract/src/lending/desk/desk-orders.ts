/** Open orders of a lending point as the desk lists them, and counts of pending work (docs/behaviour/lending.md#the-list-of-orders). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, count, day, dayOrEmpty, named, text } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { lendingGate } from '../gate.ts';
import { RentalOrder } from '../orders/orders.ts';
import { DELIVERIES } from '../states.ts';
import { DeskTask } from './desk-task.ts';

const ofPoint = { point: z.uuid() };

/** Order as the desk sees it. `suspended` is the borrower's suspension, and `unbriefed` lists models for which the borrower lacks a briefing. */
export const DeskOrder = RentalOrder.extend({
  /** ID of the borrower, or `null` if the account was deleted. */
  borrower_id: z.uuid().nullable(),
  suspended: z.object({ until: day.nullable(), reason: z.string() }).nullable(),
  unbriefed: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type DeskOrder = z.output<typeof DeskOrder>;

/** Parts of the daily list. An order appears in the parts of all its devices, and every open order appears in at least one part. */
export const DESK_PARTS = ['overdue', 'requests', 'pick_ups', 'returns', 'coming', 'lent'] as const;
export type DeskPart = (typeof DESK_PARTS)[number];

/** Next steps for which an order can be waiting. */
export const DESK_STEPS = ['unready', 'ready', 'unbriefed', 'agreement'] as const;
export type DeskStep = (typeof DESK_STEPS)[number];

const COLUMNS = ['day', 'borrower', 'school', 'number'] as const;
export const DESK_SORTS = COLUMNS.flatMap((name) => [name, `-${name}`] as const);
export type DeskSort = (typeof DESK_SORTS)[number];

/** Value of the school filter that selects borrowers without a school. */
export const NO_SCHOOL = 'none';

const listed = {
  ...ofPoint,
  part: z.enum(['', ...DESK_PARTS]).default(''),
  step: z.enum(['', ...DESK_STEPS]).default(''),
  /** Words of the borrower, school, title, model or device, or the beginning of the order number. */
  q: text(100).default(''),
  delivery: z.enum(['', ...DELIVERIES]).default(''),
  school: text(40).default(''),
  /** Day on which a device is collected or returned. */
  on: dayOrEmpty,
  sort: z.enum(DESK_SORTS).default('day'),
};

/** Work lists of devices. */
export const DEVICE_WORK = ['check', 'repair', 'expected', 'lost', 'inspection', 'parts', 'set_aside'] as const;
export type DeviceWork = (typeof DEVICE_WORK)[number];
/** Filters of the stock. An empty string selects all devices. */
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
    summary: 'Counts of all work at a desk: open orders by part and step, devices, bookings at risk and damage reports',
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
    summary: 'Counts of all desks of the user in one reply',
    reply: z.object({ items: z.array(named(z.uuid()).extend({ parts: partCounts, check: count })) }),
  }),
  deskOrders: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/orders',
    summary: 'Open orders of a point by part, step, words, delivery, school and day',
    query: z.object({ ...page, ...listed }),
    reply: pageOf(DeskOrder).extend({
      /** Schools with the number of their open orders. The entry `NO_SCHOOL` has no name. */
      schools: z.array(z.object({ id: z.string(), name: z.string(), orders: count })),
    }),
  }),
  deskOrder: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/orders/{id}',
    summary: 'One order as the desk shows it',
    params: byId,
    reply: DeskOrder,
  }),
  deskTasks: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/tasks',
    summary: 'Bookings that cannot be fulfilled, earliest first',
    query: z.object({ ...page, ...ofPoint }),
    reply: pageOf(DeskTask),
  }),
  prepareOrder: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/prepare',
    summary: 'Put all approved devices of an order ready, using those assigned to it',
    params: byId,
    reply: DeskOrder,
  }),
};
