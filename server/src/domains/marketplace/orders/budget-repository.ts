/** Queries for the budget of a school in a school year, and for what was spent. */
import { BUDGET_STATES } from '@fundus/contract/marketplace/order-states';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

type Year = { from: string; to: string };

/** Returns the cents that a school spent or committed with orders in a school year. */
export async function sumSpent(db: Db, school_id: string, { from, to }: Year): Promise<number> {
  const { spent } = await db
    .selectFrom('purchase_order')
    .select(sql<number>`coalesce(sum(purchase_order.gross), 0)::int8`.as('spent'))
    .where('purchase_order.school_id', '=', school_id)
    .where('purchase_order.state', 'in', BUDGET_STATES)
    .where(sql<boolean>`(purchase_order.ordered_at at time zone 'Europe/Berlin')::date between ${from} and ${to}`)
    .executeTakeFirstOrThrow();
  return spent;
}

/** Returns the budget. With `lock`, other orders of the school wait until commit. */
export const findBudget = (db: Db, school_id: string, year: number, lock: boolean) =>
  db
    .selectFrom('school_budget')
    .select('school_budget.cents')
    .where('school_budget.school_id', '=', school_id)
    .where('school_budget.year', '=', year)
    .$if(lock, (rows) => rows.forUpdate())
    .executeTakeFirst();

export async function saveBudget(db: Db, school_id: string, year: number, cents: number | null): Promise<void> {
  if (cents === null)
    await db.deleteFrom('school_budget').where('school_budget.school_id', '=', school_id).where('school_budget.year', '=', year).execute();
  else
    await db
      .insertInto('school_budget')
      .values({ school_id, year, cents })
      .onConflict((conflict) => conflict.columns(['school_id', 'year']).doUpdateSet({ cents }))
      .execute();
}

/** Adds the budgets of a school to those of the school that it is merged into. */
export async function mergeBudgets(db: Db, from: string, to: string): Promise<void> {
  await db
    .insertInto('school_budget')
    .columns(['school_id', 'year', 'cents'])
    .expression(
      db
        .selectFrom('school_budget')
        .select([sql<string>`${to}`.as('school_id'), 'school_budget.year', 'school_budget.cents'])
        .where('school_budget.school_id', '=', from),
    )
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'year']).doUpdateSet({ cents: sql<number>`least(1000000000, school_budget.cents + excluded.cents)` }),
    )
    .execute();
  await db.deleteFrom('school_budget').where('school_budget.school_id', '=', from).execute();
}
