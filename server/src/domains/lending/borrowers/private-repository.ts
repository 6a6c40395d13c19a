import type { PrivateFields } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { sql } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { openFeeAmount } from './fee-repository.ts';
import { removeSignatures } from './signature-repository.ts';

const selectPrivate = (db: Db) =>
  db
    .selectFrom('private_borrower as pb')
    .select(['pb.id', 'pb.point_id', 'pb.name', 'pb.address', 'pb.email', 'pb.phone', 'pb.note'])
    .select(['pb.id_checked_at', 'pb.created_at', 'pb.version'])
    .select(sql<string | null>`(select ${selectFullName('p')} from person as p where p.id = pb.id_checked_by)`.as('checked_by'));

export type PrivateRow = Awaited<ReturnType<ReturnType<typeof selectPrivate>['executeTakeFirstOrThrow']>>;

export const findPrivate = (db: Db, id: string): Promise<PrivateRow | undefined> =>
  selectPrivate(db).where('pb.id', '=', id).executeTakeFirst();

/** Prevents the deletion of a private borrower until commit. */
export const lockBorrowerAgainstDeletion = (db: Db, id: string): Promise<unknown> =>
  db.selectFrom('private_borrower').select('private_borrower.id').where('private_borrower.id', '=', id).forKeyShare().execute();

/** Locks the orders of a private borrower until commit, so that no device is handed over and no payment is recorded meanwhile. */
export const lockOrdersOf = (db: Db, id: string): Promise<unknown> =>
  db
    .selectFrom('rental_order')
    .select('rental_order.id')
    .where('rental_order.private_id', '=', id)
    .orderBy('rental_order.id')
    .forNoKeyUpdate()
    .execute();

/** Locks a private borrower until commit, so that no changes or new orders are made meanwhile. */
export const lockPrivate = (db: Db, id: string): Promise<unknown> =>
  db.selectFrom('private_borrower').select('private_borrower.id').where('private_borrower.id', '=', id).forUpdate().execute();

const isNamed = (point: string, q: string) =>
  sql<boolean>`(pb.point_id = ${point} and ${sql.join(
    [
      sql`true`,
      ...q
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => sql`pb.name ilike ${containsPattern(word)}`),
    ],
    sql` and `,
  )})`;

export const listPrivateByName = (db: Db, point: string, q: string, limit: number, offset = 0): Promise<PrivateRow[]> =>
  selectPrivate(db)
    .where(isNamed(point, q))
    .orderBy(sql`lower(pb.name)`)
    .orderBy('pb.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countPrivate(db: Db, point: string, q: string): Promise<number> {
  const { n } = await db
    .selectFrom('private_borrower as pb')
    .where(isNamed(point, q))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export type BorrowerSummary = { id: string; on_loan: number; ordered: number; owed_cents: number; liable: boolean };

/** Returns loans, open orders and fees of private borrowers on a day. `liable` is true if a damage claim is open. */
export async function listBorrowerStates(db: Db, ids: readonly string[], day: string): Promise<Map<string, BorrowerSummary>> {
  const { rows } = await sql<BorrowerSummary>`select o.private_id as id,
      sum((select count(*) from rental_line as l where l.order_id = o.id and l.state = 'on_loan'))::int as on_loan,
      sum((select count(*) from rental_line as l where l.order_id = o.id and l.state in ('requested', 'approved', 'ready')))::int as ordered,
      coalesce(sum(case when exists (select from rental_line as l where l.order_id = o.id and l.state in ('on_loan', 'returned', 'lost'))
        then greatest(0, ${openFeeAmount(sql`${day}`)}) else 0 end), 0)::int as owed_cents,
      bool_or(exists (select from damage_report as d join rental_line as l on l.id = d.line_id
        where l.order_id = o.id and d.liability = 'open')) as liable
    from rental_order as o where o.private_id = any(${sql.val([...ids])}::uuid[]) group by o.private_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

type NewRow = Omit<PrivateFields, 'note'> & {
  note?: string;
  id: string;
  point_id: string;
  created_by: string | null;
  created_at: Date;
  id_checked_at: Date | null;
  id_checked_by: string | null;
};
export const insertPrivate = (db: Db, row: NewRow): Promise<unknown> => db.insertInto('private_borrower').values(row).execute();

type Changes = Partial<PrivateFields> & { id_checked_at?: Date | null; id_checked_by?: string | null };
/** Updates a private borrower. Returns false if the version has changed. */
export async function updatePrivate(db: Db, id: string, version: number, set: Changes): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('private_borrower')
    .set({ ...set, version: version + 1 })
    .where('private_borrower.id', '=', id)
    .where('private_borrower.version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Updates a private borrower during an import without checking the version. */
export const updateImportedBorrower = (db: Db, id: string, set: PrivateFields): Promise<unknown> =>
  db
    .updateTable('private_borrower')
    .set((eb) => ({ ...set, version: eb('private_borrower.version', '+', 1) }))
    .where('private_borrower.id', '=', id)
    .execute();

export const listOrderIds = async (db: Db, id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('rental_order')
      .select('rental_order.id')
      .where('rental_order.private_id', '=', id)
      .orderBy('rental_order.created_at')
      .orderBy('rental_order.id')
      .limit(5_000)
      .execute()
  ).map((row) => row.id);

/** Deletes a private borrower and all data that refers to them, except their orders, which lose the name. */
export const deletePrivate = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('private_borrower').where('private_borrower.id', '=', id).execute();

/** Returns the models of open orders, whose devices are released if the borrower is deleted. */
export async function listOrderedModels(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .select('l.model_id')
    .distinct()
    .where('o.private_id', '=', id)
    .where('l.state', 'in', ['requested', 'approved', 'ready'])
    .execute();
  return rows.map(({ model_id }) => model_id);
}

/** Deletes a private borrower. Cancels open orders and removes all free text and signatures. */
export async function deletePrivateBorrower(db: Db, id: string, now: Date): Promise<void> {
  const theirs = sql`select o.id from rental_order as o where o.private_id = ${id}`;
  await sql`update rental_line set state = 'cancelled', displaced = false, busy_from = null, busy_until = null, over_at = ${now}
    where rental_line.state in ('requested', 'approved', 'ready') and rental_line.order_id in (${theirs})`.execute(db);
  await removeSignatures(db, theirs);
  await sql`update rental_line set received_by = '', note = '' where rental_line.order_id in (${theirs})`.execute(db);
  await sql`update rental_order set title = '', purpose = '', contact = '', reason = '' where rental_order.id in (${theirs})`.execute(db);
  await deletePrivate(db, id);
}

/** Deletes private borrowers after the retention period of the point unless they have orders or are suspended. */
export const removeOldPrivate = (db: Db, now: Date, day: string): Promise<unknown> =>
  sql`delete from private_borrower as pb using lending_point as point where point.id = pb.point_id
    and pb.created_at < ${now}::timestamptz - point.keep_days * interval '1 day'
    and not exists (select from rental_order as o where o.private_id = pb.id)
    and not exists (select from lending_suspension as s where s.private_id = pb.id and s.ended_at is null
      and coalesce(s.until_on >= ${day}::date, true))`.execute(db);

/** Returns further stored data of a private borrower for a data access request. */
export async function collectBorrowerData(db: Db, id: string) {
  const suspensions = await db
    .selectFrom('lending_suspension as s')
    .select(['s.reason', 's.until_on', 's.automatic', 's.created_at', 's.ended_at'])
    .where('s.private_id', '=', id)
    .orderBy('s.created_at')
    .execute();
  const briefings = await db
    .selectFrom('lending_briefing as b')
    .innerJoin('device_model as m', 'm.id', 'b.model_id')
    .select(['m.name as model', 'b.given_on', 'b.until_on'])
    .where('b.private_id', '=', id)
    .orderBy('b.given_on')
    .execute();
  const damage = await db
    .selectFrom('damage_report as d')
    .innerJoin('rental_line as l', 'l.id', 'd.line_id')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .select(['o.number', 'd.text', 'd.severity', 'd.state', 'd.liability', 'd.cost_cents', 'd.answer', 'd.created_at'])
    .where('o.private_id', '=', id)
    .orderBy('d.created_at')
    .execute();
  const notes = await db
    .selectFrom('lending_note as n')
    .select(['n.text', 'n.created_at'])
    .where('n.private_id', '=', id)
    .orderBy('n.created_at')
    .execute();
  return { suspensions, briefings, damage, notes };
}
