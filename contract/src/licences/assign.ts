/** Licences from a table with a column for the school: new ones are entered, existing ones renewed (docs/behaviour/licences.md#import-from-a-table). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, day } from '../fields.ts';
import { TABLE_BODY, TableFound, tableFile } from '../tables/tables.ts';
import { MAX_LICENCES_AT_ONCE } from './bulk.ts';

/** `changed`: an existing licence gets the terms of the row; `here`: it has them already. */
export const ASSIGNED_RESULTS = ['new', 'changed', 'here', 'unknown', 'expired', 'error'] as const;
/** Results of rows that are rejected. */
export const ASSIGNED_REJECTED = ['unknown', 'expired', 'error'] as const satisfies readonly (typeof ASSIGNED_RESULTS)[number][];
export const ASSIGNED_ROWS = MAX_LICENCES_AT_ONCE;

export const AssignedRow = z.object({
  line: z.int(),
  /** The medium as the file names it. */
  medium: z.string(),
  title: z.string().nullable(),
  /** Name of the school; '' for the district or the user's school. */
  school: z.string(),
  valid_to: day.nullable(),
  previous_valid_to: day.nullable(),
  result: z.enum(ASSIGNED_RESULTS),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type AssignedRow = z.output<typeof AssignedRow>;

export const licenceAssign = {
  assignTable: endpoint({
    method: 'POST',
    path: '/api/v1/licences/import',
    summary: 'Import licences from a table with school numbers: with `dry_run` a preview, otherwise all valid rows',
    access: 'user',
    bodyLimit: TABLE_BODY,
    body: z.object({ ...tableFile, dry_run: z.boolean() }),
    reply: z.object({
      table: TableFound,
      rows: z.array(AssignedRow),
      created: count,
      changed: count,
      here: count,
      left_out: count,
      /** Id for undoing; null if nothing was written. */
      bulk_id: z.uuid().nullable(),
    }),
  }),
};
