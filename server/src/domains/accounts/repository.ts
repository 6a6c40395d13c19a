/** SQL of accounts. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Who signs in with this name: e-mail or user name, compared without case. */
export const findByLogin = (db: Db, login: string) =>
  db
    .selectFrom('person')
    .select(['person.id', 'person.password_hash', 'person.state'])
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['person.email']), '=', login.toLowerCase()),
        eb(eb.fn<string>('lower', ['person.username']), '=', login.toLowerCase()),
      ]),
    )
    .limit(1)
    .executeTakeFirst();

export async function countAttempts(db: Db, key: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('sign_in_attempt')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sign_in_attempt.key', '=', key)
    .where('sign_in_attempt.at', '>=', since)
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function addAttempts(db: Db, keys: readonly string[], at: Date): Promise<void> {
  await db
    .insertInto('sign_in_attempt')
    .values(keys.map((key) => ({ key, at })))
    .execute();
}

export const forgetAttempts = (db: Db, key: string): Promise<unknown> =>
  db.deleteFrom('sign_in_attempt').where('sign_in_attempt.key', '=', key).execute();

export const removeOldAttempts = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('sign_in_attempt').where('sign_in_attempt.at', '<', before).execute();

export const setSchoolAdmin = (db: Db, personId: string, value: '1' | '2'): Promise<unknown> =>
  db.updateTable('person').set({ school_admin: value }).where('person.id', '=', personId).execute();

export type NewPerson = {
  id: string;
  email: string | null;
  username?: string | null;
  password_hash: string | null;
  vorname: string;
  name: string;
  role: string;
  school_admin: string;
  district_admin: string;
  capabilities: string[];
  school_id: string | null;
  district_id: string | null;
  demo?: boolean;
};

export const insertPeople = (db: Db, people: readonly NewPerson[]): Promise<unknown> =>
  db
    .insertInto('person')
    .values([...people])
    .execute();

export const insertDistrict = (db: Db, district: { id: string; name: string }): Promise<unknown> =>
  db.insertInto('district').values(district).execute();

export const insertSchools = (
  db: Db,
  schools: readonly { id: string; district_id: string; name: string; number: string; street: string; postcode: string; city: string }[],
): Promise<unknown> =>
  db
    .insertInto('school')
    .values([...schools])
    .execute();

/** Nobody has been here: no people, no media. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    used: boolean;
  }>`select exists (select from person) or exists (select from media_item) or exists (select from district) as used`.execute(db);
  return rows[0]?.used === false;
}
