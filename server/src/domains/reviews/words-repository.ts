/** SQL queries for the words that cause a review to be held. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export const findWords = (db: Db, districtId: string) =>
  db
    .selectFrom('review_words')
    .select(['review_words.added', 'review_words.removed', 'review_words.version', 'review_words.changed_at'])
    .where('review_words.district_id', '=', districtId)
    .executeTakeFirst();

/** Locks the word list of a district until commit. An advisory lock serializes changes even if no list is stored yet. */
export const lockWords = (db: Db, districtId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`review words ${districtId}`}, 3))`.execute(db);

export const saveWords = (
  db: Db,
  row: { district_id: string; added: string[]; removed: string[]; version: number; changed_at: Date; changed_by: string },
): Promise<unknown> => {
  const { district_id: _district, ...set } = row;
  return db
    .insertInto('review_words')
    .values(row)
    .onConflict((conflict) => conflict.column('district_id').doUpdateSet(set))
    .execute();
};
