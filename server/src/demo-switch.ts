/**
 * Enables and disables the demo. Disabling it locks out all demo accounts and codes, even those that were loaded long ago
 * (docs/operate/install.md#the-demo).
 */
import { setDemoAccounts } from './domains/accounts/index.ts';
import { setDemoCodes } from './domains/classes/index.ts';
import type { Portal } from './http/context.ts';

/** Enables or disables the accounts and codes of the demo. Disabling also ends their sessions. Returns the number of demo accounts. */
export const switchDemo = ({ db, now }: Pick<Portal, 'db' | 'now'>, on: boolean): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { ids, changed } = await setDemoAccounts(trx, on, now());
    // If no account changed, codes are not changed either, so that a code suspended by a demo teacher remains suspended.
    if (changed) await setDemoCodes(trx, ids, on, now());
    return ids.length;
  });
