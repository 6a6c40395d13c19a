/** SQL queries for the costs of licences and their uses. Only licences with a price are included, and uses by too few people are suppressed. */
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { inSchools, isOwned, sumShown, type CountedScope } from './numbers-repository.ts';

export type CostRow = {
  identifier: string;
  fn_titel: string;
  /** Cost in cents for the days within the period. */
  cost: number;
  /** Number of uses in months with enough users. */
  uses: number;
  /** True if the medium was not used while a licence was valid. */
  unused: boolean;
};

/**
 * Returns the cost per medium from `first` to `day`, in proportion to the days in this period. The price of an unlimited licence is spread over its
 * days until `day`. Uses count only in months in which a licence was valid, and only at schools that it includes.
 */
export async function listCosts(
  db: Db,
  of: CountedScope,
  { first, day, least }: { first: string; day: string; least: number },
): Promise<CostRow[]> {
  const { rows } = await sql<CostRow>`
    with priced as (
      select licence.id, licence.identifier, licence.scope, licence.school_id, licence.in_use, licence.price,
        greatest(run.first, ${first}::date) as begins, least(run.last, ${day}::date) as ends, run.last - run.first + 1 as days
      from licence cross join lateral (select coalesce(licence.valid_from, licence.created_at::date) as first,
        coalesce(licence.valid_to, greatest(${day}::date, coalesce(licence.valid_from, licence.created_at::date))) as last) as run
      where ${isOwned(of)} and licence.price is not null and licence.withdrawn_at is null and licence.scope <> 'free'
        and run.first <= ${day}::date and run.last >= ${first}::date and run.last >= run.first
    ), by_medium as (
      select priced.identifier, round(sum(priced.price::numeric * (priced.ends - priced.begins + 1) / priced.days))::int8 as cost,
        to_char(min(priced.begins), 'YYYY-MM') as begins, to_char(max(priced.ends), 'YYYY-MM') as ends, sum(priced.in_use) as in_use,
        bool_or(priced.scope <> 'school' or priced.school_id is not null) as for_all
      from priced group by priced.identifier
    ), monthly as materialized (
      select used.identifier, used.month, ${sumShown('used.uses', least)} as uses, ${sumShown('used.people', least)} as people
      from media_use as used where ${inSchools(of, 'used.school_id')} and used.month between ${first.slice(0, 7)} and ${day.slice(0, 7)}
      group by used.identifier, used.month
    ), used_in as (
      select monthly.identifier, monthly.uses, monthly.people
      from monthly join by_medium on by_medium.identifier = monthly.identifier and monthly.month between by_medium.begins and by_medium.ends
      where by_medium.for_all
      union all
      select used.identifier, ${sumShown('used.uses', least)}, ${sumShown('used.people', least)}
      from by_medium join (select distinct priced.identifier, licence_seat.school_id from priced join licence_seat on licence_seat.licence_id = priced.id)
          as given on given.identifier = by_medium.identifier
        join media_use as used on used.school_id = given.school_id and used.identifier = given.identifier
          and used.month between by_medium.begins and by_medium.ends
      where not by_medium.for_all and ${inSchools(of, 'used.school_id')}
      group by used.identifier, used.month
    ), uses as (
      select used_in.identifier, coalesce(sum(used_in.uses) filter (where used_in.people >= ${least}), 0) as uses from used_in group by 1
    )
    select by_medium.identifier, media_item.fn_titel, by_medium.cost, coalesce(uses.uses, 0)::int8 as uses,
      uses.identifier is null and by_medium.in_use = 0 as unused
    from by_medium join media_item on media_item.identifier = by_medium.identifier left join uses on uses.identifier = by_medium.identifier
    order by coalesce(uses.uses, 0) = 0, by_medium.cost::numeric / nullif(uses.uses, 0) desc nulls last, unused, by_medium.cost desc,
      media_item.fn_titel, by_medium.identifier limit 5000`.execute(db);
  return rows;
}

/** Returns the number of valid licences without a price. */
export async function countUnpriced(db: Db, of: CountedScope, day: string): Promise<number> {
  const row = await db
    .selectFrom('licence')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(isOwned(of))
    .where('licence.price', 'is', null)
    .where('licence.withdrawn_at', 'is', null)
    .where('licence.hidden', '=', false)
    .where('licence.origin', 'in', ['hand', 'record', 'purchase'])
    .where('licence.scope', '<>', 'free')
    .where(sql<boolean>`coalesce(licence.valid_to >= ${day}, true)`)
    .executeTakeFirstOrThrow();
  return row.n;
}
