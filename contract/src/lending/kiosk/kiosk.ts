/** Tablet on which borrowers return and collect devices themselves (docs/behaviour/lending.md#kiosk). */
import { z } from 'zod';
import { byId, count, day, line, moment, text } from '../../fields.ts';
import { done, endpoint } from '../../endpoint.ts';
import { idempotencyKey, lendingGate } from '../gate.ts';

/** Number of characters in a pairing code, and in a card number. */
export const PAIR_CODE_LENGTH = 8;
export const CARD_LENGTH = 12;
export const PAIR_MINUTES = 15;
export const MAX_KIOSKS = 20;
/** Number of minutes after a return in which the borrower can complain about the device at the tablet. */
export const COMPLAIN_MINUTES = 10;
/** Complaints that a borrower can make about a returned device. */
export const COMPLAINTS = ['incomplete', 'damaged'] as const;

const Kiosk = z.object({
  id: z.uuid(),
  name: z.string(),
  paired: z.boolean(),
  /** Time of the last use, or `null`. */
  seen_at: moment.nullable(),
});
export type Kiosk = z.output<typeof Kiosk>;

const Device = z.object({ code: z.string(), model: z.string() });
/** Access for tablets, at which borrowers are anonymous until they scan a card. */
const tabletGate = { ...lendingGate, guests: 'always' } as const;
const card = line(40).min(1);
const code = line(40).min(1);

export const lendingKiosk = {
  kiosks: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/kiosks',
    summary: 'Tablets of a point',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ items: z.array(Kiosk) }),
  }),
  addKiosk: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/kiosks',
    summary: 'Create a pairing code for a tablet, valid for 15 minutes and shown once',
    body: z.object({ point: z.uuid(), name: line(80).min(1) }),
    reply: Kiosk.extend({ code: z.string() }),
  }),
  endKiosk: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/kiosks/{id}',
    summary: 'Remove a tablet and end its session',
    params: byId,
    reply: done,
  }),
  card: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/card',
    summary: "Code of the user's card; null: none",
    reply: z.object({ code: z.string().nullable() }),
  }),
  cardPicture: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/card/qr',
    summary: "The user's card as a QR code",
    /** Last characters of the card number, so that a new card has a new URL. */
    query: z.object({ of: line(8).default('') }),
    reply: 'stream',
  }),
  makeCard: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/card',
    summary: 'Create a new card, which replaces the previous one',
    body: z.object({}),
    reply: z.object({ code: z.string() }),
  }),
  endCard: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/card',
    summary: 'Remove the card',
    reply: done,
  }),
  pairKiosk: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/pair',
    summary: 'Pair this browser as a tablet of a point by a pairing code; the session has no user',
    body: z.object({ code: line(40).min(1) }),
    reply: done,
  }),
  kiosk: endpoint({
    ...tabletGate,
    method: 'GET',
    path: '/api/v1/lending/kiosk',
    summary: 'Point of this tablet',
    reply: z.object({ point: z.string(), terms: z.string(), terms_version: count }),
  }),
  kioskBorrower: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/borrower',
    summary: 'Devices ready for the owner of a card',
    body: z.object({ card }),
    reply: z.object({
      /** First name of the borrower, used in the greeting. */
      name: z.string(),
      /** True if the borrower may take free devices without an order. */
      may_take: z.boolean(),
      ready: z.array(
        Device.extend({
          line_id: z.uuid(),
          end: day,
          /** Time of day at which the device is due, or `null` if there is none. */
          ends_at: z.string().nullable(),
          /** Reason why the tablet must not hand over the device, or `null`. */
          at_desk: z.enum(['desk_only', 'too_early']).nullable(),
        }),
      ),
    }),
  }),
  kioskTake: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/take',
    summary: 'Take a ready device, or a free one if the point allows it, by card and code',
    /** `terms_version` is the version of the accepted terms, needed for devices that were not ordered. */
    body: z.object({ card, code, terms_version: count.default(0), key: idempotencyKey }),
    reply: z.object({ item: Device, end: day, ends_at: z.string().nullable() }),
  }),
  kioskReturn: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/return',
    summary: 'Return a device by its code; the reply names no borrower',
    body: z.object({ code, key: idempotencyKey }),
    reply: z.object({
      line_id: z.uuid(),
      item: Device,
      late: count,
      /** True if the desk must check the device before it is lent again. */
      checked: z.boolean(),
    }),
  }),
  kioskComplain: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/complaint',
    summary: 'Report that parts of a device just returned are missing or broken',
    body: z.object({ line: z.uuid(), result: z.enum(COMPLAINTS), note: text(500).default('') }),
    reply: done,
  }),
};
