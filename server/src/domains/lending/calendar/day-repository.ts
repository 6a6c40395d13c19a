/** SQL expressions for the first day and the due day of a line, both of which depend on its courier days (docs/behaviour/lending.md#tours). */
import { sql, type RawBuilder } from 'kysely';

/**
 * First day of a line, which is also the deadline for deciding on it. This is the pickup day if the desk is closed on the first day, otherwise the
 * earlier of start and delivery.
 */
export const firstDay = (line: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${line}.pickup_on`)}, least(${sql.ref(`${line}.start_on`)}, ${sql.ref(`${line}.bring_on`)}))`;
/** Last day before a line is overdue. */
export const dueDay = (line: string): RawBuilder<string> =>
  sql<string>`greatest(${sql.ref(`${line}.end_on`)}, ${sql.ref(`${line}.fetch_on`)})`;

/** Maximum number of days that are counted, which exceeds any dunning schedule. */
const MAX_COUNTED = 1_000;

/**
 * Number of opening days of a point after the day `after` up to and including `day`. Counts calendar days if the point never opens. `point` is a
 * table alias.
 */
export const openDaysBetween = (after: RawBuilder<unknown>, day: string, point: string): RawBuilder<number> => sql<number>`(case
  when not jsonb_path_exists(${sql.ref(`${point}.week`)}, '$[*] ? (@.open == true)') then ${day}::date - ${after}
  else (select count(*)::int from generate_series(0, least(${day}::date - ${after}, ${MAX_COUNTED}::int) - 1) as nth, lateral (select ${after} + 1 + nth as on_day) as each
    where (${sql.ref(`${point}.week`)} -> (extract(isodow from each.on_day)::int - 1) ->> 'open')::boolean
      and not exists (select from jsonb_array_elements(${sql.ref(`${point}.closures`)}) as closure
        where each.on_day between (closure ->> 'from')::date and (closure ->> 'until')::date)) end)`;

/** Condition that a loan is so long overdue that its device no longer counts as available (docs/behaviour/lending.md#availability). */
export const isWithheld = (line: string, day: string, point: string): RawBuilder<boolean> => sql<boolean>`coalesce(case
  when ${sql.ref(`${point}.unavailable_step`)} is not null and ${sql.ref(`${line}.state`)} = 'on_loan' and ${dueDay(line)} < ${day}::date then ${openDaysBetween(dueDay(line), day, point)}
    >= (${sql.ref(`${point}.overdue_days`)} ->> (least(${sql.ref(`${point}.unavailable_step`)}, jsonb_array_length(${sql.ref(`${point}.overdue_days`)})) - 1))::int end, false)`;
