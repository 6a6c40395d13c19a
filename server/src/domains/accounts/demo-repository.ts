/** Queries for the demo accounts, which are blocked while the demo is off. */
import { DEMO_ACCOUNTS } from '@fundus/contract/demo';
import { sql } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import type { RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import { lockPeople } from './repository.ts';

/** Value of `state_reason` that marks the block on demo accounts. */
const REASON = 'demo';

/**
 * If the demo is turned off, blocks the demo accounts and ends their sessions. If it is turned on, lifts these blocks. Returns the ids of all demo
 * accounts and whether any account changed.
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

/**
 * Locks the demo accounts and other loaded people who never signed in, whose last sign-in precedes their creation. Returns them with the time at
 * which the demo was loaded.
 */
export async function lockDemoPeople(db: Db, addresses: readonly string[]): Promise<{ people: RemovedPeople; since: Date | null }> {
  const rows = await db
    .selectFrom('person')
    .select(['person.id', 'person.created_at'])
    .where(
      sql<boolean>`(person.demo or coalesce(person.last_sign_in_at < person.created_at, true) and person.email = ${matchTexts(addresses)})`,
    )
    .orderBy('person.created_at')
    .limit(10_000)
    .execute();
  const people = await lockPeople(
    db,
    rows.map(({ id }) => id),
  );
  return { people, since: rows[0]?.created_at ?? null };
}

/** Returns the reason to keep a school or district, based on the first table with a row that references it, or `null` if there is none. */
export async function findHolder(db: Db, column: 'school_id' | 'district_id', id: string): Promise<string | null> {
  const holders: Record<
    string,
    { table: 'person' | 'school' | 'class' | 'learner_code' | 'licence' | 'news' | 'own_material'; of: 'both' | typeof column }
  > = {
    'it has other members': { table: 'person', of: 'both' },
    'a school is in it': { table: 'school', of: 'district_id' },
    'a class is there': { table: 'class', of: 'school_id' },
    'learner codes are there': { table: 'learner_code', of: 'school_id' },
    'it has licences': { table: 'licence', of: 'both' },
    'it has own material of others': { table: 'own_material', of: 'school_id' },
    'it has news of others': { table: 'news', of: 'both' },
  };
  for (const [why, { table, of }] of Object.entries(holders)) {
    if (of !== 'both' && of !== column) continue;
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${id} limit 1`.execute(db);
    if (rows.length > 0) return why;
  }
  return null;
}

/** Deletes a school. Returns the path of its logo, or `undefined` if the school does not exist. */
export async function removeSchool(db: Db, id: string): Promise<{ logo: string | null } | undefined> {
  const { rows } = await sql<{ logo: string | null }>`delete from school where school.id = ${id}
    returning 'schools/' || school.logo || case school.logo_mime when 'image/png' then '.png' else '.svg' end as logo`.execute(db);
  return rows[0];
}

export async function removeDistrict(db: Db, id: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('district').where('district.id', '=', id).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns whether the demo accounts exist. */
export async function hasDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('person').select('person.id').where('person.email', '=', DEMO_ACCOUNTS[0].login).executeTakeFirst();
  return row !== undefined;
}
