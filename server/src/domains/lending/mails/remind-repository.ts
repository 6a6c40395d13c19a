/** Queries for reminders. Claiming lines marks them as notified, in the same transaction that sends the mail. */
import { sql } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';
import type { BorrowerIds } from '../borrowers/borrower.ts';
import { dueDay, openDaysBetween } from '../calendar/day-repository.ts';
import { lessonBegin, lessonEnd, selectLessons } from '../calendar/lesson-repository.ts';

/** Returns the users at the desk of a point who receive its mails: users with the capability, or administrators if there are none. */
export async function listDeskRecipients(db: Db, { school_id, district_id }: { school_id: string | null; district_id: string }) {
  const rows = await db
    .selectFrom('person as p')
    .leftJoin('school', 'school.id', 'p.school_id')
    .select(['p.id', 'p.email', 'p.vorname', 'p.name', 'p.locale', 'p.state'])
    .select(sql<boolean>`'cap_lending' = any(p.capabilities)`.as('capable'))
    .where('p.state', '=', 'active')
    .where(
      school_id === null
        ? sql<boolean>`(coalesce(p.district_id, school.district_id) = ${district_id}
            and (p.district_admin = '1' or 'cap_lending' = any(p.capabilities)))`
        : sql<boolean>`(p.school_id = ${school_id} and (p.school_admin = '1' or 'cap_lending' = any(p.capabilities)))`,
    )
    .orderBy('p.id')
    .limit(50)
    .execute();
  const capable = rows.filter((row) => row.capable);
  return capable.length > 0 ? capable : rows;
}

/** Returns the administrators of a school, who are notified of loans that are long overdue. */
export const listSchoolRecipients = (db: Db, school: string) =>
  db
    .selectFrom('person as p')
    .select(['p.id', 'p.email', 'p.vorname', 'p.name', 'p.locale', 'p.state'])
    .where('p.school_id', '=', school)
    .where('p.school_admin', 'in', ['1', '2'])
    .where('p.state', '=', 'active')
    .orderBy('p.id')
    .limit(20)
    .execute();

export type DueLoan = {
  id: string;
  /** True for a loan of a learner, whose responsible teacher is `responsible_id`. */
  learner: boolean;
  responsible_id: string | null;
  borrower: string;
  school_id: string | null;
  point_id: string;
  model: string;
  start: string;
  end: string;
  state: string;
  level: number;
  lessons: { first: number; last: number } | null;
  begins_at: string | null;
  ends_at: string | null;
  /** First day of the next booking of the same device. */
  needed_on: string | null;
} & BorrowerIds;

/** Condition that a line was imported and its mails are paused. */
const paused = (line: string) =>
  sql`exists (select from lending_migrated as migrated where migrated.line_id = ${sql.ref(`${line}.id`)} and migrated.paused)`;
/** Day from which the dunning levels of a line are counted. For an imported overdue loan, this may be later than its due day. */
const ladderFrom = (line: string) =>
  sql`greatest(${dueDay(line)}, (select migrated.ladder_from from lending_migrated as migrated where migrated.line_id = ${sql.ref(`${line}.id`)}))`;

/** Maximum number of lines that are claimed per run. */
const MAX = 5_000;

const ABOUT = sql`l.id, o.person_id, o.private_id, o.asked_at is not null as learner, o.responsible_id,
  coalesce((select ${selectFullName('owner')} from person as owner where owner.id = o.person_id), (select pb.name from private_borrower as pb where pb.id = o.private_id)) as borrower, o.school_id, o.point_id, m.name as model, l.start_on as start, ${dueDay('l')} as "end", l.state,
  ${selectLessons('l')} as lessons, ${lessonBegin('l')} as begins_at, ${lessonEnd('l')} as ends_at,
  (select min(next.start_on) from rental_line as next where next.item_id = l.item_id and l.state = 'on_loan'
    and next.state in ('requested', 'approved', 'ready')) as needed_on`;
const FROM = sql`from rental_order as o, lending_point as point, device_model as m`;
const JOINED = sql`o.id = l.order_id and point.id = o.point_id and m.id = l.model_id and (o.person_id is not null or o.private_id is not null) and not ${paused('l')}`;
/** Condition that the reader has received no such mail today, as borrower or as responsible teacher. Further lines wait until the next day. */
const notYetToday = (column: 'reminded_on' | 'overdue_reminded_on', day: string) => sql`not exists (select from rental_line as same
  join rental_order as its on its.id = same.order_id where same.${sql.ref(column)} = ${day}
    and (its.person_id in (o.person_id, o.responsible_id) or its.private_id = o.private_id or its.responsible_id in (o.person_id, o.responsible_id)))`;

/** Claims loans that are due soon and were not yet reminded of for their current due day. Loans by lesson are left out. */
export async function claimDueLoans(db: Db, day: string): Promise<DueLoan[]> {
  const { rows } = await sql<DueLoan>`update rental_line as l set reminded_of = ${dueDay('l')}, reminded_on = ${day} ${FROM}
    where ${JOINED} and l.state = 'on_loan' and l.first_lesson is null and ${dueDay('l')} >= ${day} and ${dueDay('l')} - point.remind_days <= ${day}::date
      and l.reminded_of is distinct from ${dueDay('l')} and ${notYetToday('reminded_on', day)}
      and l.id in (select due.id from rental_line as due where due.state = 'on_loan' and not ${paused('due')} and ${dueDay('due')} >= ${day}
        and due.reminded_of is distinct from ${dueDay('due')} and due.end_on <= ${day}::date + 14 order by due.end_on, due.id limit ${MAX})
    returning ${ABOUT}, 0 as level`.execute(db);
  return rows;
}

/** Overdue loans with the dunning level they have reached. Levels are counted in opening days of the lending point. */
const reached = (day: string) => sql`(select late.id,
    (select count(*)::int from jsonb_array_elements_text(desk.overdue_days) as step (days) where step.days::int <= past.days) as level
  from rental_line as late join rental_order as its on its.id = late.order_id join lending_point as desk on desk.id = its.point_id,
    lateral (select ${openDaysBetween(ladderFrom('late'), day, 'desk')} as days offset 0) as past
  where late.state = 'on_loan' and ${dueDay('late')} < ${day}::date)`;

/** Claims overdue loans that have reached the next dunning level. */
export async function claimOverdueLoans(db: Db, day: string): Promise<DueLoan[]> {
  const { rows } = await sql<DueLoan>`update rental_line as l set overdue_level = reached.level, overdue_reminded_on = ${day}
    ${FROM}, ${reached(day)} as reached
    where ${JOINED} and reached.id = l.id and l.state = 'on_loan' and ${dueDay('l')} < ${day} and reached.level > l.overdue_level
      and ${notYetToday('overdue_reminded_on', day)}
    returning ${ABOUT}, l.overdue_level as level`.execute(db);
  return rows;
}

/** Returns promised lines that begin between two days while their device is overdue on another loan. */
export async function listEndangeredLines(db: Db, day: string, until: string) {
  const { rows } = await sql<{
    order_id: string;
    person_id: string | null;
    private_id: string | null;
    learner: boolean;
    point_id: string;
    number: string;
    title: string;
    borrower: string;
    school: string;
    model: string;
    start: string;
    end: string;
  }>`select l.order_id, o.person_id, o.private_id, o.asked_at is not null as learner, o.point_id, o.number, o.title, ${selectBorrower()} as borrower, coalesce(school.name, '') as school,
      m.name as model, l.start_on::text as start, l.end_on::text as "end"
    from rental_line as l join rental_order as o on o.id = l.order_id join device_model as m on m.id = l.model_id
    left join person as p on p.id = o.person_id left join school on school.id = o.school_id
    where l.state in ('approved', 'ready') and not ${paused('l')} and l.start_on between ${day}::date and ${until}::date and (p.state = 'active' or o.private_id is not null)
      and exists (select from rental_line as late where late.item_id = l.item_id and late.id <> l.id and late.state = 'on_loan'
        and ${dueDay('late')} < ${day}::date and not ${paused('late')})
    order by l.start_on, l.order_id, l.id limit ${MAX}`.execute(db);
  return rows;
}

/** Claims lines that became ready, uncollected or expired and whose borrower was not notified yet. */
export async function claimChangedLines(db: Db, since: Date): Promise<DueLoan[]> {
  const { rows } = await sql<DueLoan>`update rental_line as l set notified_state = l.state ${FROM}
    where ${JOINED} and l.state in ('ready', 'not_collected', 'expired') and l.notified_state is distinct from l.state
      and (l.over_at is null or l.over_at > ${since})
    returning ${ABOUT}, 0 as level`.execute(db);
  return rows;
}
