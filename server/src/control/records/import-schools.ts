/**
 * Command `school import FILE`: imports the schools of a district from a table. Columns are detected as in the import screen (docs/import/tables.md).
 */
import type { SchoolImportRow } from '@fundus/contract/schools/import';
import { z } from 'zod';
import { importSchools, readSchoolTable } from '../../domains/schools/index.ts';
import { OperatorError } from '../../operator-error.ts';
import type { CommandIo } from '../claim.ts';
import { requireDistrict } from '../place-commands.ts';
import type { Running } from '../running.ts';
import { readOperatorTable } from './table-command.ts';

export const SchoolImportArgs = z.object({
  file: z.string().min(1),
  /** Column assignments of the form `column=header`. */
  map: z.array(z.string()).default([]),
  district: z.string().optional(),
  dryRun: z.boolean().default(false),
  skipErrors: z.boolean().default(false),
});

const MAX_LINES = 50;

/** Imports the schools and prints the result of each row except unchanged ones. Returns 1 if rows were rejected. */
export async function runSchoolImport({ portal }: Running, args: z.output<typeof SchoolImportArgs>, io: CommandIo): Promise<number> {
  const district = await requireDistrict({ portal }, args.district);
  const table = await readOperatorTable(args, readSchoolTable, ({ found }) => found, io);
  const how = { dry_run: args.dryRun, skip_errors: args.skipErrors };
  const look = await importSchools({ db: portal.db, now: portal.now(), user: null }, district, { ...how, dry_run: true }, table);
  printRows(look.rows, io);
  io.line(`new: ${look.created}, changed: ${look.changed}, unchanged: ${look.same}, rejected: ${look.errors}`);
  if (args.dryRun) return look.errors > 0 ? 1 : 0;
  if (look.errors > 0 && !args.skipErrors)
    throw new OperatorError('Nothing was written. Correct the file, or skip these rows with --skip-errors.');
  await portal.db.transaction().execute((db) => importSchools({ db, now: portal.now(), user: null }, district, how, table));
  io.line(`${district.name}: written`);
  return look.errors > 0 ? 1 : 0;
}

function printRows(rows: readonly SchoolImportRow[], io: CommandIo): void {
  const named = rows.filter(({ result }) => result === 'error' || result === 'changed');
  for (const { line, number, result, problem, changes } of named.slice(0, MAX_LINES)) {
    const why = problem
      ? `${problem.field}: ${problem.rule}`
      : changes.map(({ field, before, after }) => `${field}: ${before} -> ${after}`).join('; ');
    io.line(`row ${line} ${number} ${result === 'error' ? 'rejected' : 'changed'}: ${why}`);
  }
  if (named.length > MAX_LINES) io.line(`… and ${named.length - MAX_LINES} more`);
}
