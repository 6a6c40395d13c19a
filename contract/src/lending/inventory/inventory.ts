/** Inventories of lending points (docs/behaviour/lending.md#inventory). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, count, line, moment } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { ITEM_STATES } from '../states.ts';
import { TABLE_FORMATS, tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

/**
 * Group of a device or code. Not counted: `missing` (should be there), `lent` and `repair` (legitimately away). Counted: `found`, `moved` (on
 * another shelf), `still_lent` (recorded as on loan), `was_lost`, `was_retired`, `elsewhere` (belongs to another point), `unknown`.
 */
export const INVENTORY_GROUPS = [
  'missing',
  'moved',
  'still_lent',
  'was_lost',
  'was_retired',
  'elsewhere',
  'unknown',
  'lent',
  'repair',
  'found',
] as const;
export type InventoryGroup = (typeof INVENTORY_GROUPS)[number];
/** Groups of scanned codes. */
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
  /** '' for an unknown code. */
  model: z.string(),
  /** Expected shelf, and the shelf where the device was counted. */
  shelf: z.string(),
  seen: z.string(),
  state: z.enum(ITEM_STATES).nullable(),
  /** Name of the point that owns the device. */
  point: z.string(),
});
export type InventoryRow = z.output<typeof InventoryRow>;

/** Number of corrections at the end. */
const Corrected = z.object({ lost: count, moved: count, taken_back: count, found: count });
export type Corrected = z.output<typeof Corrected>;

/** Stored report of a finished inventory: counts, and the rows that were not in order. */
export type InventoryReport = { counts: Record<InventoryGroup, number>; corrected: Corrected; rows: InventoryRow[] };

const Inventory = z.object({
  id: z.uuid(),
  point_id: z.uuid(),
  /** Start of the names of the counted shelves; '' for all. */
  shelf: z.string(),
  begun_at: moment,
  /** `null`: still running. */
  finished_at: moment.nullable(),
  counts,
  corrected: Corrected.nullable(),
});
export type Inventory = z.output<typeof Inventory>;

const Seen = z.object({
  group: z.enum(SEEN_AS),
  /** The code was counted before, by another scan. */
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
      /** Start of the names of the counted shelves; '' for all. */
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
      /** Shelf where it was counted; '': not given. */
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
      /** Mark missing devices as lost. */
      lose: z.boolean().default(false),
      /** Move devices to the shelf where they were counted. */
      move: z.boolean().default(false),
      /** Take back devices that were counted although on loan. */
      take_back: z.boolean().default(false),
      /** Return lost devices that were counted, for a check. */
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
