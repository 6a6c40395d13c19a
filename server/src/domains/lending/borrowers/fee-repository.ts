/** Queries for fees of private borrowers (docs/behaviour/lending.md#fees). */
import type { FeeSums, PaymentKind } from '@fundus/contract/lending/orders/fee-rules';
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import { selectBorrower } from './borrower-repository.ts';

/** Last billed day of a line: the day of its return, or its last day, or today if it is overdue. */
const feeUntil = (line: string, day: RawBuilder<unknown>) => sql<string>`(case
  when ${sql.ref(`${line}.state`)} in ('returned', 'lost') then greatest(${sql.ref(`${line}.start_on`)}, (${sql.ref(`${line}.over_at`)} at time zone 'Europe/Berlin')::date)
  when ${sql.ref(`${line}.state`)} = 'on_loan' then greatest(${sql.ref(`${line}.end_on`)}, ${day}::date) else ${sql.ref(`${line}.end_on`)} end)`;
const feeDays = (line: string, day: RawBuilder<unknown>) => sql<number>`(${feeUntil(line, day)} - ${sql.ref(`${line}.start_on`)} + 1)`;
/** States of lines that are billed. Rejected and cancelled lines cost nothing. */
const COSTS = sql.raw(`('requested', 'approved', 'ready', 'on_loan', 'returned', 'lost')`);

const paidOf = (kind: PaymentKind) => sql<number>`coalesce((select sum(pay.cents) from lending_payment as pay
  where pay.order_id = o.id and pay.kind = ${sql.lit(kind)}), 0)::int`;
const feeOf = (day: RawBuilder<unknown>) => sql<number>`coalesce((select sum(${feeDays('l', day)}) from rental_line as l
  where l.order_id = o.id and l.state in ${COSTS}), 0)::int * o.day_cents`;
/** Open amount of an order `o` in cents, or `null` if the order has no fee. */
export const openFeeAmount = (day: RawBuilder<unknown>) =>
  sql<number>`(${feeOf(day)} - ${paidOf('paid')} + ${paidOf('repaid')} - ${paidOf('waived')})`;
/** Condition that a device of the order was handed over or a payment was made. */
const IS_DUE = sql<boolean>`(exists (select from rental_line as l where l.order_id = o.id and l.state in ('on_loan', 'returned', 'lost'))
  or exists (select from lending_payment as pay where pay.order_id = o.id))`;

const sumsOf = (day: string) => [
  sql<number>`o.day_cents`.as('day_cents'),
  feeOf(sql`${day}`).as('cents'),
  paidOf('paid').as('paid_cents'),
  paidOf('repaid').as('repaid_cents'),
  paidOf('waived').as('waived_cents'),
];

/** Returns fee and payments of orders by order id. Orders without a fee are left out. */
export async function listFeeSums(db: Db, orders: readonly string[], day: string): Promise<Map<string, FeeSums>> {
  const rows = await db
    .selectFrom('rental_order as o')
    .select('o.id')
    .select(sumsOf(day))
    .where('o.id', '=', matchUuids(orders))
    .where('o.day_cents', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

export const listFeeLines = (db: Db, order: string, day: string) =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .innerJoin('device_model as m', 'm.id', 'l.model_id')
    .leftJoin('device_item as i', 'i.id', 'l.item_id')
    .select(['l.id', 'm.name as model', 'i.code', 'l.start_on', 'l.state'])
    .select([feeUntil('l', sql`${day}`).as('until'), feeDays('l', sql`${day}`).as('days')])
    .select(sql<number>`${feeDays('l', sql`${day}`)} * o.day_cents`.as('cents'))
    .where('l.order_id', '=', order)
    .where('o.day_cents', 'is not', null)
    .where(sql<boolean>`l.state in ${COSTS}`)
    .orderBy('l.start_on')
    .orderBy('m.name')
    .orderBy('l.id')
    .limit(500)
    .execute();

export const listPayments = (db: Db, order: string) =>
  db
    .selectFrom('lending_payment as pay')
    .leftJoin('person as p', 'p.id', 'pay.taken_by')
    .select(['pay.id', 'pay.kind', 'pay.cents', 'pay.taken_at'])
    .select(sql<string | null>`case when p.id is not null then ${selectFullName('p')} end`.as('by_name'))
    .where('pay.order_id', '=', order)
    .orderBy('pay.taken_at')
    .orderBy('pay.id')
    .limit(500)
    .execute();

type NewPayment = { id: string; order_id: string; kind: PaymentKind; cents: number; taken_by: string; taken_at: Date };
export const insertPayment = (db: Db, row: NewPayment): Promise<unknown> => db.insertInto('lending_payment').values(row).execute();

type FeeFilter = { point: string; show: 'open' | 'all'; day: string };
const isAsked = ({ point, show, day }: FeeFilter) =>
  sql<boolean>`(o.point_id = ${point} and o.day_cents is not null and ${IS_DUE} and (${show} = 'all' or ${openFeeAmount(sql`${day}`)} <> 0))`;

/** Returns a page of orders with a fee that were handed over or paid for, ordered by age. */
export const listOwed = (db: Db, asked: FeeFilter, offset: number, limit: number) =>
  db
    .selectFrom('rental_order as o')
    .leftJoin('person as p', 'p.id', 'o.person_id')
    .select(['o.id', 'o.number', 'o.title'])
    .select(sumsOf(asked.day))
    .select(selectBorrower().as('borrower'))
    .select([
      sql<string>`(select min(l.start_on) from rental_line as l where l.order_id = o.id and l.state in ${COSTS})`.as('from'),
      sql<string | null>`(select case when bool_and(l.over_at is not null) then max((l.over_at at time zone 'Europe/Berlin')::date) end
        from rental_line as l where l.order_id = o.id and l.state in ${COSTS})`.as('over_on'),
    ])
    .where(isAsked(asked))
    .orderBy('o.created_at')
    .orderBy('o.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function sumOwedFees(db: Db, asked: FeeFilter): Promise<{ total: number; open_cents: number }> {
  const { rows } = await sql<{ total: number; open_cents: number }>`select count(*)::int as total,
      coalesce(sum(${openFeeAmount(sql`${asked.day}`)}), 0)::int as open_cents from rental_order as o where ${isAsked(asked)}`.execute(db);
  return rows[0]!;
}
