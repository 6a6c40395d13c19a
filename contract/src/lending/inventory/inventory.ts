/** Inventory of a lending point (docs/behaviour/lending.md#inventory). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, count, line, moment } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { ITEM_STATES } from '../states.ts';
import { TABLE_FORMATS, tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

/**
 * Result for a device or code. Not seen: `missing` (should be there), `lent` and `repair` (rightly absent). Seen: `found`, `moved` (at another
 * shelf), `still_lent` (on loan according to the records), `was_lost`, `was_retired`, `elsewhere` (of another point), `unknown` (no device).
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
/** Results of scanned codes. */
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
  /** Name of the model; '' if unknown. */
  model: z.string(),
  /** Expected shelf, and the shelf where it was seen. */
  shelf: z.string(),
  seen: z.string(),
  state: z.enum(ITEM_STATES).nullable(),
  /** Name of the owning point, if it is another one. */
  point: z.string(),
});
export type InventoryRow = z.output<typeof InventoryRow>;

/** Number of corrections made on completion. */
const Corrected = z.object({ lost: count, moved: count, taken_back: count, found: count });
export type Corrected = z.output<typeof Corrected>;

/** Stored report of a finished inventory: deviations and totals. */
export type InventoryReport = { counts: Record<InventoryGroup, number>; corrected: Corrected; rows: InventoryRow[] };

const Inventory = z.object({
  id: z.uuid(),
  point_id: z.uuid(),
  /** The beginning of the names of the counted shelves; '' for all. */
  shelf: z.string(),
  begun_at: moment,
  /** Null while it is in progress. */
  finished_at: moment.nullable(),
  counts,
  corrected: Corrected.nullable(),
});
export type Inventory = z.output<typeof Inventory>;

const Seen = z.object({
  group: z.enum(SEEN_AS),
  /** True if an earlier scan already recorded it. */
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
    summary: 'Inventories of a point, the newest first; at most one goes on',
    query: z.object({ ...page, point: z.uuid() }),
    reply: pageOf(Inventory),
  }),
  beginInventory: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/inventories',
    summary: 'Begin an inventory of a point; everybody at its desk counts in it',
    body: z.object({
      point: z.uuid(),
      /** The beginning of the names of the counted shelves; '' counts all. */
      shelf: line(60).default(''),
    }),
    reply: Inventory,
  }),
  inventory: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/inventories/{id}',
    summary: 'How far an inventory is, with the devices of one group',
    params: byId,
    query: z.object({ ...page, show: show.default('missing') }),
    reply: pageOf(InventoryRow).extend({ inventory: Inventory }),
  }),
  countItem: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/inventories/{id}/scans',
    summary: 'A device was seen, by its code; seen again it is counted once, at the shelf where it was seen last',
    params: byId,
    body: z.object({
      code: line(40).min(1),
      /** Shelf where it was seen; '': not stated. */
      shelf: line(60).default(''),
      /** Idempotency key of a scan. */
      key: z.uuid().optional(),
    }),
    reply: Seen,
  }),
  finishInventory: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/inventories/{id}/finish',
    summary: 'Finish an inventory, and correct in one act what the portal says wrong of the stock',
    params: byId,
    body: z.object({
      /** Marks missing devices as lost. */
      lose: z.boolean().default(false),
      /** Moves devices to the shelf where they were seen. */
      move: z.boolean().default(false),
      /** Takes back devices that were seen although they are on loan. */
      take_back: z.boolean().default(false),
      /** Marks lost devices that were seen as found, to be checked. */
      find: z.boolean().default(false),
    }),
    reply: Inventory,
  }),
  dropInventory: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/inventories/{id}',
    summary: 'Give up an inventory that goes on; nothing of it stays',
    params: byId,
    reply: done,
  }),
  inventoryReport: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/inventories/{id}/report',
    summary: 'The report of an inventory as a table or as PDF',
    params: byId,
    query: z.object({ ...tableQuery, format: z.enum([...TABLE_FORMATS, 'pdf']) }),
    heavy: true,
    reply: 'stream',
  }),
};
