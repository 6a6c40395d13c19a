/** Queries for order lines and the devices they reserve. */
import { today } from '@fundus/contract/days';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import { MAX_LESSONS, timeOf } from '@fundus/contract/schools/timetable';
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { dueDay, firstDay, isWithheld } from '../calendar/day-repository.ts';
import { areLessonsOver, selectLessons } from '../calendar/lesson-repository.ts';
import type { BookedSpan, Span, UsablePeriod } from './allocation.ts';
import { lapseWaits } from './wait-repository.ts';

/** Condition that a line is in an expired cart and therefore no longer reserves a device. */
const STALE = (now: Date) => sql<boolean>`(rental_line.state = 'in_cart' and exists (
  select from rental_order as o where o.id = rental_line.order_id and coalesce(o.hold_until <= ${now}, true)))`;

/**
 * Stores transitions that only depend on time. Expired carts release their devices, undecided requests expire, and uncollected devices become
 * `not_collected`. Called before each decision for the locked models, and hourly for all models (without `models`).
 */
export async function releaseLapsed(db: Db, now: Date, models?: readonly string[]): Promise<void> {
  const day = today(now);
  const over = areLessonsOver('rental_line', { day, time: timeOf(now) });
  const ofModels = models ? sql<boolean>`rental_line.model_id = ${matchUuids(models)}` : sql<boolean>`true`;
  await sql`update rental_line set item_id = null, busy_from = null, busy_until = null
    where rental_line.busy_from is not null and ${ofModels} and ${STALE(now)}`.execute(db);
  await lapseWaits(db, now, day, models);
  await sql`update rental_line set busy_from = null, busy_until = null, displaced = false, over_at = ${now},
      state = case when rental_line.state = 'requested' then 'expired' else 'not_collected' end
    where (rental_line.busy_from is not null or rental_line.displaced) and ${ofModels} and ((rental_line.state = 'requested' and (${firstDay('rental_line')} < ${day} or coalesce(rental_line.agree_until < ${day}, false) or ${over}))
      or (rental_line.state in ('approved', 'ready') and (rental_line.collect_until < ${day} or ${over})))`.execute(db);
}

const FOREVER = '9999-12-31';

export type UsableRow = UsablePeriod & { model_id: string };
/** A line that reserves a device. `end` is the last day of the loan, and `until` the last day of the reservation. */
export type BookedRow = BookedSpan & { model_id: string; order_id: string; state: string; end: string };

/** Returns the devices that can be lent, including devices in repair with a known end. */
export async function listUsable(db: Db, models: readonly string[]): Promise<UsableRow[]> {
  const rows = await db
    .selectFrom('device_item as i')
    .select(['i.id', 'i.model_id', 'i.away_until', 'i.state'])
    .select(sql<string | null>`(i.next_check_on - 1)::date`.as('until'))
    .where('i.model_id', '=', matchUuids(models))
    .where('i.not_lendable', '=', false)
    .where((eb) => eb.or([eb('i.state', '=', 'available'), eb.and([eb('i.state', '=', 'repair'), eb('i.away_until', 'is not', null)])]))
    .orderBy('i.code')
    .orderBy('i.id')
    .execute();
  return rows.map(({ id, model_id, away_until, until }) => ({ id, model_id, from: away_until, until }));
}

/**
 * Returns the lines that reserve devices of the models between two days, with derived states applied. An overdue loan also reserves today. From the
 * dunning level configured at the point, it reserves all further days.
 */
export async function listBooked(
  db: Db,
  models: readonly string[],
  now: Date,
  from: string,
  until: string,
  withhold = true,
): Promise<BookedRow[]> {
  const day = today(now);
  const over = areLessonsOver('rental_line', { day, time: timeOf(now) });
  const rows = await db
    .selectFrom('rental_line')
    .innerJoin('device_model as model', 'model.id', 'rental_line.model_id')
    .innerJoin('lending_point as desk', 'desk.id', 'model.point_id')
    .select([
      isWithheld('rental_line', day, 'desk').as('withheld'),
      sql<boolean>`(rental_line.state = 'on_loan' and ${dueDay('rental_line')} < ${day}::date)`.as('overdue'),
    ])
    .select(['rental_line.id', 'rental_line.model_id', 'rental_line.order_id', 'rental_line.state', 'rental_line.end_on'])
    .select([sql<string>`rental_line.item_id`.as('item_id'), selectLessons('rental_line').as('lessons'), over.as('over')])
    .select(sql<string>`rental_line.busy_from`.as('from'))
    .select(
      sql<string>`case when rental_line.state = 'on_loan' and rental_line.end_on < ${day}::date then greatest(rental_line.busy_until, ${day}::date) else rental_line.busy_until end`.as(
        'until',
      ),
    )
    .where('rental_line.model_id', '=', matchUuids(models))
    .where('rental_line.busy_from', 'is not', null)
    .where('rental_line.busy_from', '<=', until)
    .where((eb) => eb.or([eb('rental_line.busy_until', '>=', from), eb('rental_line.state', '=', 'on_loan')]))
    .where(sql<boolean>`not ${STALE(now)}`)
    .where(
      sql<boolean>`not (rental_line.state = 'requested' and (${firstDay('rental_line')} < ${day} or coalesce(rental_line.agree_until < ${day}, false) or ${over}))
        and not coalesce(rental_line.state in ('approved', 'ready') and (rental_line.collect_until < ${day} or ${over}), false)`,
    )
    .execute();
  return rows.map(({ end_on, over: late, lessons, withheld, overdue, ...row }) => ({
    ...{
      ...row,
      end: end_on,
      ...(overdue && { late: true }),
      ...(withheld && withhold && { until: FOREVER }),
      fixed: row.state === 'on_loan' || row.state === 'ready',
    },
    lessons: lessons && row.state === 'on_loan' && (late || end_on < day) ? { ...lessons, last: MAX_LESSONS } : lessons,
  }));
}

/** Returns whether one of the devices is overdue on a loan. */
export async function hasOverdueDevice(db: Db, items: readonly string[], day: string): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`select exists (select from rental_line as l
    where l.item_id = ${matchUuids(items)} and l.state = 'on_loan' and ${dueDay('l')} < ${day}::date) as late`.execute(db);
  return rows[0]!.late;
}

/** Returns the number of devices of a model that are too long overdue to count as available. */
export async function countWithheld(db: Db, model: string, day: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from rental_line as l
    join device_model as m on m.id = l.model_id join lending_point as desk on desk.id = m.point_id
    where l.model_id = ${model} and l.busy_from is not null and ${isWithheld('l', day, 'desk')}`.execute(db);
  return rows[0]!.n;
}

/** New device and days of a line. `busy` and `loan` are set only if the days change. */
export type Move = { id: string; item_id: string; busy?: Span; loan?: Span };

/**
 * Moves several lines to other devices or days in one statement. The exclusion constraint is checked at the end of the statement, so lines may swap
 * devices.
 */
export async function moveLines(db: Db, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const dates = (of: (move: Move) => string | undefined) => sql`${sql.val(moves.map((move) => of(move) ?? null))}::date[]`;
  const lessons = (of: (lessons: Lessons) => number) =>
    sql`${sql.val(moves.map(({ loan }) => (loan?.lessons ? of(loan.lessons) : null)))}::int[]`;
  await sql`update rental_line set item_id = moved.item_id, displaced = false,
      busy_from = coalesce(moved.busy_from, rental_line.busy_from), busy_until = coalesce(moved.busy_until, rental_line.busy_until),
      start_on = coalesce(moved.start_on, rental_line.start_on), end_on = coalesce(moved.end_on, rental_line.end_on),
      pickup_on = case when moved.start_on is null or moved.start_on = rental_line.start_on then rental_line.pickup_on end,
      agreed_end_on = case when moved.end_on is null or moved.end_on = rental_line.end_on then rental_line.agreed_end_on end,
      first_lesson = case when moved.start_on is null then rental_line.first_lesson else moved.first_lesson end,
      last_lesson = case when moved.start_on is null then rental_line.last_lesson else moved.last_lesson end
    from unnest(${sql.val(moves.map(({ id }) => id))}::uuid[], ${sql.val(moves.map(({ item_id }) => item_id))}::uuid[],
      ${dates(({ busy }) => busy?.from)}, ${dates(({ busy }) => busy?.until)},
      ${dates(({ loan }) => loan?.from)}, ${dates(({ loan }) => loan?.until)},
      ${lessons(({ first }) => first)}, ${lessons(({ last }) => last)})
      as moved (id, item_id, busy_from, busy_until, start_on, end_on, first_lesson, last_lesson)
    where rental_line.id = moved.id`.execute(db);
}

/** Returns the number of visits (collections and returns) per day at a point. Visits of the order `except` are not counted. */
export async function countVisits(db: Db, point: string, from: string, until: string, except: string | null): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; n: number }>`
    select visit.day, count(distinct visit.order_id)::int as n from (
      select l.start_on as day, l.order_id from device_model as m join rental_line as l on l.model_id = m.id
        where m.point_id = ${point} and l.busy_from is not null and l.state <> 'on_loan' and l.start_on between ${from} and ${until}
      union all
      select l.end_on, l.order_id from device_model as m join rental_line as l on l.model_id = m.id
        where m.point_id = ${point} and l.busy_from is not null and l.end_on between ${from} and ${until}
    ) as visit where visit.order_id is distinct from ${except}::uuid group by visit.day`.execute(db);
  return new Map(rows.map(({ day, n }) => [day, n]));
}
