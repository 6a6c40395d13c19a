/** The desk of a lending point, and its inventory (docs/behaviour/lending.md#at-the-desk). */
import { z } from 'zod';
import { byId, count, day, line, text, version } from '../../fields.ts';
import { endpoint } from '../../endpoint.ts';
import { page, pageOf } from '../../paging.ts';
import { MAX_LESSONS } from '../../schools/timetable.ts';
import { OrderEffect } from '../orders/effects.ts';
import { RentalOrder } from '../orders/orders.ts';
import { ScanAnswer } from './desk-scan.ts';
import { endsBeforeItBegins, inOrder, orderFields, period, PURPOSE_LENGTH } from '../orders/order-fields.ts';
import { DeviceItem, DeviceModel, ItemFields, LendingPoint, LifeFields, ModelFields, PointFields } from '../points/points.ts';
import { Signature } from '../orders/signature.ts';
import { ITEM_EVENTS, ITEM_STATES, RETURN_RESULTS } from '../states.ts';
import { wantedModels } from '../cart/templates.ts';
import { key, lendingGate } from '../gate.ts';
import { tableQuery } from '../../table-file.ts';
import { BORROWER_LETTERS, MAX_BORROWERS } from './borrower-search.ts';
import { ITEM_FILTERS, lendingBoard } from './desk-orders.ts';

const ofPoint = { point: z.uuid() };
const code = line(40).min(1);
const namesOne = (ids: readonly (string | null)[]): boolean => ids.filter((id) => id !== null).length === 1;
const reason = text(300);

/** Devices to find. `shelf`: how the name of the shelf begins. */
export const askedItems = {
  q: text(100).default(''),
  model: z.union([z.literal(''), z.uuid()]).default(''),
  show: z.enum(ITEM_FILTERS).default(''),
  shelf: text(60).default(''),
};

/** An order whose days conflict: it is to get the device from this day. */
const Hurt = z.object({ number: z.string(), borrower: z.string(), from: day });

/** A returned device. */
const Returned = z.object({
  line_id: z.uuid(),
  order_id: z.uuid(),
  item: z.object({ id: z.uuid(), code: z.string(), model: z.string(), shelf: z.string() }),
  /** Parts that belong to the device and are checked at its return. */
  parts: ModelFields.shape.parts,
  borrower: z.string(),
  borrower_id: z.uuid().nullable(),
  /** Days it came too late; 0: in time. */
  late: count,
  /** State after the return. */
  state: z.enum(ITEM_STATES),
  /** Order that gets it next, or null. */
  next: Hurt.nullable(),
});
export type Returned = z.output<typeof Returned>;

const HANDED_AS = ['ordered', 'substitute', 'extra'] as const;
/** An order and the effect of a scan on it. */
const HandedOver = RentalOrder.extend({
  borrower_id: z.uuid().nullable(),
  scanned: z.object({
    line_id: z.uuid(),
    item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }),
    /** `substitute`: replaces another prepared device; `extra`: was not ordered. */
    as: z.enum(HANDED_AS),
    /** Code of the replaced device. */
    instead: z.string(),
    /** Orders that lost their device to this override. */
    hurt: z.array(Hurt),
  }),
});
export type HandedOver = z.output<typeof HandedOver>;

export type { DeskOrder } from './desk-orders.ts';

export const lendingDesk = {
  ...lendingBoard,
  exportDesk: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/export',
    summary: 'Open orders and loans of a point as a table, a row for each device',
    query: z.object({ ...ofPoint, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  scan: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/scan',
    summary: 'What a device scanned without an open order may go out for today; refused as handing it over would be',
    query: z.object({ ...ofPoint, code }),
    reply: ScanAnswer,
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
      /** Last day, if it differs from that of the line, or of the order for extra devices. */
      until: day.optional(),
      /** Name of an authorised recipient other than the borrower. */
      received_by: line(120).default(''),
      authorised: z.boolean().default(false),
      /** Signature of the recipient, if the point requires one. */
      signature: Signature.optional(),
      /** Reason for overriding a conflict or a suspension; logged. */
      override: reason.default(''),
      key,
    }),
    reply: HandedOver,
  }),
  borrowers: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/borrowers',
    summary: 'Who may borrow at a point, by at least three letters of their name: for whoever stands at the desk without an order',
    query: z.object({ ...ofPoint, q: line(80).min(BORROWER_LETTERS) }),
    reply: z.object({
      items: z
        .array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            school: z.string(),
            /** For a borrower without an account: whether an identity card was checked; null: a member of a school. */
            private: z.object({ id_checked: z.boolean() }).nullable(),
          }),
        )
        .max(MAX_BORROWERS),
    }),
  }),
  walkUp: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/walk-up',
    summary: 'Hand a free device over to somebody who has not ordered it, known by their card or by their name',
    body: z
      .object({
        ...ofPoint,
        /** Exactly one of the three identifies the borrower. */
        card: line(40).default(''),
        person: z.uuid().nullable().default(null),
        private_borrower: z.uuid().nullable().default(null),
        code,
        /** Last day; absent: as long as rules and bookings allow. */
        until: day.optional(),
        /** Last lesson of today, at points that lend by lessons. */
        until_lesson: z.int().min(1).max(MAX_LESSONS).optional(),
        purpose: text(PURPOSE_LENGTH).default(''),
        terms_version: count.default(0),
        /** Signature of the recipient, if the point requires one. */
        signature: Signature.optional(),
        override: reason.default(''),
        key,
      })
      .refine((body) => namesOne([body.card || null, body.person, body.private_borrower]), { path: ['person'], message: 'required' }),
    reply: HandedOver,
  }),
  orderFor: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/desk/orders',
    once: true,
    summary: 'Order for somebody who rings up or stands at the desk; what the desk writes down is approved, all of it or nothing',
    body: z
      .object({
        ...ofPoint,
        /** Exactly one of both identifies the borrower. */
        person: z.uuid().nullable().default(null),
        private_borrower: z.uuid().nullable().default(null),
        models: wantedModels,
        ...period,
        ...orderFields,
      })
      .refine(inOrder, endsBeforeItBegins)
      .refine((body) => namesOne([body.person, body.private_borrower]), { path: ['person'], message: 'required' }),
    reply: RentalOrder,
  }),
  takeBack: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/return',
    summary: 'Take a device back by its code, whoever had it',
    body: z.object({ ...ofPoint, code, result: z.enum(RETURN_RESULTS).default('ok'), note: text(500).default(''), key }),
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
  pointEffects: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/points/{id}/effects',
    summary: 'Which open orders a change of hours, closures or rules would give other dates; nothing is saved',
    params: byId,
    body: PointFields.partial(),
    reply: z.object({ items: z.array(OrderEffect) }),
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
    summary: 'Devices of a point by a part of code, serial number, shelf or model, by work and shelf, with who has them',
    query: z.object({ ...page, ...ofPoint, ...askedItems }),
    reply: pageOf(DeviceItem),
  }),
  createItem: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items',
    summary: 'Add a device of a model',
    body: ItemFields.extend({ ...LifeFields.partial().shape, model: z.uuid() }),
    reply: DeviceItem,
  }),
  changeItem: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/items/{id}',
    summary: 'Change a device; what is not named stays',
    params: byId,
    body: ItemFields.extend(LifeFields.shape).partial(),
    reply: DeviceItem,
  }),
  moveItem: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items/{id}/state',
    summary: 'Send a device to repair, release it, call it lost or found, or retire it',
    params: byId,
    body: z.object({ event: z.enum(ITEM_EVENTS), expected_on: day.nullable().default(null), reason: reason.default('') }),
    reply: DeviceItem,
  }),
};
