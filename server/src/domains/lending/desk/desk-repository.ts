/** Queries for the open orders of a desk, by part and by step. */
import { DESK_PARTS, DESK_STEPS, NO_SCHOOL, type DeskPart, type DeskSort, type DeskStep } from '@fundus/contract/lending/desk/desk-orders';
import type { Delivery } from '@fundus/contract/lending/states';
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { isOpenLine, selectOpenLines, selectOrders, type OrderRow } from '../allocation/order-repository.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';
import { dueDay, firstDay } from '../calendar/day-repository.ts';
import { areLessonsOver } from '../calendar/lesson-repository.ts';
import { lacksBriefing } from '../orders/briefing-repository.ts';

type Clock = { day: string; time: string };

const waits = sql`l.state in ('approved', 'ready')`;
const leaves = (day: string) => sql`${firstDay('l')} <= ${day}::date`;
const isLate = (clock: Clock) => sql`(${dueDay('l')} < ${clock.day}::date or ${areLessonsOver('l', clock)})`;

const PARTS: Record<DeskPart, (clock: Clock) => RawBuilder<boolean>> = {
  overdue: (clock) => sql`l.state = 'on_loan' and ${isLate(clock)}`,
  requests: () => sql`l.state = 'requested'`,
  pick_ups: ({ day }) => sql`${waits} and ${leaves(day)}`,
  returns: (clock) => sql`l.state = 'on_loan' and not ${isLate(clock)} and ${dueDay('l')} = ${clock.day}::date`,
  coming: ({ day }) => sql`${waits} and not ${leaves(day)}`,
  lent: ({ day }) => sql`l.state = 'on_loan' and ${dueDay('l')} > ${day}::date`,
};
const anyLine = (condition: RawBuilder<unknown>) => sql`coalesce(bool_or(${condition}), false)`;
const STEPS: Record<DeskStep, (clock: Clock) => RawBuilder<unknown>> = {
  unready: () => anyLine(sql`l.state = 'approved'`),
  ready: () => sql`(${anyLine(sql`l.state = 'ready'`)} and not ${anyLine(sql`l.state = 'approved'`)})`,
  unbriefed: ({ day }) => anyLine(lacksBriefing(day)),
  agreement: () => anyLine(sql`l.state = 'requested' and l.agree_until is not null`),
};

/** Open orders of lending points, with a boolean column for each part and step. */
const selectOpen = (points: readonly string[], clock: Clock, on = '') => sql`(
  select l.order_id, o.point_id,
    min(case when l.state = 'on_loan' then ${dueDay('l')} else ${firstDay('l')} end) as first_on,
    ${on === '' ? sql`true` : anyLine(sql`case when l.state = 'on_loan' then ${dueDay('l')} else ${firstDay('l')} end = ${on}::date`)} as on_day,
    ${sql.join([
      ...DESK_PARTS.map((part) => sql`${anyLine(PARTS[part](clock))} as ${sql.ref(part)}`),
      ...DESK_STEPS.map((step) => sql`${STEPS[step](clock)} as ${sql.ref(step)}`),
    ])}
  from ${selectOpenLines(...points)} as l
  join device_model as m on m.id = l.model_id
  join rental_order as o on o.id = l.order_id and o.submitted_at is not null
  where ${isOpenLine(clock.day)} and not (l.state in ('requested', 'approved', 'ready') and ${areLessonsOver('l', clock)})
  group by l.order_id, o.point_id)`;

type Counts = Record<DeskPart | DeskStep | 'orders', number>;
const countOf = (name: string): RawBuilder<number> => sql<number>`count(*) filter (where open.${sql.ref(name)})::int as ${sql.ref(name)}`;

/** Returns the counts for each point that has open orders. */
export async function countOpenOrders(db: Db, points: readonly string[], clock: Clock): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { point_id: string }>`select open.point_id, count(*)::int as orders,
      ${sql.join([...DESK_PARTS, ...DESK_STEPS].map(countOf))}
    from ${selectOpen(points, clock)} as open group by open.point_id`.execute(db);
  return new Map(rows.map(({ point_id, ...counts }) => [point_id, counts]));
}

export type AskedOrders = {
  point: string;
  part: DeskPart | '';
  step: DeskStep | '';
  q: string;
  delivery: Delivery | '';
  /** Id of the chosen school, or an empty text. It filters the page and the total, but not the list of schools to choose from. */
  school: string;
  on: string;
};

/** Minimum number of digits that are compared with order numbers. Fewer digits would match by chance. */
const MIN_DIGITS = 4;

/** Condition that a word occurs in the borrower, school, title, model or device code, or is the start of the order number. */
const hasWord = (word: string) => sql<boolean>`(concat_ws(' ', ${selectBorrower()}, school.name, o.title) ilike ${containsPattern(word)}
  or (${word.length >= MIN_DIGITS}::boolean and starts_with(o.number, ${word}))
  or exists (select from rental_line as l join device_model as m on m.id = l.model_id left join device_item as i on i.id = l.item_id
    where l.order_id = o.id and concat_ws(' ', m.name, i.code) ilike ${containsPattern(word)}))`;

const isAsked = ({ part, step, q, delivery, on }: AskedOrders) =>
  sql<boolean>`(${sql.join(
    [
      sql`true`,
      ...(part === '' ? [] : [sql`open.${sql.ref(part)}`]),
      ...(step === '' ? [] : [sql`open.${sql.ref(step)}`]),
      ...(delivery === '' ? [] : [sql`o.delivery = ${delivery}`]),
      ...(on === '' ? [] : [sql`open.on_day`]),
      ...q.split(/\s+/).filter(Boolean).map(hasWord),
    ],
    sql` and `,
  )})`;

const openOrders = (asked: AskedOrders, clock: Clock) =>
  sql<{ order_id: string; first_on: string }>`${selectOpen([asked.point], clock, asked.on)}`.as('open');

const COLUMNS: Record<string, readonly RawBuilder<unknown>[]> = {
  day: [sql`open.first_on`],
  borrower: [sql`lower(coalesce(p.name, pb.name, ''))`, sql`lower(coalesce(p.vorname, ''))`],
  school: [sql`lower(coalesce(school.name, ''))`],
  number: [sql`o.number`],
};

/**
 * Returns a page of orders, the total, and the schools to filter by. Evaluates the open orders only once, because this takes most of the time, and
 * then reads the page by id.
 */
export async function listDeskOrders(
  db: Db,
  asked: AskedOrders,
  clock: Clock,
  { sort, offset, limit }: { sort: DeskSort; offset: number; limit: number },
): Promise<{ rows: OrderRow[]; total: number; schools: { id: string; name: string; orders: number }[] }> {
  const descending = sort.startsWith('-');
  let matches = selectOrders(db)
    .innerJoin(openOrders(asked, clock), 'open.order_id', 'o.id')
    .where(isAsked(asked))
    .clearSelect()
    .select(['o.id', 'o.school_id', 'school.name as school_name']);
  for (const column of COLUMNS[sort.replace('-', '')]!) matches = matches.orderBy(column, descending ? 'desc' : 'asc');
  const found = await matches
    .orderBy(sql`open.first_on`)
    .orderBy('o.id')
    .execute();
  const bySchool = Map.groupBy(found, ({ school_id }) => school_id ?? NO_SCHOOL);
  const listed = asked.school === '' ? found : (bySchool.get(asked.school) ?? []);
  const ids = listed.slice(offset, offset + limit).map(({ id }) => id);
  const rows = new Map((await selectOrders(db).where('o.id', '=', matchUuids(ids)).execute()).map((row) => [row.id, row]));
  const schools = [...bySchool].map(([id, orders]) => ({ id, name: orders[0]!.school_name ?? '', orders: orders.length }));
  // Sorts borrowers without a school last.
  schools.sort((a, b) => Number(a.id === NO_SCHOOL) - Number(b.id === NO_SCHOOL) || a.name.localeCompare(b.name, 'de'));
  return { rows: ids.map((id) => rows.get(id)!), total: listed.length, schools };
}

/** Returns orders with devices to be fetched from the shelves: the given orders, or all orders of a day. */
export const listOrdersToPick = (
  db: Db,
  point: string,
  clock: Clock,
  { date, orders }: { date: string; orders: readonly string[] },
): Promise<OrderRow[]> =>
  selectOrders(db)
    .innerJoin(sql<{ order_id: string; first_on: string }>`${selectOpen([point], clock, date)}`.as('open'), 'open.order_id', 'o.id')
    .where(orders.length > 0 ? sql<boolean>`o.id = ${matchUuids(orders)}` : sql<boolean>`open.on_day`)
    .where(sql<boolean>`(open.pick_ups or open.coming)`)
    .orderBy('open.first_on')
    .orderBy('o.id')
    .execute();
