/** Desk and stock of a lending point (docs/behaviour/lending.md#at-the-desk). */
import { z } from 'zod';
import { byId, count, day, line, text, version } from '../../fields.ts';
import { endpoint } from '../../endpoint.ts';
import { page, pageOf } from '../../paging.ts';
import { MAX_LESSONS } from '../../schools/timetable.ts';
import { OrderEffect } from '../orders/effects.ts';
import { RentalOrder } from '../orders/orders.ts';
import { ScanAnswer } from './desk-scan.ts';
import { endsBeforeItBegins, areDaysInOrder, orderFields, period, PURPOSE_LENGTH } from '../orders/order-fields.ts';
import { DeviceItem, DeviceModel, ItemFields, LendingPoint, LifeFields, ModelFields, PointFields } from '../points/points.ts';
import { Signature } from '../orders/signature.ts';
import { ITEM_EVENTS, ITEM_STATES, RETURN_RESULTS } from '../states.ts';
import { requestedModels } from '../cart/templates.ts';
import { idempotencyKey, lendingGate } from '../gate.ts';
import { tableQuery } from '../../table-file.ts';
import { BORROWER_LETTERS, MAX_BORROWERS } from './borrower-search.ts';
import { ITEM_FILTERS, lendingBoard } from './desk-orders.ts';

const ofPoint = { point: z.uuid() };
const code = line(40).min(1);
const namesOne = (ids: readonly (string | null)[]): boolean => ids.filter((id) => id !== null).length === 1;
const reason = text(300);

/** Filters of devices. `shelf` is the beginning of a shelf name. */
export const itemFilters = {
  q: text(100).default(''),
  model: z.union([z.literal(''), z.uuid()]).default(''),
  show: z.enum(ITEM_FILTERS).default(''),
  shelf: text(60).default(''),
};

/** Order that conflicts with a loan. `from` is the day from which it needs the device. */
const Hurt = z.object({ number: z.string(), borrower: z.string(), from: day });

/** Result of a return. */
const Returned = z.object({
  line_id: z.uuid(),
  order_id: z.uuid(),
  item: z.object({ id: z.uuid(), code: z.string(), model: z.string(), shelf: z.string() }),
  /** Parts that the clerk must check. */
  parts: ModelFields.shape.parts,
  borrower: z.string(),
  borrower_id: z.uuid().nullable(),
  /** Number of days by which the return is late, or 0. */
  late: count,
  /** State of the device after the return. */
  state: z.enum(ITEM_STATES),
  /** Next order that needs the device, or `null`. */
  next: Hurt.nullable(),
});
export type ReturnResult = z.output<typeof Returned>;

const HANDED_AS = ['ordered', 'substitute', 'extra'] as const;
/** Order after a handover, with the result of the scan. */
const HandedOver = RentalOrder.extend({
  borrower_id: z.uuid().nullable(),
  scanned: z.object({
    line_id: z.uuid(),
    item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }),
    /** `substitute` replaces another device that was ready, and `extra` was not ordered. */
    as: z.enum(HANDED_AS),
    /** Code of the replaced device, or an empty string. */
    instead: z.string(),
    /** Orders that lost their device because the desk overrode a conflict. */
    hurt: z.array(Hurt),
  }),
});
export type HandOverResult = z.output<typeof HandedOver>;

export type { DeskOrder } from './desk-orders.ts';

export const lendingDesk = {
  ...lendingBoard,
  exportDesk: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/export',
    summary: 'Open orders and loans of a point as a table with a row per device',
    query: z.object({ ...ofPoint, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  scan: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/scan',
    summary: 'Orders of today for a scanned device; refused for the same reasons as a hand-over',
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
    summary: 'Reject the undecided lines of an order, with a reason',
    params: byId,
    body: z.object({ reason: reason.min(1) }),
    reply: RentalOrder,
  }),
  undoDecision: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/decision/undo',
    summary: 'Undo the last approval or rejection of an order, until the mail about it is sent',
    params: byId,
    reply: RentalOrder,
  }),
  prepare: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/lines/{id}/prepare',
    summary: 'Put a device ready at the desk',
    params: byId,
    body: z.object({ code }),
    reply: RentalOrder,
  }),
  handOver: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/handover',
    summary: 'Hand a device over by its code; a device that was not ordered becomes a new line',
    params: byId,
    body: z.object({
      code,
      /** Last day of the loan. Defaults to that of the order line, or to that of the order for a device that was not ordered. */
      until: day.optional(),
      /** Name of the receiver if this is not the borrower. `authorised` means that the receiver has shown an authorization. */
      received_by: line(120).default(''),
      authorised: z.boolean().default(false),
      /** Signature of the receiver, used by lending points that require one. */
      signature: Signature.optional(),
      /** Reason for overriding a conflict or a suspension. It is logged. */
      override: reason.default(''),
      key: idempotencyKey,
    }),
    reply: HandedOver,
  }),
  borrowers: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/borrowers',
    summary: 'Borrowers of a point by at least three letters of their name, for the desk',
    query: z.object({ ...ofPoint, q: line(80).min(BORROWER_LETTERS) }),
    reply: z.object({
      items: z
        .array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            school: z.string(),
            /** Set for private borrowers, with whether their identity was checked. `null` for borrowers with an account. */
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
    summary: 'Hand a free device over without an order, to a borrower known by card or name',
    body: z
      .object({
        ...ofPoint,
        /** Exactly one of `card`, `person` and `private_borrower` identifies the borrower. */
        card: line(40).default(''),
        person: z.uuid().nullable().default(null),
        private_borrower: z.uuid().nullable().default(null),
        code,
        /** Last day of the loan. Defaults to the latest day that rules and other bookings allow. */
        until: day.optional(),
        /** Last lesson of today, used by lending points that lend by lesson. */
        until_lesson: z.int().min(1).max(MAX_LESSONS).optional(),
        purpose: text(PURPOSE_LENGTH).default(''),
        terms_version: count.default(0),
        /** Signature of the receiver, used by lending points that require one. */
        signature: Signature.optional(),
        override: reason.default(''),
        key: idempotencyKey,
      })
      .refine((body) => namesOne([body.card || null, body.person, body.private_borrower]), { path: ['person'], message: 'required' }),
    reply: HandedOver,
  }),
  orderFor: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/desk/orders',
    once: true,
    summary: 'Order for a borrower who phones or visits; the order is approved at once, all or nothing',
    body: z
      .object({
        ...ofPoint,
        /** Exactly one of `person` and `private_borrower` identifies the borrower. */
        person: z.uuid().nullable().default(null),
        private_borrower: z.uuid().nullable().default(null),
        models: requestedModels,
        ...period,
        ...orderFields,
      })
      .refine(areDaysInOrder, endsBeforeItBegins)
      .refine((body) => namesOne([body.person, body.private_borrower]), { path: ['person'], message: 'required' }),
    reply: RentalOrder,
  }),
  takeBack: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/return',
    summary: 'Take a device back by its code, independent of its borrower',
    body: z.object({ ...ofPoint, code, result: z.enum(RETURN_RESULTS).default('ok'), note: text(500).default(''), key: idempotencyKey }),
    reply: Returned,
  }),
  createPoint: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/points',
    summary: 'Create a lending point of the own school or of the district',
    body: PointFields,
    reply: LendingPoint,
  }),
  changePoint: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/points/{id}',
    summary: 'Change hours, closures, rules and texts of a point; absent fields stay as they are',
    params: byId,
    body: PointFields.partial().extend({ version }),
    reply: LendingPoint,
  }),
  pointEffects: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/points/{id}/effects',
    summary: 'Open orders that would get other dates by a change of hours, closures or rules; nothing is saved',
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
    summary: 'Change a model; absent fields stay as they are',
    params: byId,
    body: ModelFields.partial().extend({ version }),
    reply: DeviceModel,
  }),
  items: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/items',
    summary: 'Devices of a point by a part of code, serial number, shelf or model, with their borrowers',
    query: z.object({ ...page, ...ofPoint, ...itemFilters }),
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
    summary: 'Change a device; absent fields stay as they are',
    params: byId,
    body: ItemFields.extend(LifeFields.shape).partial(),
    reply: DeviceItem,
  }),
  moveItem: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items/{id}/state',
    summary: 'Send a device to repair, release it, mark it as lost or found, or retire it',
    params: byId,
    body: z.object({ event: z.enum(ITEM_EVENTS), expected_on: day.nullable().default(null), reason: reason.default('') }),
    reply: DeviceItem,
  }),
};
