/** Queries for the recipients of notices about assignments. */
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { counts, isAssignmentFor } from '../../visitors/in-class.ts';
import { owners } from '../classes/index.ts';

export type UnnotifiedLearner = {
  assignment_id: string;
  title: string;
  class_id: string;
  class_name: string;
  due_at: Date | null;
  /** Id of the account, or `null` for a learner code. */
  person_id: string | null;
  code_id: string | null;
  email: string | null;
  vorname: string;
  name: string;
  locale: string | null;
  state: string;
};

/** Returns learners of active assignments who have not received the notice `what`. If `id` is given, only of this assignment. */
function listLearners(db: Db, what: 'open' | 'due', when: RawBuilder<boolean>, { day, id }: { day: string; id?: string | undefined }) {
  return sql<UnnotifiedLearner>`
    select a.id as assignment_id, a.title, a.class_id, class.name as class_name, a.due_at, m.person_id, m.code_id,
      p.email, coalesce(p.vorname, '') as vorname, coalesce(p.name, '') as name, p.locale, coalesce(p.state, 'active') as state
    from assignment as a
    inner join class on class.id = a.class_id
    inner join class_member as m on m.class_id = a.class_id
    left join person as p on p.id = m.person_id
    left join learner_code as c on c.id = m.code_id
    where a.published_at is not null and a.closed_at is null and not a.archived and coalesce(a.visible_from <= ${day}, true)
      and class.state = 'active' and m.role = 'student' and m.state = 'active' and (${counts} or c.state <> 'revoked')
      and (${sql.val(id ?? null)}::uuid is null or a.id = ${sql.val(id ?? null)}::uuid)
      and ${isAssignmentFor(sql.ref('m.id'))} and ${when}
      and not exists (select from notice as n where coalesce(n.person_id, n.code_id) = coalesce(m.person_id, m.code_id)
        and n.once = concat('assignment-', ${what}::text, ':', a.id))
    order by a.id, m.id limit 5000`.execute(db);
}

/** Returns the learners who have not been notified of an assignment that opened after `since`. */
export async function listUnnotifiedOfOpen(db: Db, since: Date, day: string, id?: string): Promise<UnnotifiedLearner[]> {
  const opened = sql<boolean>`greatest(a.published_at, a.visible_from::timestamp at time zone 'Europe/Berlin') >= ${since}`;
  return (await listLearners(db, 'open', opened, { day, id })).rows;
}

/** Returns the learners to remind on a day because they have not finished an assignment. */
export async function listUnnotifiedOfDue(db: Db, day: string): Promise<UnnotifiedLearner[]> {
  const due = sql<boolean>`a.remind_days > 0 and (a.due_at at time zone 'Europe/Berlin')::date - a.remind_days = ${day}::date and exists (
    select from assignment_step as step
    left join assignment_work as work on work.step_id = step.id and work.member_id = m.id
    where step.assignment_id = a.id and work.completed_at is null)`;
  return (await listLearners(db, 'due', due, { day })).rows;
}

/** Returns the ids of the owners of a class. */
export async function listOwnerIds(db: Db, classId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select owner.id from class, lateral (select p.id ${owners}) as owner where class.id = ${classId} order by owner.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A learner to notify, who has either an account or a learner code. */
export type NotifiedLearner = { member_id: string; person_id: string | null; code_id: string | null };

export async function listNotified(db: Db, memberIds: readonly string[]): Promise<NotifiedLearner[]> {
  return db
    .selectFrom('class_member as m')
    .select(['m.id as member_id', 'm.person_id', 'm.code_id'])
    .where('m.id', '=', matchUuids(memberIds))
    .where('m.state', '=', 'active')
    .execute();
}

/** Returns the ids of the people and codes who have already received a notice with this key. */
export async function listUsedKeys(db: Db, once: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.coalesce('notice.person_id', 'notice.code_id').as('reader'))
    .where('notice.once', '=', once)
    .execute();
  return new Set(rows.flatMap(({ reader }) => reader ?? []));
}
