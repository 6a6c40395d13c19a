/** The stock of a lending point: tables, value, and devices that end soon (docs/behaviour/lending.md#stock). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { count, day, language } from '../../fields.ts';
import { TABLE_BODY, TableFound, tableFile } from '../../tables/tables.ts';
import { tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

export const STOCK_ROWS = 5_000;
/** Days before the end of warranty or service life on which the desk is notified. */
export const ENDING_DAYS = 90;
export const MAX_ENDING = 200;

/** Columns of a stock table in the order of exports; `code` and `model` are required. */
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
/** Columns that may change existing devices. */
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
  /** Error of the line and its column. */
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
      /** Skips invalid lines; otherwise a single one stops the import. */
      skip_errors: z.boolean().default(false),
      /** Language in which changes are described. */
      lang: language.default('de'),
    }),
    reply: z.object({
      table: TableFound,
      rows: z.array(StockRow),
      created: count,
      changed: count,
      same: count,
      errors: count,
      /** New models of the table. */
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
      /** Number of devices that are neither lost nor retired. */
      devices: count,
      on_loan: count,
      quarantine: count,
      repair: count,
      lost: count,
      retired: count,
      /** Replacement value and purchase prices in cents; the price is used if the replacement value is unknown. */
      value_cents: z.int(),
      paid_cents: z.int(),
      /** Number of devices without either. */
      without_value: count,
      ending: z
        .array(z.object({ item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }), what: z.enum(ENDINGS), on: day }))
        .max(MAX_ENDING),
      /** The number of all that end, including those beyond the first. */
      ending_total: count,
    }),
  }),
};
