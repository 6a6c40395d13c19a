import { DAY } from '@fundus/contract/days';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables, ValueOf } from '../../../db/tables.ts';

export const insertOidcRequest = (db: Db, row: Insertable<Tables['oidc_request']>): Promise<unknown> =>
  db.insertInto('oidc_request').values(row).execute();

/** Deletes and returns an authorization request, so that it can be used only once. */
export const claimOidcRequest = (db: Db, hash: string, now: Date) =>
  db
    .deleteFrom('oidc_request')
    .where('oidc_request.hash', '=', hash)
    .where('oidc_request.expires_at', '>', now)
    .returning([
      'oidc_request.provider',
      'oidc_request.browser',
      'oidc_request.nonce',
      'oidc_request.verifier',
      'oidc_request.person_id',
      'oidc_request.claims',
    ])
    .executeTakeFirst();

export const findOidcRequest = (db: Db, hash: string, now: Date) =>
  db
    .selectFrom('oidc_request')
    .select(['oidc_request.provider', 'oidc_request.claims', 'oidc_request.person_id'])
    .where('oidc_request.hash', '=', hash)
    .where('oidc_request.expires_at', '>', now)
    .executeTakeFirst();

export const findIdentity = (db: Db, provider: string, subject: string) =>
  db
    .selectFrom('identity')
    .innerJoin('person', 'person.id', 'identity.person_id')
    .select((eb) => [
      'identity.person_id',
      'person.state',
      'person.role',
      'person.school_id',
      eb('person.password_hash', 'is not', null).as('has_password'),
    ])
    .where('identity.provider', '=', provider)
    .where('identity.subject', '=', subject)
    .executeTakeFirst();

/** Links a subject to an account. Returns false if the subject is already linked. */
export async function insertIdentity(db: Db, row: { provider: string; subject: string; person_id: string }, now: Date): Promise<boolean> {
  const done = await db
    .insertInto('identity')
    .values({ ...row, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('identity.person_id')
    .executeTakeFirst();
  return done !== undefined;
}

export const recordIdentity = (
  db: Db,
  provider: string,
  subject: string,
  { schools, roles }: { schools: string[]; roles: Record<string, string[]> },
  now: Date,
): Promise<unknown> =>
  db
    .updateTable('identity')
    .set({ last_used_at: now, schools, roles: JSON.stringify(roles) })
    .where('identity.provider', '=', provider)
    .where('identity.subject', '=', subject)
    .execute();

export const listIdentities = (db: Db, personId: string) =>
  db
    .selectFrom('identity')
    .select(['identity.provider', 'identity.subject', 'identity.created_at', 'identity.last_used_at'])
    .where('identity.person_id', '=', personId)
    .orderBy('identity.created_at')
    .limit(50)
    .execute();

/** Returns the open schools that the providers named at the last sign-in. Empty for accounts with a password. */
export const listClaimedSchools = (db: Db, personId: string) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name'])
    .where('school.state', 'in', ['active', 'closing'])
    .where('school.id', 'in', (eb) =>
      eb
        .selectFrom('identity')
        .innerJoin('person', 'person.id', 'identity.person_id')
        .select(sql<string>`unnest(identity.schools)`.as('id'))
        .where('identity.person_id', '=', personId)
        .where('person.password_hash', 'is', null),
    )
    .orderBy('school.name')
    .limit(50)
    .execute();

/** Returns the roles by school that each provider named at the last sign-in. */
export async function listClaimedRoles(db: Db, personId: string): Promise<Record<string, string[]>[]> {
  const rows = await db.selectFrom('identity').select('identity.roles').where('identity.person_id', '=', personId).limit(50).execute();
  return rows.map(({ roles }) => roles as Record<string, string[]>);
}

/** Removes a school from the schools a person can choose until a provider names it again. */
export const removeClaimedSchool = (db: Db, personId: string, schoolId: string): Promise<unknown> =>
  db
    .updateTable('identity')
    .set({ schools: sql<string[]>`array_remove(identity.schools, ${schoolId}::text)` })
    .where('identity.person_id', '=', personId)
    .execute();

export const removeIdentities = (db: Db, personId: string, provider: string): Promise<unknown> =>
  db.deleteFrom('identity').where('identity.person_id', '=', personId).where('identity.provider', '=', provider).execute();

/** Returns the schools with these numbers, whatever their state. */
export const findSchoolsByNumber = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.number', 'school.district_id', 'school.state'])
    .where((eb) =>
      eb(
        eb.fn<string>('lower', ['school.number']),
        '=',
        sql<string>`any(${sql.val(numbers.map((number) => number.toLowerCase()))}::text[])`,
      ),
    )
    .orderBy('school.name')
    .limit(20)
    .execute();

/** A new account row without administrator rights, which identity providers cannot grant. */
type ProviderAccount = Insertable<Tables['person']> & { school_admin?: never; district_admin?: never };

export const insertProviderAccount = (db: Db, row: ProviderAccount): Promise<unknown> => db.insertInto('person').values(row).execute();

export const setRole = (db: Db, id: string, role: ValueOf<'person', 'role'>): Promise<unknown> =>
  db.updateTable('person').set({ role }).where('person.id', '=', id).execute();

/** Ends the sessions with this `sid` or of this subject. Returns their number. */
export async function endOidcSessions(
  db: Db,
  provider: string,
  of: { sub?: string | undefined; sid?: string | undefined },
): Promise<number> {
  const rows = await db
    .deleteFrom('session')
    .where('session.oidc_provider', '=', provider)
    .where((eb) =>
      eb.or([
        ...(of.sid === undefined ? [] : [eb('session.oidc_sid', '=', of.sid)]),
        // If `sid` is given, only those sessions of the subject are included that were stored without one.
        ...(of.sub === undefined
          ? []
          : [eb.and([eb('session.oidc_subject', '=', of.sub), ...(of.sid === undefined ? [] : [eb('session.oidc_sid', 'is', null)])])]),
      ]),
    )
    .returning('session.id')
    .execute();
  // Ends sign-ins that wait for a second factor.
  await db
    .deleteFrom('pending_sign_in')
    .where(sql<string>`pending_sign_in.oidc ->> 'provider'`, '=', provider)
    .where((eb) =>
      eb.or([
        ...(of.sid === undefined ? [] : [eb(sql<string>`pending_sign_in.oidc ->> 'sid'`, '=', of.sid)]),
        ...(of.sub === undefined ? [] : [eb(sql<string>`pending_sign_in.oidc ->> 'subject'`, '=', of.sub)]),
      ]),
    )
    .execute();
  return rows.length;
}

/** Ends the sessions of a NameID with one of these session indexes or without an index. If no index is given, ends all its sessions. */
export async function endSamlSessions(
  db: Db,
  provider: string,
  { name, sessions }: { name: string; sessions: readonly string[] },
): Promise<void> {
  const isOne = (sid: RawBuilder<string>): RawBuilder<boolean> =>
    sessions.length > 0
      ? sql<boolean>`${sid} = ${matchTexts([...sessions, `${name}:`])}`
      : sql<boolean>`starts_with(${sid}, ${`${name}:`})`;
  await db
    .deleteFrom('session')
    .where('session.oidc_provider', '=', provider)
    .where(isOne(sql.ref('session.oidc_sid')))
    .execute();
  // Ends sign-ins that wait for a second factor.
  await db
    .deleteFrom('pending_sign_in')
    .where(sql<string>`pending_sign_in.oidc ->> 'provider'`, '=', provider)
    .where(isOne(sql`(pending_sign_in.oidc ->> 'sid')`))
    .execute();
}

/** Stores a logout token as used. Returns false if it has been used before. */
export async function recordLogout(db: Db, provider: string, jti: string, at: Date): Promise<boolean> {
  const done = await db
    .insertInto('oidc_logout')
    .values({ provider, jti, at })
    .onConflict((conflict) => conflict.columns(['provider', 'jti']).doNothing())
    .returning('oidc_logout.jti')
    .executeTakeFirst();
  return done !== undefined;
}

export async function removeOldOidcRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oidc_request').where('oidc_request.expires_at', '<', now).execute();
  await db
    .deleteFrom('oidc_logout')
    .where('oidc_logout.at', '<', new Date(now.getTime() - DAY))
    .execute();
}

/** Returns the identity provider of a session, with the data for a logout. */
export const findSessionProvider = (db: Db, sessionId: string) =>
  db.selectFrom('session').select(['session.oidc_provider', 'session.oidc_token']).where('session.id', '=', sessionId).executeTakeFirst();
