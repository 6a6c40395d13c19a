/** SQL of the accounts of the demo: shut where the demo is off. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Why an account is blocked that the demo brought. */
const REASON = 'demo';

/** Blocks the accounts of the demo and ends their sessions, or lets those in again that were blocked by it. Gives the ids of all. */
export async function setDemoAccounts(db: Db, on: boolean, now: Date): Promise<string[]> {
  const people = await db.selectFrom('person').select('person.id').where('person.demo', '=', true).execute();
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const those = sql<string>`any(${sql.val(ids)}::uuid[])`;
  if (on)
    await db
      .updateTable('person')
      .set({ state: 'active', state_reason: '', state_since: now })
      .where('person.id', '=', those)
      .where('person.state', '=', 'blocked')
      .where('person.state_reason', '=', REASON)
      .execute();
  else {
    await db
      .updateTable('person')
      .set({ state: 'blocked', state_reason: REASON, state_since: now })
      .where('person.id', '=', those)
      .where('person.state', '<>', 'blocked')
      .execute();
    await db.deleteFrom('session').where('session.person_id', '=', those).execute();
  }
  return ids;
}
