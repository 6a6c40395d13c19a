import type { Db } from '../../../db/open.ts';
import type { ValueOf } from '../../../db/tables.ts';

/** Updates the account. Returns false if the version is stale. */
export async function updateOwnAccount(
  db: Db,
  id: string,
  version: number,
  change: { salutation: ValueOf<'person', 'salutation'>; vorname: string; name: string; locale: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('person')
    .set((eb) => ({ ...change, version: eb('person.version', '+', 1) }))
    .where('person.id', '=', id)
    .where('person.version', '=', version)
    .returning('person.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the notification settings. */
export const setNotificationSettings = (
  db: Db,
  id: string,
  wants: { muted: string[]; mail_daily: string[]; portal_off: string[] },
): Promise<unknown> => db.updateTable('person').set(wants).where('person.id', '=', id).execute();

export const setEmail = (db: Db, id: string, email: string): Promise<unknown> =>
  db
    .updateTable('person')
    .set((eb) => ({ email, version: eb('person.version', '+', 1) }))
    .where('person.id', '=', id)
    .execute();

/** Returns the new address that awaits confirmation, or `null`. */
export async function findWaitingEmail(db: Db, personId: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('account_token')
    .select('account_token.email')
    .where('account_token.person_id', '=', personId)
    .where('account_token.kind', '=', 'email')
    .where('account_token.used_at', 'is', null)
    .where('account_token.revoked_at', 'is', null)
    .where('account_token.expires_at', '>', now)
    .orderBy('account_token.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.email ?? null;
}

export const listSessions = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['session.id', 'session.device', 'session.created_at', 'session.last_seen_at', 'session.stay'])
    .where('session.person_id', '=', personId)
    .where('session.expires_at', '>', now)
    .orderBy('session.last_seen_at', 'desc')
    .limit(100)
    .execute();

/** Ends a session of the person. Returns false if the session does not exist or belongs to another person. */
export async function endSession(db: Db, personId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('session')
    .where('session.id', '=', id)
    .where('session.person_id', '=', personId)
    .returning('session.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the time at which a session of the person started. */
export const findSessionStart = async (db: Db, personId: string, sessionId: string | undefined): Promise<Date | undefined> =>
  sessionId === undefined
    ? undefined
    : (
        await db
          .selectFrom('session')
          .select('session.created_at')
          .where('session.id', '=', sessionId)
          .where('session.person_id', '=', personId)
          .executeTakeFirst()
      )?.created_at;
