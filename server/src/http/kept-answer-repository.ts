import { sql, type Insertable } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';

/** Tries to lock an idempotency key until the transaction ends. Returns false if another transaction holds the lock. */
export async function tryLockKey(db: Db, key_hash: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`once ${key_hash}`}, 4)) as taken`.execute(db);
  return rows[0]!.taken;
}

export const findKeptAnswer = (db: Db, person_id: string, key_hash: string) =>
  db
    .selectFrom('kept_answer')
    .select(['kept_answer.request_hash', 'kept_answer.answer', 'kept_answer.at'])
    .where('kept_answer.person_id', '=', person_id)
    .where('kept_answer.key_hash', '=', key_hash)
    .executeTakeFirst();

/** Inserts an answer or replaces an expired one. Does nothing if the request has deleted the caller's account. */
export const insertKept = (db: Db, row: Insertable<Tables['kept_answer']>): Promise<unknown> =>
  db
    .insertInto('kept_answer')
    .columns(['person_id', 'key_hash', 'request_hash', 'answer', 'at'])
    .expression(
      db
        .selectFrom('person')
        .where('person.id', '=', row.person_id)
        .select(({ ref, val }) => [
          ref('person.id').as('person_id'),
          val(row.key_hash).as('key_hash'),
          val(row.request_hash).as('request_hash'),
          val(row.answer).as('answer'),
          sql<Date>`${row.at}::timestamptz`.as('at'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'key_hash']).doUpdateSet({ request_hash: row.request_hash, answer: row.answer, at: row.at }),
    )
    .execute();

export const removeKept = (db: Db, until: Date): Promise<unknown> =>
  db.deleteFrom('kept_answer').where('kept_answer.at', '<=', until).execute();
