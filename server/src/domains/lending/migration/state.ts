/** Progress of a migration, and the start of reminders for imported loans (docs/behaviour/lending.md#migration-from-another-system). */
import { today } from '@fundus/contract/days';
import { openDaysBefore, openDaysBetween } from '@fundus/contract/lending/calendar/rules';
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { lendingMigration, MigrationState } from '@fundus/contract/lending/migration/migration';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requirePoint } from '../points/access.ts';
import { lockPoint } from '../stock/stock-table-repository.ts';
import type { MigrationContext } from './migrating.ts';
import { countMigrated, listPausedOverdueLoans, resumeMails, setLadder, setLevel } from './migration-repository.ts';

export async function readMigrationState(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingMigration.migration>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  return stateOf({ ctx, point });
}

export async function stateOf({ ctx, point }: MigrationContext): Promise<MigrationState> {
  const counts = await countMigrated(ctx.db, point.id, today(ctx.now));
  return {
    devices: counts.devices,
    borrowers: { accounts: counts.accounts, private: counts.privates },
    loans: { imported: counts.loans, open: counts.loans_open, overdue: counts.loans_overdue },
    reservations: { imported: counts.reservations, open: counts.reservations_open },
    paused: { lines: counts.paused, overdue: counts.paused_overdue, people: counts.people },
  };
}

type Start = Input<typeof lendingMigration.startReminders>['body'];

export async function startReminders(ctx: UserCtx, { point: id, overdue }: Start): Promise<MigrationState> {
  const point = await requirePoint(ctx, id, 'desk');
  return releaseReminders({ ctx, point }, overdue);
}

/**
 * Starts reminders of imported loans. With `first`, the next dunning level is due today and later levels follow at their intervals. With `reminded`,
 * the levels reached so far count as sent by the other system.
 */
export async function releaseReminders(about: MigrationContext, overdue: Start['overdue']): Promise<MigrationState> {
  const { ctx, point } = about;
  const { db, now } = ctx;
  const day = today(now);
  await lockPoint(db, point.id);
  const steps = point.overdue_days;
  const lines = await listPausedOverdueLoans(db, point.id, day);
  if (overdue === 'first') {
    for (const [level, of] of Map.groupBy(lines, ({ overdue_level }) => overdue_level))
      if (level < steps.length)
        await setLadder(
          db,
          of.map((line) => line.id),
          openDaysBefore(point, day, steps[level]!),
        );
  } else {
    const reached = (due: string): number => steps.filter((days) => days <= openDaysBetween(point, due, day)).length;
    for (const [level, of] of Map.groupBy(lines, ({ due_on, overdue_level }) => Math.max(reached(due_on), overdue_level)))
      await setLevel(
        db,
        of.map((line) => line.id),
        level,
      );
  }
  await resumeMails(db, point.id);
  const scope = { school: point.school_id, district: point.district_id };
  await recordAudit(ctx, 'lending.start_reminders', null, { overdue, lines: lines.length }, scope);
  return stateOf(about);
}
