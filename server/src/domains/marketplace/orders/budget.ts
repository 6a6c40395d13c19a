/** Budget of a school in a school year, and what is left of it (docs/behaviour/marketplace.md#budget). */
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { schoolYearOf } from '@fundus/contract/marketplace/order-states';
import type { Reply } from '@fundus/contract/endpoint';
import type { orders } from '@fundus/contract/marketplace/orders';
import { shiftDay } from '@fundus/contract/days';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { findBudget, saveBudget, sumSpent } from './budget-repository.ts';
import { mayApprove } from '../policy.ts';

type Budget = Reply<typeof orders.setBudget>;

export async function readBudget(ctx: Pick<UserCtx, 'db' | 'now' | 'config'>, school_id: string, lock = false): Promise<Budget> {
  const { schoolYearEnd } = ctx.config;
  const year = schoolYearOf(today(ctx.now), schoolYearEnd);
  const cents = (await findBudget(ctx.db, school_id, year, lock))?.cents ?? null;
  const spent = await sumSpent(ctx.db, school_id, { from: shiftDay(`${year}-${schoolYearEnd}`, 1), to: `${year + 1}-${schoolYearEnd}` });
  return { year, cents, spent, left: cents === null ? null : cents - spent };
}

export async function setBudget(ctx: UserCtx, cents: number | null): Promise<Budget> {
  const { user } = ctx;
  if (!mayApprove(user) || user.school_id === null) throw new AppError('forbidden');
  const before = await readBudget(ctx, user.school_id, true);
  await saveBudget(ctx.db, user.school_id, before.year, cents);
  await recordAudit(ctx, 'purchase.budget', { cents: before.cents }, { cents });
  return readBudget(ctx, user.school_id);
}
