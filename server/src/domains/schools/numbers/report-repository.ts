/** SQL queries that count the pending tasks of administrators. */
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { inSchools, type CountedScope } from './numbers-repository.ts';

export type Waiting = { people: number; orders: number; trials: number; wishes: number };

/** Returns the number of registrations, orders, trials and wishes that wait for a decision. */
export async function countPendingDecisions(db: Db, of: CountedScope): Promise<Waiting> {
  const orders =
    'school' in of
      ? sql<boolean>`o.school_id = ${of.school} and o.state = 'waiting_approval'`
      : sql<boolean>`o.district_id = ${of.district} and o.state = 'pending_payment' and o.pays = 'invoice'`;
  const { rows } = await sql<Waiting>`select
    (select count(*) from person where ${inSchools(of, 'person.school_id')} and person.state = 'pending_approval') as people,
    (select count(*) from purchase_order as o where ${orders}) as orders,
    (select count(*) from product_trial where ${inSchools(of, 'product_trial.school_id')} and product_trial.state = 'asked') as trials,
    (select count(*) from wish where ${inSchools(of, 'wish.school_id')} and wish.state = 'open') as wishes`.execute(db);
  return rows[0]!;
}
