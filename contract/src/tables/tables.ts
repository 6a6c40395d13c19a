/** Import of tables: the uploaded file with its mapping, and the recognised columns of the reply (docs/import/tables.md). */
import { z } from 'zod';
import { count, line } from '../fields.ts';

/** Maximum size of an uploaded table in bytes. */
export const TABLE_BYTES = 4_000_000;
/** Maximum number of columns of a table. */
export const TABLE_COLUMNS = 200;
/** Number of rows at the top of a file that are searched for the header. */
export const HEADER_ROWS = 40;
/** Maximum number of unknown values of a column that are listed. */
export const LISTED_VALUES = 100;

const column = z.string().max(40);

/** A column of the file by its number from 0, or one value for all rows. */
const Place = z.union([z.object({ at: z.int().min(0).max(TABLE_COLUMNS) }), z.object({ value: line(500) })]);

/** A mapping as the user has corrected it. A column that is not named is not imported. */
export const TableMapping = z.object({
  /** Worksheet of a workbook; '' for the recognised one. */
  sheet: z.string().max(200).default(''),
  /** Row of the header; 0 if the file has none, absent if it is to be recognised. */
  header: z.int().min(0).max(100_000).optional(),
  /** If absent, columns are recognised by their names. */
  columns: z
    .array(z.object({ column, place: Place }))
    .max(60)
    .optional(),
  /** Codes of values that are not recognised; '' treats the value as an empty cell. */
  values: z
    .array(z.object({ column, value: z.string().max(500), code: z.string().max(100) }))
    .max(500)
    .default([]),
});
export type TableMapping = z.output<typeof TableMapping>;
export type MappingInput = z.input<typeof TableMapping>;

/** Fields of the body of every call that imports a table. */
export const tableFile = {
  /** The file in Base64: CSV or .xlsx. */
  content: z.base64().max(Math.ceil((TABLE_BYTES * 4) / 3) + 4),
  /** If absent, columns are recognised by their names. */
  mapping: TableMapping.optional(),
};
/** Maximum body size of a table import in bytes. */
export const TABLE_BODY = 6_000_000;

/** The recognised columns of a table and their mapping. */
export const TableFound = z.object({
  format: z.enum(['csv', 'xlsx']),
  /** Worksheets of a workbook; empty for CSV. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** Row of the header; 0 if there is none. */
  header: count,
  /** Program whose export was recognised, such as `schild`; '' for none. */
  source: z.string(),
  headers: z.array(
    z.object({
      name: z.string(),
      /** Number of rows with a value in this column. */
      filled: count,
      samples: z.array(z.string()),
      /** True for the column of reasons in a file of rejected rows. */
      reason: z.boolean(),
    }),
  ),
  columns: z.array(
    z.object({
      column: z.string(),
      required: z.boolean(),
      /** One value for all rows is offered if the file does not have the column. */
      for_all: z.boolean(),
      /** Number of the column of the file; null if it has none. */
      at: z.int().nullable(),
      /** Value for all rows; null if none is set. */
      value: z.string().nullable(),
      /** Codes the values of this column are mapped to; empty for free text. */
      choices: z.array(z.string()),
    }),
  ),
  /** Values that were not recognised, or were mapped manually; `code` is null while the value is unknown. */
  values: z.array(z.object({ column: z.string(), value: z.string(), rows: count, code: z.string().nullable() })),
  /** Required columns that have neither a column of the file nor a value for all rows. */
  missing: z.array(z.string()),
  /** Original cells of rejected rows. */
  rejected: z.array(z.object({ line: count, cells: z.array(z.string()) })),
});
export type TableFound = z.output<typeof TableFound>;
