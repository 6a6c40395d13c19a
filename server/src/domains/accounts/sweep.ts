/** Steps of the hourly routine for accounts. */
import { DAYS_KEPT } from '@fundus/contract/accounts/states';
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { remindApprovers } from './registration/approvers.ts';
import { removeOldPendingSignIns } from './factors/factor-repository.ts';
import { removeOldOidcRequests } from './providers/provider-repository.ts';
import { removeUnconfirmed } from './registration/registration-repository.ts';
import { removeOldTokens } from './token-repository.ts';

/** Runs the steps. Idempotent and safe to run in several processes. */
export async function sweepAccounts(portal: Portal, { remind = true } = {}): Promise<void> {
  const now = portal.now();
  await removeOldPendingSignIns(portal.db, now);
  await removeOldOidcRequests(portal.db, now);
  await removeOldTokens(portal.db, new Date(now.getTime() - DAY));
  await removeUnconfirmed(portal.db, new Date(now.getTime() - DAYS_KEPT.pending_email * DAY));
  if (remind) await remindApprovers(portal);
}
