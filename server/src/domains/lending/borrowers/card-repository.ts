import type { Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

export const findCard = (db: Db, person: string): Promise<{ hash: string; sealed: string } | undefined> =>
  db
    .selectFrom('lending_card')
    .select(['lending_card.hash', 'lending_card.sealed'])
    .where('lending_card.person_id', '=', person)
    .executeTakeFirst();

export const saveCard = (db: Db, row: Insertable<Tables['lending_card']>): Promise<unknown> =>
  db
    .insertInto('lending_card')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ hash: row.hash, sealed: row.sealed, made_at: row.made_at }))
    .execute();

export const removeCard = (db: Db, person: string): Promise<unknown> =>
  db.deleteFrom('lending_card').where('lending_card.person_id', '=', person).execute();

/** Returns the owner of a borrower card if the account is active. */
export const findCardOwner = (db: Db, hash: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('lending_card')
    .innerJoin('person', 'person.id', 'lending_card.person_id')
    .select('person.id')
    .where('lending_card.hash', '=', hash)
    .where('person.state', '=', 'active')
    .executeTakeFirst();
