/** Whether the demo can be used: an operator who takes it off keeps its people and codes out, also those loaded long ago (docs/operate/install.md#the-demo). */
import { setDemoAccounts } from './domains/accounts/index.ts';
import { setDemoCodes } from './domains/classes/index.ts';
import type { Portal } from './http/context.ts';

/** Lets the accounts and codes of the demo in, or keeps them out and ends their sessions; gives how many accounts that are. */
export const switchDemo = ({ db, now }: Pick<Portal, 'db' | 'now'>, on: boolean): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { ids, changed } = await setDemoAccounts(trx, on, now());
    // Where nothing changed a code that a teacher of the demo suspended stays so.
    if (changed) await setDemoCodes(trx, ids, on, now());
    return ids.length;
  });
