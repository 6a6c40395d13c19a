/** Queries for loans, orders and fees of accounts at lending points (docs/behaviour/accounts.md#obligations). */
import { today } from '@fundus/contract/days';
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Ctx, PersonObligation } from '../../../http/context.ts';
import { firstDay } from '../calendar/day-repository.ts';
import { openFeeAmount } from './fee-repository.ts';

/** Condition that a line `l` is ordered, not yet collected and not expired. */
const isOpenOrder = (
  day: string,
) => sql`(l.state in ('requested', 'approved', 'ready') and not (l.state = 'requested' and ${firstDay('l')} < ${day}::date)
  and not coalesce(l.agree_until < ${day}::date, false) and not coalesce(l.state in ('approved', 'ready') and l.collect_until < ${day}::date, false))`;

export async function listObligations({ db, now }: Pick<Ctx, 'db' | 'now'>, people: readonly string[]): Promise<PersonObligation[]> {
  const day = today(now);
  const { rows } = await sql<PersonObligation>`
    select o.person_id, owed.kind, sum(owed.n)::int as count, point.name as place
    from rental_order as o join lending_point as point on point.id = o.point_id,
      lateral (
        select 'device' as kind, count(*) as n from rental_line as l where l.order_id = o.id and l.state = 'on_loan'
        union all select 'order', count(*) from rental_line as l where l.order_id = o.id and ${isOpenOrder(day)}
        union all select 'fee', count(*) from damage_report as d join rental_line as l on l.id = d.line_id where l.order_id = o.id and d.liability = 'open'
        union all select 'fee', 1 where o.day_cents is not null and ${openFeeAmount(sql`${day}`)} > 0
      ) as owed
    where o.person_id = ${matchUuids(people)} and o.submitted_at is not null and owed.n > 0
    group by o.person_id, owed.kind, point.id, point.name order by point.name, owed.kind, o.person_id`.execute(db);
  return rows;
}

export type Leaving = { id: string; point_id: string; since: Date };

/** Returns accounts that will soon be deleted, with the points where they have open loans, orders or claims. */
export async function listLeaving({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`select distinct p.id, o.point_id, p.state_since as since
    from person as p join rental_order as o on o.person_id = p.id
    where p.state in ('erasure_pending', 'deletion_pending', 'dormant') and o.submitted_at is not null and exists (select from rental_line as l where l.order_id = o.id
      and (l.state = 'on_loan' or ${isOpenOrder(today(now))} or exists (select from damage_report as d where d.line_id = l.id and d.liability = 'open')))
    order by p.id, o.point_id limit 1000`.execute(db);
  return rows;
}
