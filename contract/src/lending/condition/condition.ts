/** Condition of devices: checks, damage reports, photos and suspensions (docs/behaviour/lending.md#condition-and-damage). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, count, day, line, moment, text, version } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { tableQuery } from '../../table-file.ts';
import { DeviceItem, DeviceModel, MAX_PARTS } from '../points/points.ts';
import { DAMAGE_STATES, LIABILITIES, RECORD_KINDS, RETURN_RESULTS, SEVERITIES } from '../states.ts';
import { idempotencyKey, lendingGate } from '../gate.ts';
import { base64Length } from '../../base64.ts';
import { PHOTO_BYTES } from '../models/upload.ts';

export const MAX_PHOTOS = 6;
/** Part of a device with its expected and its actual count (`there`). */
const PartSeen = z.object({ name: line(80).min(1), count: z.int().min(0).max(99), there: z.int().min(0).max(99) });
export type PartSeen = z.output<typeof PartSeen>;

const photos = z.array(z.uuid()).max(MAX_PHOTOS).default([]);
const Photo = z.object({ id: z.uuid(), href: z.string(), width: count, height: count });
export type LendingPhoto = z.output<typeof Photo>;

const DeviceRecord = z.object({
  id: z.uuid(),
  kind: z.enum(RECORD_KINDS),
  at: moment,
  /** Name of the clerk, or an empty string if the account was deleted. */
  by: z.string(),
  /** School of the loan. `number` is the number of the order, as long as its borrower is stored. */
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
  /** True if reported by the end of the first opening day after the loan started. The damage then counts as older than the loan. */
  in_time: z.boolean(),
  /** Order of the loan, or `null` if there is none or if its borrower was deleted. */
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
  /** Last day of the suspension, or `null` if it lasts until the desk lifts it. */
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
    summary: 'Record of a device: loans, checks, repairs and damage; newest first, at most 200 of each',
    params: byId,
    reply: z.object({
      item: DeviceItem,
      model: DeviceModel,
      records: z.array(DeviceRecord),
      damage: z.array(DamageReport),
      /** Number of closed loans. `loan_days` is their total duration. */
      loans: count,
      loan_days: count,
    }),
  }),
  recordCondition: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items/{id}/condition',
    summary:
      'Record the condition of a device on issue, on return or in between; an incomplete or damaged device is quarantined, and damage opens a report',
    params: byId,
    body: z.object({
      kind: z.enum(['issue', 'return', 'check']),
      /** ID of the order line of the loan. Omitted for a check. */
      line: z.uuid().nullable().default(null),
      result: z.enum(['ok', 'incomplete', 'damaged']),
      parts: z.array(PartSeen).max(MAX_PARTS).default([]),
      note: text(500).default(''),
      photos,
      /** Day of the next inspection, set after a check without findings. */
      next_check_on: day.nullable().optional(),
      /** Details of the damage report that a return or check creates. Defaults to limited use and no liability. */
      damage: z
        .object({ severity: z.enum(SEVERITIES), liability: z.enum(['none', 'open']) })
        .nullable()
        .default(null),
      key: idempotencyKey,
    }),
    reply: DeviceItem,
  }),
  reportDamage: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/damage',
    summary: 'Report damage: borrowers of their loans, the desk of any device; an unusable device goes to repair',
    body: z.object({
      /** ID of the order line or of the device, of which exactly one must be set. */
      line: z.uuid().nullable().default(null),
      item: z.uuid().nullable().default(null),
      severity: z.enum(SEVERITIES),
      text: text(2_000).min(10),
      photos,
      key: idempotencyKey,
    }),
    reply: z.object({ id: z.uuid(), in_time: z.boolean() }),
  }),
  damage: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/damage',
    summary: 'Damage of devices of a point, open reports first',
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
    summary: 'Update a damage report: state, liability and cost',
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
    summary: 'Upload a photo of a device (JPEG, PNG, WebP, at most 8 MB); it is re-encoded without location and camera data',
    bodyLimit: base64Length(PHOTO_BYTES),
    body: z.object({
      /** ID of the order line or of the device, of which exactly one must be set. */
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
    summary: 'A photo of a device, for the desk and the uploader',
    params: byId,
    reply: 'stream',
  }),
  suspensions: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/suspensions',
    summary: 'Suspended borrowers of a point with reasons',
    query: z.object({ ...page, point: z.uuid() }),
    reply: pageOf(Suspension),
  }),
  suspend: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/suspend',
    summary: 'Suspend the borrower of an order at its point until a day, or until the desk ends it',
    params: byId,
    body: z.object({ until: day.nullable().default(null), reason: text(300).min(1), key: idempotencyKey }),
    reply: Suspension,
  }),
  endSuspension: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/suspensions/{id}/end',
    summary: 'End a suspension',
    params: byId,
    reply: Suspension,
  }),
};
