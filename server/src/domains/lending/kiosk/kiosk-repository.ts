/** SQL of tablets at a lending point, and of the cards people show there. */
import { sql, type Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

const selectKiosks = (db: Db) =>
  db
    .selectFrom('lending_kiosk as k')
    .select(['k.id', 'k.point_id', 'k.name', 'k.created_at', 'k.seen_at', 'k.code_until'])
    .select(sql<boolean>`k.token_hash is not null`.as('paired'));
export type KioskRow = Awaited<ReturnType<ReturnType<typeof selectKiosks>['executeTakeFirstOrThrow']>>;

export const listKiosks = (db: Db, point: string): Promise<KioskRow[]> =>
  selectKiosks(db).where('k.point_id', '=', point).orderBy('k.name').orderBy('k.id').limit(100).execute();

export const findKiosk = (db: Db, by: { id: string } | { token_hash: string }): Promise<KioskRow | undefined> =>
  selectKiosks(db)
    .where((eb) => ('id' in by ? eb('k.id', '=', by.id) : eb('k.token_hash', '=', by.token_hash)))
    .executeTakeFirst();

export const insertKiosk = (db: Db, row: Insertable<Tables['lending_kiosk']>): Promise<unknown> =>
  db.insertInto('lending_kiosk').values(row).execute();

/** One that waits to be paired with this code. */
export const findPairing = (db: Db, codeHash: string, now: Date): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('lending_kiosk')
    .select('lending_kiosk.id')
    .where('lending_kiosk.code_hash', '=', codeHash)
    .where('lending_kiosk.code_until', '>', now)
    .executeTakeFirst();

/** False where another tablet was faster: a code pairs one. */
export async function pair(db: Db, id: string, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lending_kiosk')
    .set({ token_hash: tokenHash, code_hash: null, code_until: null, seen_at: now })
    .where('lending_kiosk.id', '=', id)
    .where('lending_kiosk.code_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const touchKiosk = (db: Db, id: string, now: Date): Promise<unknown> =>
  db.updateTable('lending_kiosk').set({ seen_at: now }).where('lending_kiosk.id', '=', id).execute();

export const removeKiosk = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('lending_kiosk').where('lending_kiosk.id', '=', id).execute();

/** Tablets nobody paired in time, and those nobody used any more. */
export const removeOldKiosks = (db: Db, now: Date, unused: Date): Promise<unknown> =>
  db
    .deleteFrom('lending_kiosk')
    .where((eb) => eb.or([eb('lending_kiosk.code_until', '<', now), eb('lending_kiosk.seen_at', '<', unused)]))
    .execute();

export const findCard = (db: Db, person: string): Promise<{ hash: string; sealed: string } | undefined> =>
  db
    .selectFrom('lending_card')
    .select(['lending_card.hash', 'lending_card.sealed'])
    .where('lending_card.person_id', '=', person)
    .executeTakeFirst();

export const putCard = (db: Db, row: Insertable<Tables['lending_card']>): Promise<unknown> =>
  db
    .insertInto('lending_card')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ hash: row.hash, sealed: row.sealed, made_at: row.made_at }))
    .execute();

export const removeCard = (db: Db, person: string): Promise<unknown> =>
  db.deleteFrom('lending_card').where('lending_card.person_id', '=', person).execute();

/** Whose card it is, as long as they may sign in. */
export const findCardOwner = (db: Db, hash: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('lending_card')
    .innerJoin('person', 'person.id', 'lending_card.person_id')
    .select('person.id')
    .where('lending_card.hash', '=', hash)
    .where('person.state', '=', 'active')
    .executeTakeFirst();
