/** SQL queries for searches without results. */
import { sql } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';

type Miss = { school_id: string; month: string; hash: string };

/** Stores the key of a search and returns whether it is new. */
export async function claimSearch(db: Db, hash: string, lastDay: string): Promise<boolean> {
  const row = await db
    .insertInto('media_use_dedup')
    .values({ hash, ends_on: lastDay })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('media_use_dedup.hash')
    .executeTakeFirst();
  return row !== undefined;
}

export const addMiss = (db: Db, miss: Miss): Promise<unknown> =>
  db
    .insertInto('search_miss')
    .values({ ...miss, people: 1 })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'month', 'hash']).doUpdateSet((eb) => ({ people: eb('search_miss.people', '+', 1) })),
    )
    .execute();

/** Stores the words of a search once enough people in the district have searched for them. */
export async function storeWords(db: Db, { school_id, month, hash }: Miss, words: string, least: number): Promise<void> {
  await sql`update search_miss set words = ${words}
    where search_miss.school_id = ${school_id} and search_miss.month = ${month} and search_miss.hash = ${hash} and search_miss.words is null
      and (select sum(other.people) from search_miss as other join school on school.id = other.school_id
        where other.month = ${month} and other.hash = ${hash}
          and school.district_id = (select own.district_id from school as own where own.id = ${school_id})) >= ${least}`.execute(db);
}

export async function moveMisses(db: Db, from: string, to: string): Promise<void> {
  await sql`with gone as (delete from search_miss where search_miss.school_id = ${from} returning *)
    insert into search_miss (school_id, month, hash, people, words)
    select ${to}, gone.month, gone.hash, gone.people, gone.words from gone order by gone.month, gone.hash
    on conflict (school_id, month, hash)
    do update set people = search_miss.people + excluded.people, words = coalesce(search_miss.words, excluded.words)`.execute(db);
}

export const removeOldMisses = (db: Db, month: string): Promise<unknown> =>
  db.deleteFrom('search_miss').where('search_miss.month', '<', month).execute();

/** Deletes the given schools' searches without results from the months before `month`. */
export const removeMissesBefore = (db: Db, schools: readonly string[], month: string): Promise<unknown> =>
  db.deleteFrom('search_miss').where('search_miss.school_id', '=', matchTexts(schools)).where('search_miss.month', '<', month).execute();

/** Stores a search without results for the demo. */
export const insertMiss = (db: Db, miss: Miss & { people: number; words: string }): Promise<unknown> =>
  db
    .insertInto('search_miss')
    .values(miss)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
