import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

const withRedeemed = (db: Db) =>
  db
    .selectFrom('licence_code')
    .select(['licence_code.id', 'licence_code.licence_id', 'licence_code.code', 'licence_code.quantity', 'licence_code.redeem_until'])
    .select(sql<number>`(select count(*) from licence_seat where licence_seat.code_id = licence_code.id)::int`.as('redeemed'));

export const listCodes = (db: Db, licenceId: string) =>
  withRedeemed(db)
    .where('licence_code.licence_id', '=', licenceId)
    .orderBy('licence_code.created_at', 'desc')
    .orderBy('licence_code.id', 'desc')
    .limit(500)
    .execute();

/** Returns the number of seats by licence that are reserved by codes redeemable on a day. */
export async function sumPromised(db: Db, licenceIds: readonly string[], day: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('licence_code')
    .select('licence_code.licence_id')
    .select(
      sql<number>`sum(greatest(0, licence_code.quantity - (select count(*) from licence_seat where licence_seat.code_id = licence_code.id)))::int`.as(
        'seats',
      ),
    )
    .where('licence_code.licence_id', '=', matchUuids(licenceIds))
    .where('licence_code.redeem_until', '>=', day)
    .groupBy('licence_code.licence_id')
    .execute();
  return new Map(rows.map((row) => [row.licence_id, row.seats]));
}

export type CodeRow = Awaited<ReturnType<typeof listCodes>>[number];

export const findCode = (db: Db, code: string) => withRedeemed(db).where('licence_code.code', '=', code).executeTakeFirst();

/** Inserts a code. Returns false if the code already exists. */
export async function insertCode(
  db: Db,
  row: {
    id: string;
    licence_id: string;
    code: string;
    quantity: number;
    redeem_until: string;
    created_by: string | null;
    created_at: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('licence_code')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteCode(db: Db, licenceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('licence_code')
    .where('licence_code.licence_id', '=', licenceId)
    .where('licence_code.id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
