/** Import of media-centre staff and their capabilities from a table (docs/behaviour/invitations.md#staff-from-a-table). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, text } from '../fields.ts';
import { CAPABILITIES } from '../people/rules.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../tables/tables.ts';

export const STAFF_ROWS = 500;

const Capabilities = z.array(z.enum(CAPABILITIES));

/** Row of the table. The result is `new` if the person is invited, `changed` if capabilities change, and `same` if nothing changes. */
export const StaffImportRow = z.object({
  line: z.int(),
  email: z.string(),
  vorname: z.string(),
  name: z.string(),
  capabilities: Capabilities,
  /** Previous capabilities, or `null` for a new invitation. */
  before: Capabilities.nullable(),
  result: z.enum(['new', 'changed', 'same', 'error']),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type StaffImportRow = z.output<typeof StaffImportRow>;

export const staffImport = {
  staffTable: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/staff/import',
    summary:
      'Import staff of the district from a table: with `dry_run` a preview, otherwise invitations and responsibilities, all or nothing',
    access: 'districtAdmin',
    bodyLimit: TABLE_BODY,
    body: z.object({
      ...tableFile,
      message: text(500).default(''),
      dry_run: z.boolean(),
      /** True to skip invalid rows. Otherwise a single invalid row stops the import. */
      skip_errors: z.boolean().default(false),
    }),
    reply: z.object({ table: RecognisedTable, rows: z.array(StaffImportRow), invited: count, changed: count, same: count, errors: count }),
  }),
};
