import type { AccountState } from '@fundus/contract/accounts/states';
import type { Salutation } from '@fundus/contract/accounts/choices';
import { sql, type RawBuilder } from 'kysely';
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';
import { requirePlace } from './require-place.ts';

/** Returns the SQL equivalent of `isStudent`: the person is no teacher or staff member and administers nothing. */
export const isStudentSql = (alias: 'person' | 'p'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.role`)} not in ('L', 'P') and ${sql.ref(`${alias}.school_admin`)} = '0'
    and ${sql.ref(`${alias}.district_admin`)} = '0' and cardinality(${sql.ref(`${alias}.capabilities`)}) = 0)`;

/**
 * Returns the account with an e-mail address, user name or (if enabled) borrower code, ignoring case. If a school number is given, only people of
 * this school are found.
 */
export const findByLogin = (db: Db, login: string, { codes, school }: { codes: boolean; school?: string | undefined }) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select(['person.id', 'person.password_hash', 'person.state'])
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['person.email']), '=', login.toLowerCase()),
        eb(eb.fn<string>('lower', ['person.username']), '=', login.toLowerCase()),
        ...(codes ? [eb(eb.fn<string>('lower', ['person.borrower_code']), '=', login.toLowerCase())] : []),
      ]),
    )
    .$if(Boolean(school), (query) => query.where((eb) => eb(eb.fn<string>('lower', ['school.number']), '=', school!.toLowerCase())))
    // User names take precedence over borrower codes.
    .orderBy((eb) => eb(eb.fn<string>('lower', ['person.borrower_code']), '=', login.toLowerCase()))
    .limit(1)
    .executeTakeFirst();

/** Returns all names with which a person can sign in. */
export async function listNames(db: Db, personId: string): Promise<string[]> {
  const row = await db
    .selectFrom('person')
    .select(['person.email', 'person.username', 'person.borrower_code'])
    .where('person.id', '=', personId)
    .executeTakeFirst();
  return row ? [row.email, row.username, row.borrower_code].filter((name) => name !== null) : [];
}

/** Returns the language of the account that has confirmed this address. */
export const findAccountAt = (db: Db, email: string): Promise<{ locale: string | null } | undefined> =>
  db
    .selectFrom('person')
    .select('person.locale')
    .where((eb) => eb(eb.fn<string>('lower', ['person.email']), '=', email.toLowerCase()))
    .where('person.state', '<>', 'pending_email')
    .executeTakeFirst();

export const findSchoolState = (db: Db, schoolId: string) =>
  db.selectFrom('school').select(['school.state', 'school.state_reason']).where('school.id', '=', schoolId).executeTakeFirst();

export const recordSignIn = (db: Db, personId: string, now: Date): Promise<unknown> =>
  db.updateTable('person').set({ last_sign_in_at: now }).where('person.id', '=', personId).execute();

/** Stores the use of a device. Returns whether the device was known and how many other devices are known. */
export async function recordDevice(db: Db, personId: string, device: string, now: Date): Promise<{ known: boolean; others: number }> {
  const rows = await db
    .selectFrom('known_device')
    .select('known_device.device')
    .where('known_device.person_id', '=', personId)
    .limit(1_000)
    .execute();
  await db
    .insertInto('known_device')
    .values({ person_id: personId, device, first_at: now, last_at: now })
    .onConflict((conflict) => conflict.columns(['person_id', 'device']).doUpdateSet({ last_at: now }))
    .execute();
  const others = rows.filter((row) => row.device !== device).length;
  return { known: others < rows.length, others };
}

/** Returns the account data that only the person may see. */
export const findOwnAccount = (db: Db, personId: string) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select([
      'person.id',
      'person.salutation',
      'person.vorname',
      'person.name',
      'person.email',
      'person.username',
      'person.borrower_code',
      'person.password_hash',
      'person.locale',
      'person.muted',
      'person.mail_daily',
      'person.portal_off',
      'person.demo',
      'person.version',
      'school.name as schulname',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirst();

export const setPassword = (db: Db, personId: string, password_hash: string): Promise<unknown> =>
  db.updateTable('person').set({ password_hash }).where('person.id', '=', personId).execute();

/** Returns the state of an account and locks it until the transaction ends. */
export async function lockState(db: Db, personId: string): Promise<{ state: AccountState; version: number } | undefined> {
  const row = await db
    .selectFrom('person')
    .select(['person.state', 'person.version'])
    .where('person.id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, state: row.state as AccountState };
}

export const setState = (db: Db, personId: string, state: AccountState, state_reason: string, state_since: Date): Promise<unknown> =>
  db
    .updateTable('person')
    .set((eb) => ({
      ...{ state, state_reason, state_since, reminded: 0 },
      dormant_notified_at: null,
      erasure_kept_at: null,
      blocked_before: state === 'erasure_pending' ? sql<boolean>`person.state = 'blocked'` : false,
      version: eb('person.version', '+', 1),
    }))
    .where('person.id', '=', personId)
    .execute();

/** Ends all sessions of a person except the session `except`. */
export const endSessions = (db: Db, personId: string, except?: string): Promise<unknown> =>
  db
    .deleteFrom('session')
    .where('session.person_id', '=', personId)
    .$if(except !== undefined, (query) => query.where('session.id', '<>', except!))
    .execute();

/** Switches the view of an administrator. Returns false if the person is no longer an administrator. */
export async function setView(db: Db, personId: string, value: '1' | '2'): Promise<boolean> {
  const row = await db
    .updateTable('person')
    .set({ school_admin: value })
    .where('person.id', '=', personId)
    .where('person.school_admin', '<>', '0')
    .returning('person.id')
    .executeTakeFirst();
  return row !== undefined;
}

export type NewPerson = {
  id: string;
  email: string | null;
  username?: string | null;
  password_hash: string | null;
  vorname: string;
  name: string;
  role: ValueOf<'person', 'role'>;
  school_admin: ValueOf<'person', 'school_admin'>;
  district_admin: ValueOf<'person', 'district_admin'>;
  capabilities: ValueOf<'person', 'capabilities'>;
  school_id: string | null;
  district_id: string | null;
  demo?: boolean;
  borrower_code?: string | null;
  salutation?: Salutation;
  state?: AccountState;
  state_reason?: string;
  last_sign_in_at?: Date | null;
  locale?: string | null;
};

export const isAddressFree = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('person')
    .select('person.id')
    .where((eb) => eb(eb.fn<string>('lower', ['person.email']), '=', email.toLowerCase()))
    .executeTakeFirst()) === undefined;

/** Inserts people. Throws `validation_failed` for an administrator without a school or district. */
export const insertPeople = async (db: Db, people: readonly NewPerson[]): Promise<void> => {
  for (const person of people) requirePlace(person);
  await db
    .insertInto('person')
    .values([...people])
    .execute();
};

export const insertDistrict = (db: Db, district: { id: string; name: string }): Promise<unknown> =>
  db.insertInto('district').values(district).execute();

/** Serializes transactions that may create the first district. */
export const lockDistricts = (db: Db): Promise<unknown> => sql`lock table district in share row exclusive mode`.execute(db);

export const hasDistrict = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('district').select('district.id').limit(1).executeTakeFirst()) !== undefined;

/** Assigns all administrators without a school or district to the district. Returns their number. */
export async function assignAdministratorsToDistrict(db: Db, district_id: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set((eb) => ({ district_id, version: eb('person.version', '+', 1) }))
    .where('person.district_admin', '=', '1')
    .where('person.district_id', 'is', null)
    .where('person.school_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export const insertSchools = (
  db: Db,
  schools: readonly { id: string; district_id: string; name: string; number: string; street: string; postcode: string; city: string }[],
): Promise<unknown> =>
  db
    .insertInto('school')
    .values([...schools])
    .execute();

/** Returns whether the portal has no people, no media and no districts. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    used: boolean;
  }>`select exists (select from person) or exists (select from media_item) or exists (select from district) as used`.execute(db);
  return rows[0]?.used === false;
}

/** Locks people in the order of their ids and returns those that exist. */
export async function lockPeople(db: Db, ids: readonly string[]): Promise<RemovedPeople> {
  const people = await db
    .selectFrom('person')
    .select((eb) => ['person.id', eb.fn<string | null>('lower', ['person.email']).as('email')])
    .select((eb) => eb.fn<string | null>('lower', ['person.username']).as('username'))
    .where('person.id', '=', matchPeople({ ids }))
    .orderBy('person.id')
    .forUpdate()
    .execute();
  return {
    ids: people.map(({ id }) => id),
    addresses: people.flatMap(({ email }) => email || []),
    usernames: people.flatMap(({ username }) => username || []),
  };
}

/** Stores when accounts were last kept because of their obligations. */
export const postponeErasure = (db: Db, ids: readonly string[], now: Date): Promise<unknown> =>
  ids.length === 0
    ? Promise.resolve()
    : db.updateTable('person').set({ erasure_kept_at: now }).where('person.id', '=', matchPeople({ ids })).execute();

export const removePeople = (db: Db, removed: RemovedPeople): Promise<unknown> =>
  db.deleteFrom('person').where('person.id', '=', matchPeople(removed)).execute();
