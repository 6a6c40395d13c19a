/** Pages of a borrower and of a device at the desk (docs/behaviour/lending.md#borrowers-at-the-desk). */
import { z } from 'zod';
import { byId, count, day, line, moment, named, text, version } from '../../fields.ts';
import { done, endpoint } from '../../endpoint.ts';
import { page, pageOf } from '../../paging.ts';
import { DamageReport, Suspension } from '../condition/condition.ts';
import { idempotencyKey, lendingGate } from '../gate.ts';
import { RentalOrder } from '../orders/orders.ts';
import { DeviceItem, ModelFields } from '../points/points.ts';
import { LINE_STATES } from '../states.ts';
import { DeskOrder } from './desk-orders.ts';

export const NOTE_LENGTH = 500;
export const MESSAGE_LENGTH = 1_000;
/** Maximum number of notes about a borrower at a lending point. */
export const MAX_NOTES = 50;
/** Maximum number of upcoming bookings shown on the page of a device. */
export const MAX_NEXT = 20;

const ofPoint = { point: z.uuid() };

/** Note of the desk about a borrower. `by` is empty if the account of its author was deleted. */
const BorrowerNote = z.object({ id: z.uuid(), text: z.string(), by: z.string(), at: moment });
export type BorrowerNote = z.output<typeof BorrowerNote>;

/** Reasons why a borrower gets no new loans. `left` means that the account is closed, all others that the point is not open to the borrower. */
export const CLOSED_REASONS = ['left', 'teachers', 'schools', 'learners', 'private'] as const;

const BorrowerPage = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Name of the school, or an empty string for a private borrower. */
  school: z.string(),
  /** Details of a private borrower, or `null` for a borrower with an account. */
  private: z
    .object({
      id_checked: z.boolean(),
      address: z.string(),
      email: z.string(),
      phone: z.string(),
      note: z.string(),
      version,
    })
    .nullable(),
  /** Reason why the borrower gets no new loans, or `null`. */
  closed: z.enum(CLOSED_REASONS).nullable(),
  /** True if the borrower can receive messages. */
  reachable: z.boolean(),
  suspended: Suspension.nullable(),
  /** Number of devices on loan or ordered (`open`), and the maximum (`most`). */
  lines: z.object({ open: count, most: count }),
  /** Open orders. Overdue ones come first, followed by those on loan. */
  orders: z.array(DeskOrder),
  /** Closed orders of a private borrower with an amount to pay or to refund. */
  owed: z.array(z.object({ order_id: z.uuid(), number: z.string(), title: z.string(), open_cents: z.int() })),
  /** Open damage reports. */
  damage: z.array(DamageReport),
  waits: z.array(
    z.object({
      id: z.uuid(),
      model: named(z.uuid()),
      quantity: count,
      earliest: day,
      latest: day,
      state: z.enum(['waiting', 'offered']),
    }),
  ),
  briefings: z.array(z.object({ id: z.uuid(), model: named(z.uuid()), until: day.nullable() })),
  notes: z.array(BorrowerNote),
});
export type BorrowerPage = z.output<typeof BorrowerPage>;

/** Booking with its borrower. `borrower_id` is `null` if the account was deleted. */
const Booking = z.object({
  line_id: z.uuid(),
  order_id: z.uuid(),
  number: z.string(),
  borrower_id: z.uuid().nullable(),
  borrower: z.string(),
  start: day,
  end: day,
  state: z.enum(LINE_STATES),
});

const DevicePage = z.object({
  point: named(z.uuid()),
  item: DeviceItem,
  model: named(z.uuid()).extend({ parts: ModelFields.shape.parts, picture: z.uuid().nullable() }),
  /** Order of the current loan with only this device, or `null` if the device is not on loan. */
  loan: DeskOrder.nullable(),
  /** Approved and requested bookings of the device, earliest first. */
  next: z.array(Booking),
  /** Number of open waiting list entries for the model. */
  waiting: count,
  damage: z.array(DamageReport),
});
export type DevicePage = z.output<typeof DevicePage>;

const Found = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('borrower'), id: z.uuid() }),
  z.object({ kind: z.literal('device'), id: z.uuid() }),
  /** `borrower_id` is `null` if the borrower was deleted. */
  z.object({ kind: z.literal('order'), id: z.uuid(), borrower_id: z.uuid().nullable() }),
]);
export type ScanLookup = z.output<typeof Found>;

export const lendingBorrower = {
  identifyScan: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/desk/identify',
    summary: 'Find the device, borrower or order of a scanned code',
    body: z.object({ ...ofPoint, code: line(40).min(1) }),
    reply: Found,
  }),
  borrowerPage: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/borrowers/{id}',
    summary: 'A borrower at a point: open loans and orders, fees, damage, suspension, waiting list, briefings and notes',
    params: byId,
    query: z.object(ofPoint),
    reply: BorrowerPage,
  }),
  borrowerHistory: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/borrowers/{id}/history',
    summary: 'Closed orders of a borrower at a point, newest first, while the borrower is known',
    params: byId,
    query: z.object({ ...page, ...ofPoint }),
    reply: pageOf(RentalOrder),
  }),
  addNote: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/desk/borrowers/{id}/notes',
    summary: 'Add a note on a borrower, for the desk of the point',
    params: byId,
    body: z.object({ ...ofPoint, text: text(NOTE_LENGTH).min(1), key: idempotencyKey }),
    reply: BorrowerNote,
  }),
  removeNote: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/desk/notes/{id}',
    summary: 'Remove a note on a borrower',
    params: byId,
    reply: done,
  }),
  messageBorrower: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/desk/borrowers/{id}/message',
    summary: 'Send a borrower a message from the desk, by mail and as a notice',
    params: byId,
    body: z.object({ ...ofPoint, text: text(MESSAGE_LENGTH).min(1), key: idempotencyKey }),
    reply: done,
  }),
  suspendBorrower: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/desk/borrowers/{id}/suspend',
    summary: 'Suspend a borrower at a point until a day, or until the desk ends it',
    params: byId,
    body: z.object({ ...ofPoint, until: day.nullable().default(null), reason: text(300).min(1), key: idempotencyKey }),
    reply: Suspension,
  }),
  briefBorrower: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/desk/borrowers/{id}/briefings',
    summary: 'Record that a borrower was briefed on a model',
    params: byId,
    body: z.object({ ...ofPoint, model: z.uuid(), until: day.nullable().default(null) }),
    reply: done,
  }),
  devicePage: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/desk/devices/{id}',
    summary: 'A device at the desk: its loan, next bookings and open damage',
    params: byId,
    reply: DevicePage,
  }),
};
