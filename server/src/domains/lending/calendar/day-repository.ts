/** SQL expressions for the first and the due day of a line, which depend on its courier days (docs/behaviour/lending.md#tours). */
import { sql, type RawBuilder } from 'kysely';

/**
 * First day of a line and deadline for its decision: the pickup day if the desk is closed on the first day, otherwise the earlier of start
 * and delivery.
 */
export const firstOn = (line: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${line}.pickup_on`)}, least(${sql.ref(`${line}.start_on`)}, ${sql.ref(`${line}.bring_on`)}))`;
/** Last day before a line is overdue. */
export const dueOn = (line: string): RawBuilder<string> =>
  sql<string>`greatest(${sql.ref(`${line}.end_on`)}, ${sql.ref(`${line}.fetch_on`)})`;

/** Maximum number of days that are counted; longer than any dunning schedule. */
const MAX_COUNTED = 1_000;

/**
 * Number of opening days of a point after a day, up to and including `day`; calendar days if the point never opens. `point` is the alias of
 * its row.
 */
export const openDaysBetween = (after: RawBuilder<unknown>, day: string, point: string): RawBuilder<number> => sql<number>`(case
  when not jsonb_path_exists(${sql.ref(`${point}.week`)}, '$[*] ? (@.open == true)') then ${day}::date - ${after}
  else (select count(*)::int from generate_series(0, least(${day}::date - ${after}, ${MAX_COUNTED}::int) - 1) as nth, lateral (select ${after} + 1 + nth as on_day) as each
    where (${sql.ref(`${point}.week`)} -> (extract(isodow from each.on_day)::int - 1) ->> 'open')::boolean
      and not exists (select from jsonb_array_elements(${sql.ref(`${point}.closures`)}) as closure
        where each.on_day between (closure ->> 'from')::date and (closure ->> 'until')::date)) end)`;

/**
 * Condition: the loan is overdue by the dunning level from which its device does not count as available
 * (docs/behaviour/lending.md#availability).
 */
export const isWithheld = (line: string, day: string, point: string): RawBuilder<boolean> => sql<boolean>`coalesce(case
  when ${sql.ref(`${point}.unavailable_step`)} is not null and ${sql.ref(`${line}.state`)} = 'on_loan' and ${dueOn(line)} < ${day}::date then ${openDaysBetween(dueOn(line), day, point)}
    >= (${sql.ref(`${point}.overdue_days`)} ->> (least(${sql.ref(`${point}.unavailable_step`)}, jsonb_array_length(${sql.ref(`${point}.overdue_days`)})) - 1))::int end, false)`;
