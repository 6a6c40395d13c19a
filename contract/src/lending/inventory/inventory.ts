/** Inventories of lending points (docs/behaviour/lending.md#inventory). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, count, line, moment } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { ITEM_STATES } from '../states.ts';
import { TABLE_FORMATS, tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

/** Groups of the devices and codes in an inventory. */
export const INVENTORY_GROUPS = [
  /** Devices that should be on their shelf but were not counted. */
  'missing',
  /** Devices that were counted on another shelf. */
  'moved',
  /** Counted devices that are recorded as on loan. */
  'still_lent',
  /** Counted devices that are marked as lost. */
  'was_lost',
  /** Counted devices that are marked as retired. */
  'was_retired',
  /** Counted devices of another lending point. */
  'elsewhere',
  /** Counted codes that belong to no device. */
  'unknown',
  /** Devices on loan, which were not counted. */
  'lent',
  /** Devices in repair, which were not counted. */
  'repair',
  /** Counted devices that are in order. */
  'found',
] as const;
export type InventoryGroup = (typeof INVENTORY_GROUPS)[number];
/** Groups to which a scanned code can belong. */
const SEEN_AS = [
  'found',
  'moved',
  'still_lent',
  'was_lost',
  'was_retired',
  'elsewhere',
  'unknown',
] as const satisfies readonly InventoryGroup[];

const counts = z.record(z.enum(INVENTORY_GROUPS), count);

const InventoryRow = z.object({
  group: z.enum(INVENTORY_GROUPS),
  code: z.string(),
  /** Name of the model, or an empty string for an unknown code. */
  model: z.string(),
  /** Expected shelf. `seen` is the shelf on which the device was counted. */
  shelf: z.string(),
  seen: z.string(),
  state: z.enum(ITEM_STATES).nullable(),
  /** Name of the lending point that owns the device. */
  point: z.string(),
});
export type InventoryRow = z.output<typeof InventoryRow>;

/** Number of corrections made when the inventory was finished. */
const Corrected = z.object({ lost: count, moved: count, taken_back: count, found: count });
export type CorrectionResult = z.output<typeof Corrected>;

/** Stored report of a finished inventory, with counts and the rows that were not in order. */
export type InventoryReport = { counts: Record<InventoryGroup, number>; corrected: CorrectionResult; rows: InventoryRow[] };

const Inventory = z.object({
  id: z.uuid(),
  point_id: z.uuid(),
  /** Beginning of the names of the counted shelves, or an empty string for all shelves. */
  shelf: z.string(),
  begun_at: moment,
  /** `null` while the inventory is running. */
  finished_at: moment.nullable(),
  counts,
  corrected: Corrected.nullable(),
});
export type Inventory = z.output<typeof Inventory>;

const Seen = z.object({
  group: z.enum(SEEN_AS),
  /** True if another scan has already counted the code. */
  again: z.boolean(),
  code: z.string(),
  model: z.string(),
  shelf: z.string(),
  point: z.string(),
});
export type Seen = z.output<typeof Seen>;

const show = z.enum(INVENTORY_GROUPS);

export const lendingInventory = {
  inventories: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/inventories',
    summary: 'Inventories of a point, newest first; at most one is running',
    query: z.object({ ...page, point: z.uuid() }),
    reply: pageOf(Inventory),
  }),
  beginInventory: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/inventories',
    summary: 'Start an inventory of a point; its whole desk counts in it',
    body: z.object({
      point: z.uuid(),
      /** Beginning of the names of the counted shelves, or an empty string for all shelves. */
      shelf: line(60).default(''),
    }),
    reply: Inventory,
  }),
  inventory: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/inventories/{id}',
    summary: 'Progress of an inventory, with the devices of one group',
    params: byId,
    query: z.object({ ...page, show: show.default('missing') }),
    reply: pageOf(InventoryRow).extend({ inventory: Inventory }),
  }),
  countItem: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/inventories/{id}/scans',
    summary: 'Count a device by its code; a repeated count updates only its shelf',
    params: byId,
    body: z.object({
      code: line(40).min(1),
      /** Shelf on which the device was counted, or an empty string if it was not entered. */
      shelf: line(60).default(''),
      /** Idempotency key of the scan. */
      key: z.uuid().optional(),
    }),
    reply: Seen,
  }),
  finishInventory: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/inventories/{id}/finish',
    summary: 'Finish an inventory and apply the chosen corrections to the stock',
    params: byId,
    body: z.object({
      /** True to mark missing devices as lost. */
      lose: z.boolean().default(false),
      /** True to move devices to the shelf on which they were counted. */
      move: z.boolean().default(false),
      /** True to take back devices that were counted although they are recorded as on loan. */
      take_back: z.boolean().default(false),
      /** True to return counted devices that are marked as lost, so that they can be checked. */
      find: z.boolean().default(false),
    }),
    reply: Inventory,
  }),
  dropInventory: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/inventories/{id}',
    summary: 'Discard a running inventory',
    params: byId,
    reply: done,
  }),
  inventoryReport: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/inventories/{id}/report',
    summary: 'Report of an inventory as a table or as PDF',
    params: byId,
    query: z.object({ ...tableQuery, format: z.enum([...TABLE_FORMATS, 'pdf']) }),
    heavy: true,
    reply: 'stream',
  }),
};
