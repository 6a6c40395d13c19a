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

/** Returns the kiosk that is waiting to be paired with this code. */
export const findPairing = (db: Db, codeHash: string, now: Date): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('lending_kiosk')
    .select('lending_kiosk.id')
    .where('lending_kiosk.code_hash', '=', codeHash)
    .where('lending_kiosk.code_until', '>', now)
    .executeTakeFirst();

/** Pairs a kiosk. Returns false if another tablet has already used the code. */
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

/** Deletes kiosks that were not paired in time or have not been used since `unused`. */
export const removeOldKiosks = (db: Db, now: Date, unused: Date): Promise<unknown> =>
  db
    .deleteFrom('lending_kiosk')
    .where((eb) => eb.or([eb('lending_kiosk.code_until', '<', now), eb('lending_kiosk.seen_at', '<', unused)]))
    .execute();
