/** Start of counted runtimes (docs/behaviour/licences.md#runtimes). */
import { today } from '@fundus/contract/days';
import { periodOf, type Runtime } from '@fundus/contract/licences/rules';
import type { UserCtx } from '../../../http/context.ts';
import { updateLicence, type ManagedRow } from '../manage-repository.ts';

/** Starts the runtime of a licence with its first seat, unless a first day was entered. */
export async function startRuntime(ctx: Pick<UserCtx, 'db' | 'now' | 'config'>, row: ManagedRow): Promise<void> {
  if (row.valid_from !== null) return;
  const period = periodOf({ ...row, runtime: row.runtime as Runtime }, true, today(ctx.now), ctx.config.schoolYearEnd);
  if (period.valid_from !== null) await updateLicence(ctx.db, row.id, row.version, period);
}
