/** Counting what a lending point has (docs/behaviour/lending.md#inventory). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, count, line, moment } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { ITEM_STATES } from '../states.ts';
import { TABLE_FORMATS, tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

/**
 * What is said of a device, or of a code. Not seen: `missing` (it should be there), `lent` and `repair` (rightly away). Seen: `found`, `moved` (at another
 * shelf), `still_lent` (somebody has it, as far as anybody wrote down), `was_lost`, `was_retired`, `elsewhere` (another point's), `unknown` (nobody's).
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
/** Those of codes that are seen. */
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
  /** '' where nobody knows it. */
  model: z.string(),
  /** Where it should be, and where it was seen. */
  shelf: z.string(),
  seen: z.string(),
  state: z.enum(ITEM_STATES).nullable(),
  /** Whose it is, where it is another point's. */
  point: z.string(),
});
export type InventoryRow = z.output<typeof InventoryRow>;

/** What was corrected when it was finished, in numbers. */
const Corrected = z.object({ lost: count, moved: count, taken_back: count, found: count });
export type Corrected = z.output<typeof Corrected>;

/** As it is kept of an inventory that is finished: all that was not in order, and how many were. */
export type InventoryReport = { counts: Record<InventoryGroup, number>; corrected: Corrected; rows: InventoryRow[] };

const Inventory = z.object({
  id: z.uuid(),
  point_id: z.uuid(),
  /** The beginning of the names of the counted shelves; '' for all. */
  shelf: z.string(),
  begun_at: moment,
  /** Null: it goes on. */
  finished_at: moment.nullable(),
  counts,
  corrected: Corrected.nullable(),
});
export type Inventory = z.output<typeof Inventory>;

const Seen = z.object({
  group: z.enum(SEEN_AS),
  /** It was seen before, with another scan. */
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
      /** Where it was seen; '': not said. */
      shelf: line(60).default(''),
      /** Of one scan: what is sent again with it hears the same. */
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
      /** What is missing is lost. */
      lose: z.boolean().default(false),
      /** What was seen at another shelf belongs there. */
      move: z.boolean().default(false),
      /** What was seen although somebody has it is taken back. */
      take_back: z.boolean().default(false),
      /** What was lost is there again, and to be looked at. */
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
