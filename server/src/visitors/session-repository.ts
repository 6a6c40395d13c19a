/** SQL queries for sessions. `hash` is the hash of the session cookie. */
import type { Insertable } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import { selectLearnerRows, selectReaderRows } from './repository.ts';

/** Returns the active person of an unexpired session. */
export const findPersonOf = (db: Db, hash: string, now: Date) =>
  selectReaderRows(db, now)
    .innerJoin('session', 'session.person_id', 'person.id')
    .select(['session.id as session_id', 'session.last_seen_at', 'session.expires_at', 'session.stay'])
    .where('session.id_hash', '=', hash)
    .where('session.expires_at', '>', now)
    .where('person.state', '=', 'active')
    .executeTakeFirst();

/** Returns the learner code of an unexpired session. */
export const findLearnerBySession = (db: Db, hash: string, now: Date) =>
  selectLearnerRows(db, now)
    .innerJoin('session', 'session.code_id', 'learner_code.id')
    .select(['session.id as session_id', 'session.last_seen_at', 'session.expires_at'])
    .where('session.id_hash', '=', hash)
    .where('session.expires_at', '>', now)
    .executeTakeFirst();

export const noteRequest = (db: Db, id: string, now: Date): Promise<unknown> =>
  db.updateTable('session').set({ last_seen_at: now }).where('session.id', '=', id).execute();

export const insertSession = (db: Db, row: Insertable<Tables['session']>): Promise<unknown> =>
  db.insertInto('session').values(row).execute();

export const removeSession = (db: Db, hash: string): Promise<unknown> =>
  db.deleteFrom('session').where('session.id_hash', '=', hash).execute();

export const removeEndedSessions = (db: Db, now: Date): Promise<unknown> =>
  db.deleteFrom('session').where('session.expires_at', '<=', now).execute();

/** Returns whether a session exists and has not expired. */
export async function isSessionValid(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('session.id')
    .where('session.id', '=', id)
    .where('session.expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}
