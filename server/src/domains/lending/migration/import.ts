/** Imports tables from another system. They are read in a child process, validated row by row, and written completely or not at all. */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import type { lendingMigration, MigrationRow, MigrationStep } from '@fundus/contract/lending/migration/migration';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { isDuplicate } from '../../../db/is-duplicate.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../../tables/read-content.ts';
import { requirePoint } from '../points/access.ts';
import { lockModels } from '../allocation/booking.ts';
import { lockPoint } from '../stock/stock-table-repository.ts';
import { checkBorrowers, writeBorrowers } from './borrowers.ts';
import { readDevices } from './devices.ts';
import { checkLoans, writeLoans } from './loans.ts';
import type { MigrationContext } from './migrating.ts';
import { checkReservations, writeReservations } from './reservations.ts';
import type * as readFile from './read-file.ts';
import type { MigrationTable } from './read-file.ts';

const { readMigration } = readInChild<typeof readFile>(
  new URL('./read-file.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

type Asked = Input<typeof lendingMigration.migrate>;
type Answer = Reply<typeof lendingMigration.migrate>;

/** Reads a table before the transaction begins. Throws `too_large` or `validation_failed`. */
export async function readMigrationFile(ctx: UserCtx, { params, body }: Asked): Promise<MigrationTable> {
  await requirePoint(ctx, body.point, 'desk');
  return readMigration(params.step, decodeTableContent(body.content), body.mapping);
}

/** Reads a table for the operator's command. */
export const readOperatorFile = (step: MigrationStep, content: Uint8Array, mapping?: Asked['body']['mapping']): Promise<MigrationTable> =>
  readMigration(step, content, mapping);

export async function migrate(ctx: UserCtx, { body }: Asked, table: MigrationTable): Promise<Answer> {
  return importMigration({ ctx, point: await requirePoint(ctx, body.point, 'desk') }, body, table);
}

type ImportOptions = { dry_run: boolean; skip_errors: boolean };
type Plan = { rows: MigrationRow[]; gone: string[]; write: () => Promise<void> };

/** Imports a table. A dry run returns the same result without writing anything. */
export async function importMigration(
  about: MigrationContext,
  { dry_run, skip_errors }: ImportOptions,
  { step, table, lines }: MigrationTable,
): Promise<Answer> {
  const { ctx, point } = about;
  if (!dry_run) {
    requireColumns(table.found);
    await lockPoint(ctx.db, point.id);
  }
  const plan = await makePlan(about, step, lines, !dry_run);
  const of = (result: MigrationRow['result']): number => plan.rows.filter((row) => row.result === result).length;
  const counts = { created: of('new'), changed: of('changed'), same: of('same'), errors: of('error') };
  const reply = {
    table: attachRejectedRows(table.found, table.rows, plan.rows),
    rows: plan.rows.map(({ line, name, about: words, result, notes, problem }) => ({ line, name, about: words, result, notes, problem })),
    ...{ ...counts, gone: plan.gone },
  };
  if (dry_run) return reply;
  if (counts.errors > 0 && !skip_errors) throw invalid('content', 'rows', { errors: counts.errors });
  try {
    await plan.write();
  } catch (error) {
    // Meanwhile the desk has lent the device or added the number.
    if (isDuplicate(error)) throw new AppError('version_conflict');
    throw error;
  }
  const { created, changed, errors } = counts;
  const scope = { school: point.school_id, district: point.district_id };
  await recordAudit(ctx, 'lending.migrate', null, { step, created, changed, left_out: errors }, scope);
  return reply;
}

async function makePlan(about: MigrationContext, step: MigrationStep, lines: MigrationTable['lines'], lock: boolean): Promise<Plan> {
  const { ctx, point } = about;
  if (step === 'borrowers') {
    const rows = await checkBorrowers(about, lines);
    return { rows, gone: [], write: () => writeBorrowers(about, rows.filter(isWritten)) };
  }
  const devices = await readDevices(ctx.db, point.id);
  if (lock) await lockModels(ctx, [...new Set([...devices.models.values()].map(({ id }) => id))]);
  if (step === 'loans') {
    // Reads the devices again under the lock, because the desk may have lent one of them.
    const checked = await checkLoans(about, lines, lock ? await readDevices(ctx.db, point.id) : devices);
    return { rows: checked.rows, gone: checked.gone, write: () => writeLoans(about, checked, checked.rows.filter(isWritten)) };
  }
  const checked = await checkReservations(about, lines, devices);
  return { rows: checked.rows, gone: [], write: () => writeReservations(about, checked, checked.rows.filter(isWritten)) };
}

const isWritten = ({ result }: MigrationRow): boolean => result === 'new' || result === 'changed';
