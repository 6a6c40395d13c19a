import type { Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

export const listFactors = (db: Db, personId: string) =>
  db
    .selectFrom('second_factor')
    .selectAll('second_factor')
    .where('second_factor.person_id', '=', personId)
    .orderBy('second_factor.created_at')
    .limit(50)
    .execute();

export const insertFactor = (db: Db, row: Insertable<Tables['second_factor']>): Promise<unknown> =>
  db.insertInto('second_factor').values(row).execute();

/** Stores the time step of a TOTP code as used. Returns false if this or a later step has already been used. */
export async function consumeTotpStep(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('second_factor')
    .set({ last_step: step, last_used_at: now })
    .where('second_factor.id', '=', id)
    .where('second_factor.last_step', '<', step)
    .returning('second_factor.id')
    .executeTakeFirst();
  return row !== undefined;
}

export const usePasskey = (db: Db, id: string, counter: number, now: Date): Promise<unknown> =>
  db.updateTable('second_factor').set({ counter, last_used_at: now }).where('second_factor.id', '=', id).execute();

export async function removeFactorRow(db: Db, personId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('second_factor')
    .where('second_factor.id', '=', id)
    .where('second_factor.person_id', '=', personId)
    .returning('second_factor.id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceCodes(db: Db, personId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('recovery_code.person_id', '=', personId).execute();
  if (hashes.length > 0)
    await db
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ person_id: personId, hash })))
      .execute();
}

export async function countCodes(db: Db, personId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('recovery_code.person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Consumes a recovery code. Returns false if it does not exist. */
export async function claimRecoveryCode(db: Db, personId: string, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_code')
    .where('recovery_code.person_id', '=', personId)
    .where('recovery_code.hash', '=', hash)
    .returning('recovery_code.hash')
    .executeTakeFirst();
  return row !== undefined;
}

export const insertPendingSignIn = (db: Db, row: Insertable<Tables['pending_sign_in']>): Promise<unknown> =>
  db.insertInto('pending_sign_in').values(row).execute();

export const findPendingSignIn = (db: Db, hash: string, now: Date) =>
  db
    .selectFrom('pending_sign_in')
    .innerJoin('person', 'person.id', 'pending_sign_in.person_id')
    .select([
      'pending_sign_in.hash',
      'pending_sign_in.person_id',
      'pending_sign_in.purpose',
      'pending_sign_in.stay',
      'pending_sign_in.challenge',
      'pending_sign_in.secret',
      'pending_sign_in.oidc',
      'person.state',
    ])
    .where('pending_sign_in.hash', '=', hash)
    .where('pending_sign_in.expires_at', '>', now)
    .forUpdate('pending_sign_in')
    .executeTakeFirst();

export type PendingSignInRow = NonNullable<Awaited<ReturnType<typeof findPendingSignIn>>>;

export const updatePendingSignIn = (db: Db, hash: string, change: { challenge?: string; secret?: string }): Promise<unknown> =>
  db.updateTable('pending_sign_in').set(change).where('pending_sign_in.hash', '=', hash).execute();

export const removePendingSignIn = (db: Db, hash: string): Promise<unknown> =>
  db.deleteFrom('pending_sign_in').where('pending_sign_in.hash', '=', hash).execute();

export const removePendingSignIns = (db: Db, personId: string): Promise<unknown> =>
  db.deleteFrom('pending_sign_in').where('pending_sign_in.person_id', '=', personId).execute();

export const removeOldPendingSignIns = (db: Db, now: Date): Promise<unknown> =>
  db.deleteFrom('pending_sign_in').where('pending_sign_in.expires_at', '<', now).execute();
