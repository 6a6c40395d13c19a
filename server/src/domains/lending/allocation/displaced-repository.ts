/** Queries for displaced bookings, whose device the desk gave to another borrower. */
import type { CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import type { ModelRules } from '@fundus/contract/lending/calendar/rules';
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';
import { dueDay, firstDay, isWithheld } from '../calendar/day-repository.ts';
import { areLessonsOver, selectLessons } from '../calendar/lesson-repository.ts';
import { courierOf, selectOpenLines } from './order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';

/** Removes the devices from lines. `ready` lines become `approved`. Lines in a cart are not marked as displaced. */
export async function displaceLines(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update rental_line set item_id = null, busy_from = null, busy_until = null, displaced = rental_line.state <> 'in_cart',
      state = case when rental_line.state = 'ready' then 'approved' else rental_line.state end
    where rental_line.id = ${matchUuids(ids)}`.execute(db);
}

export type DisplacedLine = {
  id: string;
  start: string;
  end: string;
  lessons: Lessons | null;
  courier: CourierDays | null;
  point: PointRow;
  rules: ModelRules;
};

/** Returns the displaced lines of a model, ordered by start. */
export async function listDisplaced(db: Db, model: string): Promise<DisplacedLine[]> {
  const rows = await db
    .selectFrom('rental_line as l')
    .innerJoin('device_model as m', 'm.id', 'l.model_id')
    .select([
      'l.id',
      'l.start_on',
      'l.end_on',
      'l.bring_on',
      'l.fetch_on',
      'm.point_id',
      'm.max_days',
      'm.buffer_after',
      selectLessons('l').as('lessons'),
    ])
    .where('l.model_id', '=', model)
    .where('l.displaced', '=', true)
    .where('l.state', 'in', ['requested', 'approved'])
    .orderBy('l.start_on')
    .orderBy('l.id')
    .limit(100)
    .execute();
  if (rows.length === 0) return [];
  const point = (await findPoint(db, rows[0]!.point_id))!;
  return rows.map(({ id, start_on, end_on, lessons, max_days, buffer_after, ...rest }) => ({
    ...{ id, start: start_on, end: end_on, lessons, courier: courierOf(rest) },
    ...{ point, rules: { max_days, buffer_after } },
  }));
}

type Clock = { day: string; time: string };

export type TaskRow = {
  line_id: string;
  order_id: string;
  number: string;
  borrower: string | null;
  model: string;
  start: string;
  end: string;
  why: 'displaced' | 'gone' | 'late' | 'leaving';
};

const IS_LEAVING = sql<boolean>`coalesce(p.state in ('erasure_pending', 'deletion_pending', 'dormant'), false)`;
const isGone = sql<boolean>`coalesce(l.state <> 'on_loan' and (i.not_lendable or i.state in ('quarantine', 'lost', 'retired')
  or (i.state = 'repair' and coalesce(i.away_until > l.busy_from, true)) or coalesce(i.next_check_on <= l.busy_until, false)), false)`;

/**
 * Bookings that require action by the desk. Their device is missing, not lendable or overdue on another loan, or the borrower's account will soon be
 * deleted.
 */
const tasksOf = (point: string, { day, time }: Clock) => sql`from ${selectOpenLines(point)} as l
      join rental_order as o on o.id = l.order_id
      left join device_item as i on i.id = l.item_id
      left join person as p on p.id = o.person_id
      left join rental_line as late on late.item_id = l.item_id and late.id <> l.id and late.state = 'on_loan' and (${dueDay('late')} < ${day}::date or ${areLessonsOver('late', { day, time })})
        and l.busy_from <= ${day}::date
      where (l.state in ('requested', 'approved', 'ready') or (l.state = 'on_loan' and ${IS_LEAVING}))
        and not (l.state = 'requested' and (${firstDay('l')} < ${day}::date or coalesce(l.agree_until < ${day}::date, false)))
        and not coalesce(l.state in ('approved', 'ready') and l.collect_until < ${day}::date, false)
        and (l.displaced or late.id is not null or ${isGone} or ${IS_LEAVING})`;

/** Returns a page of the bookings that require action, ordered by start. */
export const listTasks = async (db: Db, point: string, clock: Clock, offset: number, limit: number): Promise<TaskRow[]> =>
  (
    await sql<TaskRow>`
      select l.id as line_id, l.order_id, o.number, ${selectBorrower()} as borrower,
        l.model_name as model, l.start_on::text as start, l.end_on::text as "end",
        case when l.displaced then 'displaced' when late.id is not null then 'late' when ${IS_LEAVING} and not ${isGone} then 'leaving' else 'gone' end as why
      ${tasksOf(point, clock)} order by l.start_on, l.id limit ${limit} offset ${offset}`.execute(db)
  ).rows;

export const countTasks = async (db: Db, point: string, clock: Clock): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n ${tasksOf(point, clock)}`.execute(db)).rows[0]!.n;

export type PromisedLine = {
  id: string;
  order_id: string;
  state: 'approved' | 'ready';
  start: string;
  end: string;
  broken: boolean;
  unkept: boolean;
};

/**
 * Returns approved or ready lines of a model whose borrower has to be notified. Either the device is no longer available and the borrower does not
 * know yet, or it is available again after a notice. Overdue devices count from the dunning level configured at the point.
 */
export const listBrokenPromises = async (db: Db, model: string, day: string): Promise<PromisedLine[]> =>
  (
    await sql<PromisedLine>`select * from (
        select l.id, l.order_id, l.state, l.start_on::text as start, l.end_on::text as "end", l.unkept,
          (l.displaced or i.not_lendable or i.state in ('quarantine', 'lost', 'retired')
            or (i.state = 'repair' and coalesce(i.away_until > l.busy_from, true)) or coalesce(i.next_check_on <= l.busy_until, false)
            or exists (select from rental_line as late where late.item_id = l.item_id and late.id <> l.id and ${isWithheld('late', day, 'desk')})) as broken
        from rental_line as l join device_model as m on m.id = l.model_id join lending_point as desk on desk.id = m.point_id
        left join device_item as i on i.id = l.item_id
        where l.model_id = ${model} and l.state in ('approved', 'ready') and (l.busy_from is not null or l.displaced)
          and not coalesce(l.collect_until < ${day}::date, false)) as promised
      where promised.broken <> promised.unkept order by promised.start, promised.id limit 500`.execute(db)
  ).rows;

/**
 * Returns the models with approved or ready lines that cannot be fulfilled: their device is overdue from another loan, or the line is already marked
 * `unkept`.
 */
export async function listBlockedModels(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct l.model_id as id from rental_line as l
    join device_model as m on m.id = l.model_id join lending_point as desk on desk.id = m.point_id
    where l.state in ('approved', 'ready') and (l.unkept or exists (select from rental_line as late where late.item_id = l.item_id and late.id <> l.id
      and ${isWithheld('late', day, 'desk')}))`.execute(db);
  return rows.map(({ id }) => id);
}

export const setUnkept = (db: Db, lines: readonly string[], unkept: boolean): Promise<unknown> =>
  sql`update rental_line set unkept = ${unkept} where rental_line.id = ${matchUuids(lines)}`.execute(db);
