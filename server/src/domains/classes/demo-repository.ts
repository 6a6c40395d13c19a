/** SQL of the learner codes of the demo: one of them stands in the documents. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Suspends the codes these people made and ends their sessions, or lets them in again. */
export async function setDemoCodes(db: Db, makers: readonly string[], on: boolean, now: Date): Promise<void> {
  const those = sql<string>`any(${sql.val([...makers])}::uuid[])`;
  const codes = await db
    .updateTable('learner_code')
    .set({ state: on ? 'in_use' : 'suspended', state_since: now })
    .where('learner_code.created_by', '=', those)
    .where('learner_code.state', 'in', on ? ['suspended'] : ['prepared', 'issued', 'in_use'])
    .returning('learner_code.id')
    .execute();
  const ids = codes.map(({ id }) => id);
  if (!on && ids.length > 0)
    await db
      .deleteFrom('session')
      .where('session.code_id', '=', sql<string>`any(${sql.val(ids)}::uuid[])`)
      .execute();
}
