/** What is done about accounts from time to time. */
import type { Portal } from '../../http/context.ts';
import { removeOldLimits } from './limits.ts';
import { removeOldTokens } from './token-repository.ts';

const DAY = 86_400_000;

/** Safe to be run as often as one likes, by several processes. */
export async function sweepAccounts(portal: Portal): Promise<void> {
  const now = portal.now();
  await removeOldLimits(portal.db, now);
  await removeOldTokens(portal.db, new Date(now.getTime() - DAY));
}
