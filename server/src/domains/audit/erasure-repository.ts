/** Queries for erasures, which are repeated when a backup is restored. */
import type { Db } from '../../db/open.ts';

export type Erasure = { person_hash: string; erased_at: Date };

export const insertErasures = (db: Db, erasures: readonly Erasure[]): Promise<unknown> =>
  db
    .insertInto('erasure')
    .values([...erasures])
    .onConflict((conflict) => conflict.column('person_hash').doNothing())
    .execute();

/** Returns the erasures after the hash `after`, sorted by hash. */
export const listErasures = (db: Db, after: string, limit: number): Promise<Erasure[]> =>
  db
    .selectFrom('erasure')
    .select(['erasure.person_hash', 'erasure.erased_at'])
    .where('erasure.person_hash', '>', after)
    .orderBy('erasure.person_hash')
    .limit(limit)
    .execute();

export const removeErasures = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('erasure').where('erasure.erased_at', '<', before).execute();

/** Returns the ids of people after the id `after`, sorted. */
export async function listPeopleIds(db: Db, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('person.id')
    .$if(after !== null, (people) => people.where('person.id', '>', after!))
    .orderBy('person.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
