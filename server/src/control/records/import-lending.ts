/**
 * Commands `lending points`, `lending import` and `lending reminders`, which migrate a lending point from another system (docs/import/lending.md).
 */
import { AppError } from '@fundus/contract/errors';
import { MIGRATION_TEMPLATES, REMINDER_STARTS } from '@fundus/contract/lending/migration/migration';
import { z } from 'zod';
import {
  importLending,
  listAllPoints,
  readLendingFile,
  releaseReminders,
  type MigrationCtx,
  type PointRow,
} from '../../domains/lending/index.ts';
import { OperatorError } from '../../operator-error.ts';
import type { CommandIo } from '../claim.ts';
import type { Running } from '../running.ts';
import { readOperatorTable } from './table-command.ts';

export const LendingImportArgs = z.object({
  table: z.enum(MIGRATION_TEMPLATES),
  file: z.string().min(1),
  /** Column assignments of the form `column=header`. */
  map: z.array(z.string()).default([]),
  point: z.string().optional(),
  dryRun: z.boolean().default(false),
  skipErrors: z.boolean().default(false),
});
export const RemindersArgs = z.object({ point: z.string().optional(), overdue: z.enum(REMINDER_STARTS) });

const MAX_LINES = 50;

export async function printPoints({ portal }: Running, io: CommandIo): Promise<number> {
  const points = await listAllPoints(portal.db);
  for (const { id, name, district_id, school_id } of points)
    io.line(`${id}\t${name}\t${school_id === null ? `district: ${district_id}` : `school: ${school_id}`}`);
  if (points.length === 0) io.line(NO_POINT);
  return 0;
}

const NO_POINT = 'There is no lending point yet: administrators add it in the portal, under "Verleih".';

/**
 * Returns the lending point with this id, or the only lending point if `id` is `undefined`. Otherwise throws an `OperatorError` that lists all
 * lending points.
 */
async function requirePoint({ portal }: Running, id: string | undefined): Promise<PointRow> {
  const all = await listAllPoints(portal.db);
  const found = id === undefined && all.length === 1 ? all[0] : all.find((point) => point.id === id);
  if (found) return found;
  if (all.length === 0) throw new OperatorError(NO_POINT);
  const choice = all.map((point) => `${point.id} (${point.name})`).join(', ');
  throw new OperatorError(`${id === undefined ? 'point: name one with --point' : `point: there is no lending point ${id}`}: ${choice}`);
}

const contextOf = ({ portal }: Running, db = portal.db): MigrationCtx => ({
  ...{ db, now: portal.now(), user: null, secret: portal.secret, config: portal.config },
});

/** Imports a table and prints the rejected and changed rows. Returns 1 if rows were rejected. */
export async function runLendingImport(running: Running, args: z.output<typeof LendingImportArgs>, io: CommandIo): Promise<number> {
  const { portal } = running;
  const point = await requirePoint(running, args.point);
  const read = readLendingFile(args.table);
  const table = await readOperatorTable(args, read, (each) => each.found, io);
  const how = { dry_run: args.dryRun, skip_errors: args.skipErrors };
  const look = await importLending({ ctx: contextOf(running), point }, { ...how, dry_run: true }, table);
  const named = look.rows.filter(({ result }) => result === 'error' || result === 'changed');
  for (const { line, name, result, why } of named.slice(0, MAX_LINES))
    io.line(`row ${line} ${name} ${result === 'error' ? 'rejected' : 'changed'}${why === '' ? '' : `: ${why}`}`);
  if (named.length > MAX_LINES) io.line(`… and ${named.length - MAX_LINES} more`);
  if (look.gone.length > 0) io.line(`imported before and missing from this file: ${look.gone.join(', ')}`);
  io.line(`new: ${look.created}, changed: ${look.changed}, unchanged: ${look.same}, rejected: ${look.errors}`);
  if (args.dryRun) return look.errors > 0 ? 1 : 0;
  if (look.errors > 0 && !args.skipErrors)
    throw new OperatorError('Nothing was written. Correct the file, or leave these rows out with --skip-errors.');
  try {
    await portal.db.transaction().execute((db) => importLending({ ctx: contextOf(running, db), point }, how, table));
  } catch (error) {
    if (error instanceof AppError && error.code === 'version_conflict')
      throw new OperatorError('Nothing was written: the desk has changed one of these meanwhile. Run the command again.');
    throw error;
  }
  io.line(`${point.name}: written`);
  return look.errors > 0 ? 1 : 0;
}

export async function runReminders(
  running: Running,
  { point: id, overdue }: z.output<typeof RemindersArgs>,
  io: CommandIo,
): Promise<number> {
  const { portal } = running;
  const point = await requirePoint(running, id);
  const { loans } = await portal.db.transaction().execute((db) => releaseReminders({ ctx: contextOf(running, db), point }, overdue));
  io.line(`${point.name}: reminders are on for imported loans (${loans.open} open, ${loans.overdue} overdue)`);
  return 0;
}
