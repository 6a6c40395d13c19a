/** The desk of a lending point, and what it lends (docs/behaviour/lending.md#at-the-desk). */
import { z } from 'zod';
import { byId, count, day, line, text, version } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { lendingGate, RentalOrder } from './lending.ts';
import { DeviceItem, DeviceModel, ItemFields, LendingPoint, ModelFields, PointFields } from './points.ts';
import { ITEM_EVENTS, ITEM_STATES, RETURN_RESULTS } from './states.ts';

const ofPoint = { point: z.uuid() };
const code = line(40).min(1);
const reason = text(300);

/** A device that came back. */
const Returned = z.object({
  line_id: z.uuid(),
  item: z.object({ code: z.string(), model: z.string() }),
  borrower: z.string(),
  /** Days it came too late; 0: in time. */
  late: count,
  /** Where it is now. */
  state: z.enum(ITEM_STATES),
});
export type Returned = z.output<typeof Returned>;

export const lendingDesk = {
  desk: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk',
    summary: 'What is to be decided, collected and brought back today, and what is overdue',
    query: z.object(ofPoint),
    reply: z.object({
      today: day,
      requests: z.array(RentalOrder),
      pick_ups: z.array(RentalOrder),
      returns: z.array(RentalOrder),
      overdue: z.array(RentalOrder),
      /** What is collected later. */
      coming: z.array(RentalOrder),
    }),
  }),
  approve: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/approve',
    summary: 'Approve an order, or some of its lines',
    params: byId,
    body: z.object({ lines: z.array(z.uuid()).min(1).max(100).optional() }),
    reply: RentalOrder,
  }),
  reject: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/reject',
    summary: 'Reject what of an order is not decided yet, and say why',
    params: byId,
    body: z.object({ reason: reason.min(1) }),
    reply: RentalOrder,
  }),
  prepare: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/lines/{id}/prepare',
    summary: 'A device lies ready at the desk',
    params: byId,
    body: z.object({ code }),
    reply: RentalOrder,
  }),
  handOver: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/handover',
    summary: 'Hand a device over by its code; one that was not ordered becomes a line of its own',
    params: byId,
    body: z.object({
      code,
      /** The last day, where it is not that of the line, or of the order for what was not ordered. */
      until: day.optional(),
      /** Who took it, where that was not the borrower. */
      received_by: line(120).default(''),
    }),
    reply: RentalOrder,
  }),
  takeBack: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/return',
    summary: 'Take a device back by its code, whoever had it',
    body: z.object({ ...ofPoint, code, result: z.enum(RETURN_RESULTS).default('ok'), note: text(500).default('') }),
    reply: Returned,
  }),
  createPoint: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/points',
    summary: 'Open a lending point: of the own school, or of the district',
    body: PointFields,
    reply: LendingPoint,
  }),
  changePoint: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/points/{id}',
    summary: 'Change hours, closures, rules and words of a point; what is not named stays',
    params: byId,
    body: PointFields.partial().extend({ version }),
    reply: LendingPoint,
  }),
  createModel: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/models',
    summary: 'Add a model to a point',
    body: ModelFields.extend(ofPoint),
    reply: DeviceModel,
  }),
  changeModel: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/models/{id}',
    summary: 'Change a model; what is not named stays',
    params: byId,
    body: ModelFields.partial().extend({ version }),
    reply: DeviceModel,
  }),
  items: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/items',
    summary: 'Devices of a point by a part of code, serial number or model, with who has them',
    query: z.object({ ...page, ...ofPoint, q: text(100).default(''), model: z.union([z.literal(''), z.uuid()]).default('') }),
    reply: pageOf(DeviceItem),
  }),
  createItem: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items',
    summary: 'Add a device of a model',
    body: ItemFields.extend({ model: z.uuid() }),
    reply: DeviceItem,
  }),
  changeItem: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/items/{id}',
    summary: 'Change a device; what is not named stays',
    params: byId,
    body: ItemFields.partial(),
    reply: DeviceItem,
  }),
  moveItem: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items/{id}/state',
    summary: 'Send a device to repair, release it, call it lost, or retire it',
    params: byId,
    body: z.object({ event: z.enum(ITEM_EVENTS), expected_on: day.nullable().default(null), reason: reason.default('') }),
    reply: DeviceItem,
  }),
};
