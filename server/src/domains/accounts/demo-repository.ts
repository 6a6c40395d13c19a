/** SQL of the accounts of the demo: shut where the demo is off. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Why an account is blocked that the demo brought. */
const REASON = 'demo';

/**
 * Blocks the accounts of the demo and ends their sessions, or lets those in again that were blocked by it. Gives the ids of all, and whether any was
 * as it should not be.
 */
export async function setDemoAccounts(db: Db, on: boolean, now: Date): Promise<{ ids: string[]; changed: boolean }> {
  const people = await db.selectFrom('person').select('person.id').where('person.demo', '=', true).execute();
  const ids = people.map(({ id }) => id);
  const those = sql<string>`any(${sql.val(ids)}::uuid[])`;
  const change = db.updateTable('person').where('person.id', '=', those);
  const { numUpdatedRows } = on
    ? await change
        .set({ state: 'active', state_reason: '', state_since: now })
        .where('person.state', '=', 'blocked')
        .where('person.state_reason', '=', REASON)
        .executeTakeFirst()
    : await change
        .set({ state: 'blocked', state_reason: REASON, state_since: now })
        .where('person.state', '<>', 'blocked')
        .executeTakeFirst();
  if (!on) await db.deleteFrom('session').where('session.person_id', '=', those).execute();
  return { ids, changed: numUpdatedRows > 0n };
}
