/** Condition of devices: checks at hand-over and return, damage, photos, and suspended borrowers (docs/behaviour/lending.md#condition-and-damage). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, count, day, line, moment, text, version } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { tableQuery } from '../../table-file.ts';
import { DeviceItem, DeviceModel, MAX_PARTS } from '../points/points.ts';
import { DAMAGE_STATES, LIABILITIES, RECORD_KINDS, RETURN_RESULTS, SEVERITIES } from '../states.ts';
import { key, lendingGate } from '../gate.ts';
import { base64Length } from '../../base64.ts';
import { PHOTO_BYTES } from '../models/upload.ts';

export const MAX_PHOTOS = 6;
/** A part of a device, with the expected and the counted number. */
const PartSeen = z.object({ name: line(80).min(1), count: z.int().min(0).max(99), there: z.int().min(0).max(99) });
export type PartSeen = z.output<typeof PartSeen>;

const photos = z.array(z.uuid()).max(MAX_PHOTOS).default([]);
const Photo = z.object({ id: z.uuid(), href: z.string(), width: count, height: count });
export type LendingPhoto = z.output<typeof Photo>;

const DeviceRecord = z.object({
  id: z.uuid(),
  kind: z.enum(RECORD_KINDS),
  at: moment,
  /** Name of the desk clerk; empty if no longer known. */
  by: z.string(),
  /** School of the loan; with the number of the order while its borrower is known. */
  school: z.string(),
  number: z.string(),
  result: z.enum(RETURN_RESULTS).nullable(),
  parts: z.array(PartSeen),
  note: z.string(),
  photos: z.array(Photo),
});
export type DeviceRecord = z.output<typeof DeviceRecord>;

export const DamageReport = z.object({
  id: z.uuid(),
  item: z.object({ id: z.uuid(), code: z.string(), model: z.string(), state: DeviceItem.shape.state }),
  reported_by: z.string(),
  /** True if reported by the end of the first opening day of the loan, as damage that existed before. */
  in_time: z.boolean(),
  /** Order of the loan; null if there is none or it is anonymised. */
  order: z.object({ id: z.uuid(), number: z.string(), borrower: z.string() }).nullable(),
  text: z.string(),
  severity: z.enum(SEVERITIES),
  state: z.enum(DAMAGE_STATES),
  liability: z.enum(LIABILITIES),
  cost_cents: count.nullable(),
  answer: z.string(),
  photos: z.array(Photo),
  created_at: moment,
  version,
});
export type DamageReport = z.output<typeof DamageReport>;

export const Suspension = z.object({
  id: z.uuid(),
  borrower: z.string(),
  school: z.string(),
  /** Last day; null: until it is lifted. */
  until: day.nullable(),
  reason: z.string(),
  automatic: z.boolean(),
  created_at: moment,
});
export type Suspension = z.output<typeof Suspension>;

export const lendingCondition = {
  pass: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/items/{id}/pass',
    summary: 'The life of a device: loans, checks, repairs, damage; the newest first, at most 200 of each',
    params: byId,
    reply: z.object({
      item: DeviceItem,
      model: DeviceModel,
      records: z.array(DeviceRecord),
      damage: z.array(DamageReport),
      /** Number of completed loans, and their days. */
      loans: count,
      loan_days: count,
    }),
  }),
  recordCondition: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items/{id}/condition',
    summary:
      'Write down how a device is: as it goes out, as it came back, or between two loans; what is not in order goes to quarantine, and damage becomes a report',
    params: byId,
    body: z.object({
      kind: z.enum(['issue', 'return', 'check']),
      /** Line of the loan; absent for a check. */
      line: z.uuid().nullable().default(null),
      result: z.enum(['ok', 'incomplete', 'damaged']),
      parts: z.array(PartSeen).max(MAX_PARTS).default([]),
      note: text(500).default(''),
      photos,
      /** The day of the next inspection, after a check that found the device in order. */
      next_check_on: day.nullable().optional(),
      /** Details of the report that damage at a return or a check opens; null: limited use, no payment. */
      damage: z
        .object({ severity: z.enum(SEVERITIES), liability: z.enum(['none', 'open']) })
        .nullable()
        .default(null),
      key,
    }),
    reply: DeviceItem,
  }),
  reportDamage: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/damage',
    summary: 'Report damage: borrowers of what they have, the desk of any device; what cannot be used goes to repair',
    body: z.object({
      /** Line of the own loan; otherwise a device is given. */
      line: z.uuid().nullable().default(null),
      item: z.uuid().nullable().default(null),
      severity: z.enum(SEVERITIES),
      text: text(2_000).min(10),
      photos,
      key,
    }),
    reply: z.object({ id: z.uuid(), in_time: z.boolean() }),
  }),
  damage: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/damage',
    summary: 'Damage of devices of a point, what is open first',
    query: z.object({ ...page, point: z.uuid(), show: z.enum(['open', 'over']).default('open') }),
    reply: pageOf(DamageReport),
  }),
  exportDamage: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/damage/export',
    summary: 'Damage of devices of a point as a table',
    query: z.object({ point: z.uuid(), show: z.enum(['open', 'over']).default('open'), ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  changeDamage: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/damage/{id}',
    summary: 'Go on with a report of damage: examined, in repair, repaired, written off; who is liable, and what it costs',
    params: byId,
    body: z.object({
      state: z.enum(DAMAGE_STATES).optional(),
      liability: z.enum(LIABILITIES).optional(),
      cost_cents: z.int().min(0).max(100_000_000).nullable().optional(),
      answer: text(1_000).optional(),
      version,
    }),
    reply: DamageReport,
  }),
  addPhoto: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/photos',
    summary: 'Bring a photo of a device (JPEG, PNG, WebP, at most 8 MB); it is drawn anew, so that neither place nor camera stay in it',
    bodyLimit: base64Length(PHOTO_BYTES),
    body: z.object({
      /** Line of the own loan; otherwise a device is given. */
      line: z.uuid().nullable().default(null),
      item: z.uuid().nullable().default(null),
      content: z.base64().max(base64Length(PHOTO_BYTES)),
    }),
    reply: Photo,
  }),
  photo: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/photos/{id}',
    summary: 'A photo of a device, for the desk and for who brought it',
    params: byId,
    reply: 'stream',
  }),
  suspensions: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/suspensions',
    summary: 'Who may not borrow at a point, and why',
    query: z.object({ ...page, point: z.uuid() }),
    reply: pageOf(Suspension),
  }),
  suspend: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/suspend',
    summary: 'The borrower of an order may not borrow at its point until a day, or until somebody ends it',
    params: byId,
    body: z.object({ until: day.nullable().default(null), reason: text(300).min(1), key }),
    reply: Suspension,
  }),
  endSuspension: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/suspensions/{id}/end',
    summary: 'They may borrow again',
    params: byId,
    reply: Suspension,
  }),
};
