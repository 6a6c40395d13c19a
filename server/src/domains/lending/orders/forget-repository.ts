/** Erases personal data in orders when an account is deleted and after the retention period. */
import { today } from '@fundus/contract/days';
import { sql } from 'kysely';
import { matchPeople, type RemovedPeople } from '../../../db/names-people.ts';
import type { Db } from '../../../db/open.ts';
import { openFeeAmount } from '../borrowers/fee-repository.ts';
import { removeSignatures } from '../borrowers/signature-repository.ts';

/** Removes erased accounts from their orders. Loans remain for the desk, free text is deleted, and open orders are cancelled. */
export async function eraseBorrowers(db: Db, removed: RemovedPeople): Promise<void> {
  const theirs = sql`select o.id from rental_order as o where o.person_id = ${matchPeople(removed)}`;
  await sql`delete from rental_order where submitted_at is null and rental_order.id in (${theirs})`.execute(db);
  await sql`update rental_line set state = 'cancelled', busy_from = null, busy_until = null, over_at = now()
    where rental_line.state in ('requested', 'approved', 'ready') and rental_line.order_id in (${theirs})`.execute(db);
  await removeSignatures(db, theirs);
  await sql`update rental_line set received_by = '', note = '' where rental_line.order_id in (${theirs})`.execute(db);
  await sql`update rental_order set title = '', purpose = '', contact = '', reason = '' where rental_order.id in (${theirs})`.execute(db);
}

/** Deletes empty and abandoned carts. */
export const removeOldCarts = (db: Db, before: Date): Promise<unknown> =>
  sql`delete from rental_order where submitted_at is null and coalesce(hold_until, created_at) <= ${before}`.execute(db);

/** Anonymises orders after the retention period of their point and deletes orders without a loan. Their lines are kept for statistics. */
export async function anonymiseOrders(db: Db, now: Date): Promise<void> {
  const over = sql`o.submitted_at is not null and not exists (select from rental_line as l, lending_point as point
    where l.order_id = o.id and point.id = o.point_id
    and (l.over_at is null or l.over_at > ${now}::timestamptz - point.keep_days * interval '1 day'
      or exists (select from damage_report as d where d.line_id = l.id and d.liability = 'open')))
    and (o.day_cents is null or ${openFeeAmount(sql`${today(now)}`)} <= 0)`;
  await sql`delete from rental_order as o where ${over}
    and not exists (select from rental_line as l where l.order_id = o.id and l.state in ('returned', 'lost'))`.execute(db);
  await removeSignatures(db, sql`select o.id from rental_order as o where ${over}`);
  await sql`update rental_line set note = '', received_by = '' where (rental_line.note <> '' or rental_line.received_by <> '')
    and rental_line.order_id in (select o.id from rental_order as o where ${over})`.execute(db);
  await sql`update rental_order as o set person_id = null, private_id = null, responsible_id = null, title = '', purpose = '', contact = '', reason = ''
    where ${over} and (o.person_id is not null or o.private_id is not null or o.responsible_id is not null or o.title <> '')`.execute(db);
}
