/** Queries for visits, users, single-use keys and signing keys. */
import type { Insertable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

/** Stores single-use keys. Returns those that were used before. */
export async function claimSingleUseKeys(db: Db, keys: readonly string[], expires_at: Date): Promise<string[]> {
  const taken = await db
    .insertInto('lti_once')
    .values(keys.map((key) => ({ key, expires_at })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('lti_once.key')
    .execute();
  return keys.filter((key) => !taken.some((each) => each.key === key));
}

/** Inserts or updates a user. Returns the id. */
export async function saveUser(db: Db, row: Insertable<Tables['lti_user']>): Promise<string> {
  const { id } = await db
    .insertInto('lti_user')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'school_id', 'subject_hash']).doUpdateSet({ role: row.role, last_seen_on: row.last_seen_on }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const insertVisit = (db: Db, row: Insertable<Tables['lti_visit']>): Promise<unknown> =>
  db.insertInto('lti_visit').values(row).execute();

/** Exchanges an unused code for a token. Returns the id of the visit. */
export async function exchangeCode(db: Db, by: { code_hash: string; token_hash: string; begunAfter: Date }): Promise<string | undefined> {
  const row = await db
    .updateTable('lti_visit')
    .set({ code_hash: null, token_hash: by.token_hash })
    .where('code_hash', '=', by.code_hash)
    .where('begun_at', '>', by.begunAfter)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Deletes a visit whose choice of content was sent, so that it can be sent only once. */
export const endPick = (db: Db, id: string): Promise<unknown> => db.deleteFrom('lti_visit').where('id', '=', id).execute();

export const endVisitsOf = (db: Db, platform_id: string): Promise<unknown> =>
  db
    .deleteFrom('lti_visit')
    .where('deployment_id', 'in', (eb) => eb.selectFrom('lti_deployment').select('id').where('platform_id', '=', platform_id))
    .execute();

export async function deleteEndedVisits(db: Db, now: Date, lastSeenBefore: string): Promise<void> {
  await db.deleteFrom('lti_once').where('expires_at', '<=', now).execute();
  await db.deleteFrom('lti_course').where('code_until', '<=', now).execute();
  await db.deleteFrom('lti_visit').where('expires_at', '<=', now).execute();
  await db.deleteFrom('lti_registration').where('expires_at', '<=', now).execute();
  await db.deleteFrom('lti_user').where('last_seen_on', '<', lastSeenBefore).execute();
}

/** Returns the keys, newest first. */
export const listKeys = (db: Db) => db.selectFrom('lti_key').selectAll().orderBy('signs_from', 'desc').orderBy('kid').execute();
export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

export const insertKey = (db: Db, row: Insertable<Tables['lti_key']>): Promise<unknown> => db.insertInto('lti_key').values(row).execute();

export const removeKeys = (db: Db, kids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('lti_key').where('kid', 'in', kids).execute();
