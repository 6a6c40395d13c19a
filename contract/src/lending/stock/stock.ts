/** Stock of a lending point with import, export, total value and expiring dates (docs/behaviour/lending.md#stock). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { count, day, language } from '../../fields.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../../tables/tables.ts';
import { tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

export const STOCK_ROWS = 5_000;
/** Number of days before an expiry date from which the date is listed. */
export const ENDING_DAYS = 90;
export const MAX_ENDING = 200;

/** Columns of a table of devices, in the order of the export. Only `code` and `model` are required. */
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
/** Columns that an import may change for an existing device. */
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
  /** Invalid column and violated rule, or `null`. */
  problem: z.object({ field: z.enum([...STOCK_COLUMNS, '']), rule: z.string() }).nullable(),
});
export type StockRow = z.output<typeof StockRow>;

export const ENDINGS = ['check', 'warranty', 'life'] as const;

export const lendingStock = {
  importItems: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/items/import',
    summary: 'Import devices from a table by their code; with `dry_run` a preview, otherwise all or nothing',
    bodyLimit: TABLE_BODY,
    body: z.object({
      point: z.uuid(),
      ...tableFile,
      dry_run: z.boolean(),
      /** True to skip rows with errors. Otherwise a single error rejects the whole file. */
      skip_errors: z.boolean().default(false),
      /** Language in which changes are described. */
      lang: language.default('de'),
    }),
    reply: z.object({
      table: RecognisedTable,
      rows: z.array(StockRow),
      created: count,
      changed: count,
      same: count,
      errors: count,
      /** Names of models that the import creates. */
      models: z.array(z.string()),
    }),
  }),
  exportItems: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/items/export',
    summary: 'All devices of a point as a table with the columns of the import',
    query: z.object({ point: z.uuid(), ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  stock: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/stock',
    summary: 'Value of the devices of a point, counts by state, and dates that end within three months',
    query: z.object({ point: z.uuid() }),
    reply: z.object({
      /** Number of devices that are neither lost nor retired. */
      devices: count,
      on_loan: count,
      quarantine: count,
      repair: count,
      lost: count,
      retired: count,
      /** Total replacement value in cents, for which the price is used if there is none. `paid_cents` is the total purchase price. */
      value_cents: z.int(),
      paid_cents: z.int(),
      /** Number of devices that have neither a replacement value nor a price. */
      without_value: count,
      ending: z
        .array(z.object({ item: z.object({ id: z.uuid(), code: z.string(), model: z.string() }), what: z.enum(ENDINGS), on: day }))
        .max(MAX_ENDING),
      /** Total number of expiring dates, of which only the first `MAX_ENDING` are listed. */
      ending_total: count,
    }),
  }),
};
