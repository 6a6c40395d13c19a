/**
 * Imports licences from a table with a column for the school (docs/behaviour/licences.md#import-from-a-table). New licences are created, and existing
 * ones are renewed.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, day } from '../fields.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../tables/tables.ts';
import { MAX_LICENCES_AT_ONCE } from './bulk.ts';

/** Results for a row. `changed` means that an existing licence gets new terms, and `here` that it already has these terms. */
export const ROW_RESULTS = ['new', 'changed', 'here', 'unknown', 'expired', 'error'] as const;
/** Results that mean that the row is rejected. */
export const REJECTED_ROW_RESULTS = ['unknown', 'expired', 'error'] as const satisfies readonly (typeof ROW_RESULTS)[number][];
export const MAX_ASSIGNED_ROWS = MAX_LICENCES_AT_ONCE;

export const LicenceImportRow = z.object({
  line: z.int(),
  /** Medium as named in the file. */
  medium: z.string(),
  title: z.string().nullable(),
  /** Name of the school, or an empty string for the district and for the user's own school. */
  school: z.string(),
  valid_to: day.nullable(),
  previous_valid_to: day.nullable(),
  result: z.enum(ROW_RESULTS),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type LicenceImportRow = z.output<typeof LicenceImportRow>;

export const licenceAssign = {
  assignTable: endpoint({
    method: 'POST',
    path: '/api/v1/licences/import',
    summary: 'Import licences from a table with school numbers: with `dry_run` a preview, otherwise all valid rows',
    access: 'user',
    bodyLimit: TABLE_BODY,
    body: z.object({ ...tableFile, dry_run: z.boolean() }),
    reply: z.object({
      table: RecognisedTable,
      rows: z.array(LicenceImportRow),
      created: count,
      changed: count,
      here: count,
      left_out: count,
      /** ID with which the import can be undone, or `null` if nothing was changed. */
      bulk_id: z.uuid().nullable(),
    }),
  }),
};
