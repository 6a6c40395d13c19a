/** Fields shared by all endpoints that import a table: the uploaded file with its mapping, and the recognised columns (docs/import/tables.md). */
import { z } from 'zod';
import { count, line } from '../fields.ts';

/** Maximum size of an uploaded table in bytes. */
export const TABLE_BYTES = 4_000_000;
/** Maximum number of columns in a table. */
export const TABLE_COLUMNS = 200;
/** Number of rows at the top of a file that are searched for the header. */
export const HEADER_ROWS = 40;
/** Maximum number of unknown values listed per column. */
export const LISTED_VALUES = 100;

const column = z.string().max(40);

/** Source of a value: a column of the file, counted from 0, or a fixed value for all rows. */
const Place = z.union([z.object({ at: z.int().min(0).max(TABLE_COLUMNS) }), z.object({ value: line(500) })]);

/** Mapping as corrected by the user. Columns that are not mapped are not imported. */
export const TableMapping = z.object({
  /** Name of the worksheet in a workbook; '' selects the one that was recognised. */
  sheet: z.string().max(200).default(''),
  /** Row number of the header; 0 if the file has none. If missing, the header is detected. */
  header: z.int().min(0).max(100_000).optional(),
  /** Source of each column. If missing, columns are recognised by their names. */
  columns: z
    .array(z.object({ column, place: Place }))
    .max(60)
    .optional(),
  /** Codes of unrecognised values. The code '' treats the value as an empty cell. */
  values: z
    .array(z.object({ column, value: z.string().max(500), code: z.string().max(100) }))
    .max(500)
    .default([]),
});
export type TableMapping = z.output<typeof TableMapping>;
export type MappingInput = z.input<typeof TableMapping>;

/** Body fields of every call that imports a table. */
export const tableFile = {
  /** CSV or .xlsx file in Base64. */
  content: z.base64().max(Math.ceil((TABLE_BYTES * 4) / 3) + 4),
  /** Mapping of the columns. If missing, columns are recognised by their names. */
  mapping: TableMapping.optional(),
};
/** Maximum body size of a table import in bytes. */
export const TABLE_BODY = 6_000_000;

/** The recognised columns of a table and their mapping. */
export const RecognisedTable = z.object({
  format: z.enum(['csv', 'xlsx']),
  /** Names of the worksheets; empty for CSV. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** Row number of the header; 0 if the file has none. */
  header: count,
  /** Program that exported the file, such as `schild`; '' if it was not recognised. */
  source: z.string(),
  headers: z.array(
    z.object({
      name: z.string(),
      /** Number of rows with a value in the column. */
      filled: count,
      samples: z.array(z.string()),
      /** True for the column with rejection reasons, which files of rejected rows contain. */
      reason: z.boolean(),
    }),
  ),
  columns: z.array(
    z.object({
      column: z.string(),
      required: z.boolean(),
      /** True if a fixed value for all rows can be set when the file lacks the column. */
      for_all: z.boolean(),
      /** Position of the column in the file, counted from 0; null if the file lacks it. */
      at: z.int().nullable(),
      /** Fixed value for all rows; null if none is set. */
      value: z.string().nullable(),
      /** Codes to which values of the column are mapped; empty for free text. */
      choices: z.array(z.string()),
    }),
  ),
  /** Values that were mapped manually or not recognised. `code` is null for an unknown value. */
  values: z.array(z.object({ column: z.string(), value: z.string(), rows: count, code: z.string().nullable() })),
  /** Required columns that the file lacks and for which no fixed value is set. */
  missing: z.array(z.string()),
  /** Original cells of the rejected rows. */
  rejected: z.array(z.object({ line: count, cells: z.array(z.string()) })),
});
export type RecognisedTable = z.output<typeof RecognisedTable>;
