/** Self-service tablet of a lending point for returns and pick-ups (docs/behaviour/lending.md#kiosk). */
import { z } from 'zod';
import { byId, count, day, line, moment, text } from '../../fields.ts';
import { done, endpoint } from '../../endpoint.ts';
import { key, lendingGate } from '../gate.ts';

/** Length of a pairing code, and of the number on a card. */
export const PAIR_CODE_LENGTH = 8;
export const CARD_LENGTH = 12;
export const PAIR_MINUTES = 15;
export const MAX_KIOSKS = 20;
/** Minutes after a return during which a defect can be reported at the tablet. */
export const COMPLAIN_MINUTES = 10;
/** Defects a borrower can report. */
export const COMPLAINTS = ['incomplete', 'damaged'] as const;

const Kiosk = z.object({
  id: z.uuid(),
  name: z.string(),
  paired: z.boolean(),
  /** Time of the last use, or null. */
  seen_at: moment.nullable(),
});
export type Kiosk = z.output<typeof Kiosk>;

const Device = z.object({ code: z.string(), model: z.string() });
/** Gate for paired tablets: their users are anonymous until they show a card. */
const tabletGate = { ...lendingGate, guests: 'always' } as const;
const card = line(40).min(1);
const code = line(40).min(1);

export const lendingKiosk = {
  kiosks: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/kiosks',
    summary: 'Tablets of a point where borrowers help themselves',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ items: z.array(Kiosk) }),
  }),
  addKiosk: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/kiosks',
    summary: 'A code to pair a tablet with, for a quarter of an hour; told once',
    body: z.object({ point: z.uuid(), name: line(80).min(1) }),
    reply: Kiosk.extend({ code: z.string() }),
  }),
  endKiosk: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/kiosks/{id}',
    summary: 'A tablet is none any more: its session ends at once',
    params: byId,
    reply: done,
  }),
  card: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/card',
    summary: 'The code the visitor shows at a tablet; null: they have none',
    reply: z.object({ code: z.string().nullable() }),
  }),
  cardPicture: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/card/qr',
    summary: 'The own card as a QR code',
    /** Pairing code, which makes the address unique for caches. */
    query: z.object({ of: line(8).default('') }),
    reply: 'stream',
  }),
  makeCard: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/card',
    summary: 'A new code to show at a tablet; the one before ends',
    body: z.object({}),
    reply: z.object({ code: z.string() }),
  }),
  endCard: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/card',
    summary: 'No code opens anything at a tablet any more',
    reply: done,
  }),
  pairKiosk: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/pair',
    summary: 'Make this browser a tablet of a point by the code its desk was told; a session of nobody',
    body: z.object({ code: line(40).min(1) }),
    reply: done,
  }),
  kiosk: endpoint({
    ...tabletGate,
    method: 'GET',
    path: '/api/v1/lending/kiosk',
    summary: 'Which point this tablet stands at',
    reply: z.object({ point: z.string(), terms: z.string(), terms_version: count }),
  }),
  kioskBorrower: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/borrower',
    summary: 'What lies ready for whoever shows their card at the tablet',
    body: z.object({ card }),
    reply: z.object({
      /** First name, for the greeting. */
      name: z.string(),
      /** True if the borrower may take available devices without an order. */
      may_take: z.boolean(),
      ready: z.array(
        Device.extend({
          line_id: z.uuid(),
          end: day,
          /** Time at which it is due on that day; null: lent by the day. */
          ends_at: z.string().nullable(),
          /** Reason why the desk must hand it over; null: self-service. */
          at_desk: z.enum(['desk_only', 'too_early']).nullable(),
        }),
      ),
    }),
  }),
  kioskTake: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/take',
    summary: 'Take along what lies ready, or is free where the point says so, by card and code of the device',
    /** `terms_version`: version of the accepted terms, for devices that were not ordered. */
    body: z.object({ card, code, terms_version: count.default(0), key }),
    reply: z.object({ item: Device, end: day, ends_at: z.string().nullable() }),
  }),
  kioskReturn: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/return',
    summary: 'Bring a device back by its code, whoever had it; nobody is named',
    body: z.object({ code, key }),
    reply: z.object({
      line_id: z.uuid(),
      item: Device,
      late: count,
      /** True if the desk checks the device before it is lent again. */
      checked: z.boolean(),
    }),
  }),
  kioskComplain: endpoint({
    ...tabletGate,
    method: 'POST',
    path: '/api/v1/lending/kiosk/complaint',
    summary: 'Say of what was just brought back that something is missing or broken',
    body: z.object({ line: z.uuid(), result: z.enum(COMPLAINTS), note: text(500).default('') }),
    reply: done,
  }),
};
