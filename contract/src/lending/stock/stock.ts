/** The stock of a lending point as a whole: from and into tables, what it is worth, what ends soon (docs/behaviour/lending.md#stock). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { count, day, language } from '../../fields.ts';
import { TABLE_BODY, TableFound, tableFile } from '../../tables/tables.ts';
import { tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

export const STOCK_ROWS = 5_000;
/** So many days before it ends something is told of. */
export const ENDING_DAYS = 90;
export const MAX_ENDING = 200;

/** Columns of a table of devices, in the order they are written. Without `code` and `model` it is none. */
export const STOCK_COLUMNS = [
  'code',
  'other_code',
  'model',
  'category',
  'maker',
  'serial',
  'shelf',
  'state',
  'not_lendable',
  'next_check_on',
  'bought_on',
  'price',
  'supplier',
  'warranty_until',
  'ends_on',
  'replacement',
  'parts',
  'identifier',
  'note',
] as const;
export type StockColumn = (typeof STOCK_COLUMNS)[number];
/** What of a device a table may change. */
export const CHANGED_COLUMNS = [
  'other_code',
  'serial',
  'shelf',
  'not_lendable',
  'next_check_on',
  'bought_on',
  'price',
  'supplier',
  'warranty_until',
  'ends_on',
  'note',
] as const satisfies readonly StockColumn[];

const StockRow = z.object({
  line: z.int(),
  code: z.string(),
  model: z.string(),
  result: z.enum(['new', 'changed', 'same', 'error']),
  changes: z.array(z.object({ field: z.enum(CHANGED_COLUMNS), before: z.string(), after: z.string() })),
  /** What is wrong with it, and in which column. */
  problem: z.object({ field: z.enum([...STOCK_COLUMNS, '']), rule: z.string() }).nullable(),
});
export type StockRow = z.output<typeof StockRow>;

export const ENDINGS = ['check', 'warranty', 'life'] as const;

export const lendingStock = {
  importItems: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items/import',
    summary: 'Devices from a table, each by its code: with `dry_run` what would happen, else all of it or nothing',
    bodyLimit: TABLE_BODY,
    body: z.object({
      point: z.uuid(),
      ...tableFile,
      dry_run: z.boolean(),
      /** Leave out lines with mistakes; otherwise one of them stops everything. */
      skip_errors: z.boolean().default(false),
      /** In which changes are told. */
      lang: language.default('de'),
    }),
    reply: z.object({
      table: TableFound,
      rows: z.array(StockRow),
      created: count,
      changed: count,
      same: count,
      errors: count,
      /** Models that come with them. */
      models: z.array(z.string()),
    }),
  }),
  exportItems: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/items/export',
    summary: 'All devices of a point as a table, in the columns they are imported by',
    query: z.object({ point: z.uuid(), ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  stock: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/stock',
    summary: 'What the devices of a point are worth, how many are in which state, and what ends within three months',
    query: z.object({ point: z.uuid() }),
    reply: z.object({
      /** Those that are neither lost nor retired. */
      devices: count,
      on_loan: count,
      quarantine: count,
      repair: count,
      lost: count,
      retired: count,
      /** In cents: what it would cost to replace them, and what they cost. A price stands in where nothing is said of replacing. */
      value_cents: z.int(),
      paid_cents: z.int(),
      /** Of which neither is known. */
      without_value: count,
      ending: z
        .array(z.object({ item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }), what: z.enum(ENDINGS), on: day }))
        .max(MAX_ENDING),
      /** The number of all that end, including those beyond the first. */
      ending_total: count,
    }),
  }),
};
