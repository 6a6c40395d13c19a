/** SQL queries for the dates on which something ends at a school or in a district, and for calendar subscriptions. */
import { DAYS_KEPT, DAYS_NOTIFIED_BEFORE } from '@fundus/contract/accounts/states';
import { CLASS_DAYS_KEPT, CODE_DAYS_KEPT } from '@fundus/contract/classes/rules';
import { INVOICE_DAYS, KEEP_YEARS, BUDGET_STATES } from '@fundus/contract/marketplace/order-states';
import { TRIAL_KEEP_DAYS } from '@fundus/contract/marketplace/rules';
import type { DELETED, DeadlineKind } from '@fundus/contract/schools/calendar';
import { CLOSED_DAYS } from '@fundus/contract/schools/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { inSchools, type CountedScope } from '../numbers/numbers-repository.ts';

/** Scope and day of the query. A school also needs its district, because licences of the district can include the school. */
export type WatchedPlace = { of: CountedScope; district: string; day: string; schoolYearEnd: string; year: number };

export type DeadlineRow = {
  kind: DeadlineKind;
  on_day: string;
  id: string | null;
  title: string;
  identifier: string | null;
  school_id: string | null;
  school_name: string | null;
  by_district: boolean;
  deleted: (typeof DELETED)[number] | null;
  n: number;
  cents: number | null;
  whole: number | null;
  open: boolean;
};

const dayOf = (moment: string): RawBuilder<string> => sql<string>`(${sql.ref(moment)} at time zone 'Europe/Berlin')::date`;

/**
 * True for licences of the school, and for licences of the district that include the school. For a district, true for its own licences and those of
 * its schools.
 */
const ends = ({ of, district }: WatchedPlace): RawBuilder<boolean> =>
  'school' in of
    ? sql<boolean>`(licence.school_id = ${of.school} or licence.district_id = ${district} and (licence.scope = 'district'
        or licence.scope = 'school' and exists (select from licence_seat where licence_seat.licence_id = licence.id and licence_seat.school_id = ${of.school})))`
    : sql<boolean>`(licence.district_id = ${of.district} or ${inSchools(of, 'licence.school_id')})`;

/** True for orders of the school or of the district. */
const ordered = (of: CountedScope): RawBuilder<boolean> =>
  'school' in of ? sql<boolean>`o.school_id = ${of.school}` : sql<boolean>`o.district_id = ${of.district}`;

/** Selects accounts that are notified before their deletion. The deletion is postponed until the notice period is over. */
const notified = (of: CountedScope, day: string, state: keyof typeof DAYS_NOTIFIED_BEFORE): RawBuilder<unknown> => sql`
  select 'accounts', person.school_id, greatest(${dayOf('person.state_since')} + ${DAYS_KEPT[state]}::int, ${DAYS_NOTIFIED_BEFORE[state]}::int
      + case when person.dormant_notified_at >= person.state_since then ${dayOf('person.dormant_notified_at')} else ${day}::date end)
    from person where ${inSchools(of, 'person.school_id')} and person.state = ${state} and not person.demo`;

/** Selects automatic deletions, counted per day and school. Each rule is equivalent to the hourly maintenance of its domain. */
const deletions = ({ of, day, schoolYearEnd }: WatchedPlace): RawBuilder<unknown> => sql`
  select 'classes' as what, class.school_id, case when class.state = 'deleted' then ${dayOf('class.state_since')} + ${CLASS_DAYS_KEPT + 1}::int
      else greatest(${dayOf('class.state_since')} + 365, ((left(class.school_year, 4)::int + 2) || '-' || ${schoolYearEnd}::text)::date + 1) end as on_day
    from class where ${inSchools(of, 'class.school_id')} and class.state in ('archived', 'deleted')
  union all select 'accounts', person.school_id, ((person.state_since + make_interval(days => case person.state
      when 'declined' then ${DAYS_KEPT.declined}::int when 'dormant' then ${DAYS_KEPT.dormant}::int
      when 'deletion_pending' then ${DAYS_KEPT.deletion_pending}::int else ${DAYS_KEPT.erasure_pending}::int end)) at time zone 'Europe/Berlin')::date
    from person where ${inSchools(of, 'person.school_id')} and person.state in ('declined', 'dormant', 'deletion_pending', 'erasure_pending')
  union all ${notified(of, day, 'blocked')}
  union all ${notified(of, day, 'pending_approval')}
  union all select 'codes', learner_code.school_id, ${CODE_DAYS_KEPT + 1}::int + case when learner_code.state = 'revoked'
      then least(learner_code.valid_until, ${dayOf('learner_code.state_since')}) else learner_code.valid_until end
    from learner_code where ${inSchools(of, 'learner_code.school_id')}
  union all select 'trials', product_trial.school_id, product_trial.ends_on + ${TRIAL_KEEP_DAYS + 1}::int
    from product_trial where ${inSchools(of, 'product_trial.school_id')} and product_trial.ends_on < ${day}
  union all select 'orders', o.school_id, make_date(extract(year from greatest((coalesce(o.ordered_at, o.created_at) at time zone 'Europe/Berlin')::date,
      (select max(invoice.issued_on) from invoice where invoice.order_id = o.id)))::int + ${KEEP_YEARS + 1}::int, 1, 1)
    from purchase_order as o where ${ordered(of)} and o.state <> 'draft'
  union all select 'closing', school.id, school.closes_on from school where ${inSchools(of, 'school.id')} and school.state = 'closing'
  union all select 'school', school.id, ${dayOf('school.state_since')} + ${CLOSED_DAYS}::int
    from school where ${inSchools(of, 'school.id')} and school.state = 'closed'`;

/** True for orders in a period that count against the budget (docs/behaviour/marketplace.md#budget). */
const isSpent = (from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(o.state in (${sql.join([...BUDGET_STATES])}) and ${dayOf('o.ordered_at')} between ${from} and ${to})`;

const entries = (watched: WatchedPlace): RawBuilder<unknown> => {
  const { of, day, schoolYearEnd, year } = watched;
  const years = sql`(${`${year}-${schoolYearEnd}`}::date + 1)`;
  const last = sql`${`${year + 1}-${schoolYearEnd}`}::date`;
  return sql`
  select 'licence' as kind, licence.valid_to as on_day, licence.id, media_item.fn_titel as title, licence.identifier, licence.school_id,
      ${'school' in of}::boolean and licence.school_id is null as by_district, null::text as deleted, 1::bigint as n, null::bigint as cents, null::bigint as whole,
      not (${'school' in of}::boolean and licence.scope = 'district') as open
    from licence join media_item on media_item.identifier = licence.identifier
    where ${ends(watched)} and licence.scope <> 'free' and licence.origin <> 'trial' and licence.withdrawn_at is null and not licence.hidden
      and licence.valid_to >= ${day}
  union all
  select 'package', licence_package.ends_on, null, licence_package.licensor, null, licence_package.school_id, false, null,
      jsonb_array_length(licence_package.lines), null, null, false
    from licence_package where ${inSchools(of, 'licence_package.school_id')} and licence_package.picked_up_at is null and licence_package.ends_on >= ${day}
  union all
  select 'budget', ${last}, null, '', null, budget.school_id, false, null, 1,
      budget.cents - (select coalesce(sum(o.gross), 0) from purchase_order as o where o.school_id = budget.school_id and ${isSpent(years, last)}), budget.cents, true
    from school_budget as budget where ${inSchools(of, 'budget.school_id')} and budget.year = ${year}
  union all
  select 'invoice', invoice.due_on, o.id, invoice.number, null, o.school_id, false, null, 1, o.gross, null, true
    from invoice join purchase_order as o on o.id = invoice.order_id
    where ${ordered(of)} and invoice.kind = 'invoice' and invoice.paid_on is null and o.state <> 'refunded'
  union all
  select 'order', ${dayOf('o.ordered_at')} + ${INVOICE_DAYS}::int, o.id, o.number, null, o.school_id, false, null, 1, o.gross, null, true
    from purchase_order as o where ${ordered(of)} and o.state = 'pending_payment' and o.pays = 'invoice'
  union all
  select 'deletion', gone.on_day, null, '', null, gone.school_id, false, gone.what, count(*), null, null, false
    from (${deletions(watched)}) as gone where gone.on_day >= ${day} group by gone.what, gone.school_id, gone.on_day`;
};

export type DeadlineQuery = { kind: DeadlineKind | ''; until: string | null; month: string };

const within = ({ kind, until, month }: DeadlineQuery): RawBuilder<boolean> => sql<boolean>`(${kind} = '' or entry.kind = ${kind})
  and (${until}::date is null or entry.on_day <= ${until}::date) and (${month} = '' or to_char(entry.on_day, 'YYYY-MM') = ${month})`;

/** Returns a page of dates, earliest first, which lists overdue ones at the top. */
export async function listDeadlines(
  db: Db,
  watched: WatchedPlace,
  asked: DeadlineQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<DeadlineRow[]> {
  const { rows } = await sql<DeadlineRow>`select entry.*, school.name as school_name
    from (${entries(watched)}) as entry left join school on school.id = entry.school_id
    where ${within(asked)} order by entry.on_day, entry.kind, entry.title, entry.school_id, entry.deleted, entry.id offset ${offset} limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns the number of matching dates per month, ignoring the selected month, and the number of all dates up to `in30` and `in90`. */
export async function countDeadlinesByMonth(
  db: Db,
  watched: WatchedPlace,
  asked: DeadlineQuery,
  soon: { in30: string; in90: string },
): Promise<{ months: { month: string; count: number }[]; in30: number; in90: number }> {
  const { rows } = await sql<{ month: string; count: number; in30: number; in90: number }>`select to_char(entry.on_day, 'YYYY-MM') as month,
      count(*) filter (where ${within({ ...asked, month: '' })}) as count,
      count(*) filter (where entry.on_day <= ${soon.in30}::date) as in30, count(*) filter (where entry.on_day <= ${soon.in90}::date) as in90
    from (${entries(watched)}) as entry group by 1 order by 1 limit 1000`.execute(db);
  const sum = (of: 'in30' | 'in90'): number => rows.reduce((all, row) => all + row[of], 0);
  return {
    months: rows.filter(({ count }) => count > 0).map(({ month, count }) => ({ month, count })),
    ...{ in30: sum('in30'), in90: sum('in90') },
  };
}

type Feed = { person_id: string; school_id: string | null; district_id: string | null; hash: string; made_at: Date };

export const findCalendarFeed = (db: Db, personId: string): Promise<{ made_at: Date } | undefined> =>
  db.selectFrom('school_feed').select('school_feed.made_at').where('school_feed.person_id', '=', personId).executeTakeFirst();

export const saveCalendarFeed = (db: Db, { person_id, ...row }: Feed): Promise<unknown> =>
  db
    .insertInto('school_feed')
    .values({ person_id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();

export const removeCalendarFeed = (db: Db, personId: string): Promise<unknown> =>
  db.deleteFrom('school_feed').where('school_feed.person_id', '=', personId).execute();

/** True if the creator of the subscription may sign in and still administers its school or district. */
const stillManages = sql<boolean>`exists (select from person left join school on school.id = person.school_id
  where person.id = school_feed.person_id and person.state = 'active' and (
    person.district_admin = '1' and coalesce(person.district_id, school.district_id) = school_feed.district_id
    or person.school_admin in ('1', '2') and person.school_id = school_feed.school_id and school.state in ('active', 'closing')))`;

/** Returns the creator of a calendar subscription if they still administer its school or district. */
export async function findCalendarOwner(db: Db, hash: string) {
  return db
    .selectFrom('school_feed')
    .innerJoin('person', 'person.id', 'school_feed.person_id')
    .leftJoin('school', 'school.id', 'school_feed.school_id')
    .select(['person.id', 'person.locale', 'school_feed.school_id'])
    .select((eb) => eb.fn.coalesce('school_feed.district_id', 'school.district_id').as('district_id'))
    .where('school_feed.hash', '=', hash)
    .where(stillManages)
    .executeTakeFirst();
}

/** Removes subscriptions whose creator no longer administers the school or district. */
export const removeOrphanedFeeds = (db: Db): Promise<unknown> => sql`delete from school_feed where not ${stillManages}`.execute(db);
