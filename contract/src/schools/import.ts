/** Import of the schools of a district from a table, such as the list a Land publishes (docs/behaviour/schools.md#import). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count } from '../fields.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../tables/tables.ts';

export const SCHOOL_ROWS = 5_000;

/** Columns of the table that the import stores. */
export const SCHOOL_COLUMNS = ['number', 'name', 'kind', 'street', 'postcode', 'city', 'email', 'phone', 'website'] as const;
export type SchoolColumn = (typeof SCHOOL_COLUMNS)[number];

const SchoolImportRow = z.object({
  line: z.int(),
  number: z.string(),
  name: z.string(),
  result: z.enum(['new', 'changed', 'same', 'error']),
  changes: z.array(z.object({ field: z.enum(SCHOOL_COLUMNS), before: z.string(), after: z.string() })),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type SchoolImportRow = z.output<typeof SchoolImportRow>;

export const schoolImport = {
  import: endpoint({
    method: 'POST',
    path: '/api/v1/schools/import',
    summary: 'Import schools from a table by their numbers: with `dry_run` a preview, otherwise all or nothing',
    access: 'districtAdmin',
    bodyLimit: TABLE_BODY,
    body: z.object({
      ...tableFile,
      dry_run: z.boolean(),
      /** Skips invalid rows. By default, one invalid row cancels the import. */
      skip_errors: z.boolean().default(false),
    }),
    reply: z.object({
      table: RecognisedTable,
      rows: z.array(SchoolImportRow),
      created: count,
      changed: count,
      same: count,
      errors: count,
    }),
  }),
};
