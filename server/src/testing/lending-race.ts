/** Test oracle for concurrent borrowers. It is independent of the constraints in the database. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Condition that one booking ends before another one starts, compared by day, or by lesson on the same day. */
const isBefore = (a: string, b: string) => sql`coalesce(${sql.ref(`${a}.busy_until`)} < ${sql.ref(`${b}.busy_from`)}
  or (${sql.ref(`${a}.busy_until`)} = ${sql.ref(`${b}.busy_from`)} and ${sql.ref(`${a}.last_lesson`)} < ${sql.ref(`${b}.first_lesson`)}), false)`;
/** Returns violations: bookings that share a device at the same time, and bookings without a device. */
export const findBroken = async (db: Db): Promise<unknown[]> =>
  (
    await sql`select a.id, b.id as other from rental_line as a join rental_line as b on a.item_id = b.item_id and a.id < b.id
        where a.busy_from is not null and b.busy_from is not null and not ${isBefore('a', 'b')} and not ${isBefore('b', 'a')}
      union all select a.id, b.id from rental_line as a join rental_line as b on a.item_id = b.item_id and a.id < b.id
        where a.state = 'on_loan' and b.state = 'on_loan'
      union all select l.id, null from rental_line as l left join device_item as i on i.id = l.item_id and i.model_id = l.model_id
        where l.state in ('requested', 'approved', 'ready', 'on_loan') and not l.displaced and (i.id is null or l.busy_from is null)
      union all select l.id, null from rental_line as l where l.busy_from is not null
        and not (l.busy_from <= l.start_on and l.end_on <= l.busy_until + 1)
      union all select l.id, null from rental_line as l where l.busy_from is not null
        and (l.fetch_on > l.busy_until or l.fetch_on < l.end_on or (l.state <> 'on_loan' and (l.busy_from > l.bring_on or l.bring_on > l.start_on)))`.execute(
      db,
    )
  ).rows;

/** Returns reserved order lines whose last collection day is a day on which the desk of the lending point is closed. */
export const findWaitingInClosure = async (db: Db, point: string, day: string): Promise<unknown[]> =>
  (
    await sql`select l.id, l.start_on, l.collect_until from rental_line as l join rental_order as o on o.id = l.order_id join lending_point as p on p.id = o.point_id
      where o.point_id = ${point} and l.state in ('approved', 'ready') and l.first_lesson is null and l.collect_until >= ${day}
        and (not (p.week -> (extract(isodow from l.collect_until)::int - 1) ->> 'open')::boolean or exists (select from jsonb_array_elements(p.closures) as c
          where l.collect_until between (c ->> 'from')::date and (c ->> 'until')::date))`.execute(db)
  ).rows;

type AnsweredLine = {
  id: string;
  state: string;
  start: string;
  end: string;
  item_code: string;
  lessons: { first: number; last: number } | null;
};
type Answered = { id?: string; line_id?: string; lines?: AnsweredLine[] };
/** Reduces a reply to the data that the oracle needs: lines with their state, days, devices and lessons. */
export const resultOf = (answer: unknown): unknown => {
  if (typeof answer === 'string') return answer;
  const { id, line_id, lines } = answer as Answered;
  return {
    id,
    line_id,
    lines: lines?.map((line) => [
      ...[line.id, line.state, line.start, line.end, line.item_code],
      ...(line.lessons ? [line.lessons.first, line.lessons.last] : []),
    ]),
  };
};
