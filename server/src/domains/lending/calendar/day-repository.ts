/** SQL of the days a line begins and is due on: those of its courier, where it has one (docs/behaviour/lending.md#tours). */
import { sql, type RawBuilder } from 'kysely';

/** The day it leaves the desk at the latest, until which it may be decided; the first opening day if the desk is closed on its first day by now. */
export const firstOn = (line: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${line}.pickup_on`)}, least(${sql.ref(`${line}.start_on`)}, ${sql.ref(`${line}.bring_on`)}))`;
/** The day after which it is overdue. */
export const dueOn = (line: string): RawBuilder<string> =>
  sql<string>`greatest(${sql.ref(`${line}.end_on`)}, ${sql.ref(`${line}.fetch_on`)})`;

/** Days that are counted at most: no ladder reaches further. */
const MAX_COUNTED = 1_000;

/** Opening days of a point after a day, up to another one; calendar days if its desk never opens. `point` is the alias of its row. */
export const openDaysBetween = (after: RawBuilder<unknown>, day: string, point: string): RawBuilder<number> => sql<number>`(case
  when not jsonb_path_exists(${sql.ref(`${point}.week`)}, '$[*] ? (@.open == true)') then ${day}::date - ${after}
  else (select count(*)::int from generate_series(0, least(${day}::date - ${after}, ${MAX_COUNTED}::int) - 1) as nth, lateral (select ${after} + 1 + nth as on_day) as each
    where (${sql.ref(`${point}.week`)} -> (extract(isodow from each.on_day)::int - 1) ->> 'open')::boolean
      and not exists (select from jsonb_array_elements(${sql.ref(`${point}.closures`)}) as closure
        where each.on_day between (closure ->> 'from')::date and (closure ->> 'until')::date)) end)`;

/** Whether a loan is overdue by the step of the ladder from which its device does not count as available (docs/behaviour/lending.md#availability). */
export const isWithheld = (line: string, day: string, point: string): RawBuilder<boolean> => sql<boolean>`coalesce(case
  when ${sql.ref(`${point}.unavailable_step`)} is not null and ${sql.ref(`${line}.state`)} = 'on_loan' and ${dueOn(line)} < ${day}::date then ${openDaysBetween(dueOn(line), day, point)}
    >= (${sql.ref(`${point}.overdue_days`)} ->> (least(${sql.ref(`${point}.unavailable_step`)}, jsonb_array_length(${sql.ref(`${point}.overdue_days`)})) - 1))::int end, false)`;
