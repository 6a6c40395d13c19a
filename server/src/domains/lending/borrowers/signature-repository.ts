/** Queries for signatures that confirm the receipt of devices. */
import { sql, type Insertable, type RawBuilder } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

export const insertSignature = (db: Db, row: Insertable<Tables['lending_signature']>): Promise<unknown> =>
  db.insertInto('lending_signature').values(row).execute();

export type SignatureRow = { name: string; path: string; signed_at: Date };

/** Returns signatures by line id. */
export async function listSignatures(db: Db, lines: readonly string[]): Promise<Map<string, SignatureRow>> {
  const rows = await db
    .selectFrom('lending_signature as s')
    .select(['s.line_id', 's.name', 's.path', 's.signed_at'])
    .where('s.line_id', '=', matchUuids(lines))
    .execute();
  return new Map(rows.map(({ line_id, ...row }) => [line_id, row]));
}

/** Deletes the signatures of orders, including signatures of people who signed for the borrower. */
export const removeSignatures = (db: Db, orders: RawBuilder<unknown>): Promise<unknown> =>
  sql`delete from lending_signature where lending_signature.line_id in
    (select l.id from rental_line as l where l.order_id in (${orders}))`.execute(db);
