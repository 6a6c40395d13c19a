/**
 * Enables and disables the demo. Disabling locks out its people and codes, including those loaded long ago
 * (docs/operate/install.md#the-demo).
 */
import { setDemoAccounts } from './domains/accounts/index.ts';
import { setDemoCodes } from './domains/classes/index.ts';
import type { Portal } from './http/context.ts';

/** Enables or disables the demo's accounts and codes and ends their sessions. Returns the number of accounts. */
export const switchDemo = ({ db, now }: Pick<Portal, 'db' | 'now'>, on: boolean): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { ids, changed } = await setDemoAccounts(trx, on, now());
    // Without a change, a code suspended by a demo teacher keeps its state.
    if (changed) await setDemoCodes(trx, ids, on, now());
    return ids.length;
  });
