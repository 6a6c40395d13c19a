/** SQL of calendars that follow somebody's loans. */
import type { Db } from '../../db/open.ts';

export const findFeed = (db: Db, personId: string): Promise<{ made_at: Date } | undefined> =>
  db.selectFrom('lending_feed').select('lending_feed.made_at').where('lending_feed.person_id', '=', personId).executeTakeFirst();

/** Whose it is, as long as they may sign in. */
export const findFeedOwner = (db: Db, hash: string): Promise<{ id: string; locale: string | null } | undefined> =>
  db
    .selectFrom('lending_feed')
    .innerJoin('person', 'person.id', 'lending_feed.person_id')
    .select(['person.id', 'person.locale'])
    .where('lending_feed.hash', '=', hash)
    .where('person.state', '=', 'active')
    .executeTakeFirst();

export const putFeed = (db: Db, row: { person_id: string; hash: string; made_at: Date }): Promise<unknown> =>
  db
    .insertInto('lending_feed')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ hash: row.hash, made_at: row.made_at }))
    .execute();

export const removeFeed = (db: Db, personId: string): Promise<unknown> =>
  db.deleteFrom('lending_feed').where('lending_feed.person_id', '=', personId).execute();
