import type { Insertable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables, ValueOf } from '../../db/tables.ts';

export type TokenKind = ValueOf<'account_token', 'kind'>;

export const insertToken = (db: Db, row: Insertable<Tables['account_token']>): Promise<unknown> =>
  db.insertInto('account_token').values(row).execute();

/** Returns a token with its person, and locks it until the transaction ends. */
export const findToken = (db: Db, kind: TokenKind, hash: string) =>
  db
    .selectFrom('account_token')
    .innerJoin('person', 'person.id', 'account_token.person_id')
    .select([
      'account_token.hash',
      'account_token.person_id',
      'account_token.email',
      'account_token.challenge',
      'account_token.invitation_id',
      'account_token.confirmed_at',
      'account_token.expires_at',
      'account_token.used_at',
      'account_token.revoked_at',
      'person.state',
    ])
    .where('account_token.hash', '=', hash)
    .where('account_token.kind', '=', kind)
    .forUpdate('account_token')
    .executeTakeFirst();

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

export const revokeTokens = (db: Db, personId: string, kind: TokenKind, now: Date): Promise<unknown> =>
  db
    .updateTable('account_token')
    .set({ revoked_at: now })
    .where('account_token.person_id', '=', personId)
    .where('account_token.kind', '=', kind)
    .where('account_token.used_at', 'is', null)
    .where('account_token.revoked_at', 'is', null)
    .execute();

export const useToken = (db: Db, hash: string, now: Date): Promise<unknown> =>
  db.updateTable('account_token').set({ used_at: now }).where('account_token.hash', '=', hash).execute();

export const confirmToken = (db: Db, hash: string, now: Date): Promise<unknown> =>
  db.updateTable('account_token').set({ confirmed_at: now }).where('account_token.hash', '=', hash).execute();

/** Returns the number of tokens of a kind that were created for a person after `since`. */
export async function countTokens(db: Db, personId: string, kind: TokenKind, since: Date): Promise<number> {
  const row = await db
    .selectFrom('account_token')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_token.person_id', '=', personId)
    .where('account_token.kind', '=', kind)
    .where('account_token.created_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns whether a job has already created its token. */
export async function hasToken(db: Db, requestId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_token')
    .select('account_token.hash')
    .where('account_token.request_id', '=', requestId)
    .executeTakeFirst();
  return row !== undefined;
}

export const removeOldTokens = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('account_token').where('account_token.expires_at', '<', before).execute();

/** Stores the passkey challenge for a token. */
export const setChallenge = (db: Db, hash: string, challenge: string): Promise<unknown> =>
  db.updateTable('account_token').set({ challenge }).where('account_token.hash', '=', hash).execute();
