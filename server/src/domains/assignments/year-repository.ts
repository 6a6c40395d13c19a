/** Queries for assignments at the change of the school year (docs/behaviour/year-change.md). */
import { sql } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';

type Pair = { from: string; to: string };

/** Copies the assignments of classes to the successor classes, as drafts without dates. Returns the ids of the copies. */
export async function copyAssignments(db: Db, pairs: readonly Pair[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; to: string }>`select assignment.id, pair.new as to
    from unnest(${sql.val(pairs.map(({ from }) => from))}::uuid[], ${sql.val(pairs.map(({ to }) => to))}::uuid[]) as pair (old, new)
    inner join assignment on assignment.class_id = pair.old and not assignment.archived
    order by pair.new, assignment.created_at, assignment.id`.execute(db);
  const copies = rows.map((row) => ({ ...row, copy: newId(now) }));
  const copied = sql`unnest(${sql.val(copies.map(({ id }) => id))}::uuid[], ${sql.val(copies.map(({ copy }) => copy))}::uuid[],
    ${sql.val(copies.map(({ to }) => to))}::uuid[]) as copy (old, new, class_id)`;
  await sql`insert into assignment (id, class_id, title, instructions, attempts, attempt_counts, remind_days, list_id, created_by, created_at)
    select copy.new, copy.class_id, a.title, a.instructions, a.attempts, a.attempt_counts, a.remind_days, a.list_id, a.created_by, ${now}
    from ${copied} inner join assignment as a on a.id = copy.old`.execute(db);
  await sql`insert into assignment_step
      (id, assignment_id, rank, kind, identifier, title, start_s, end_s, url, task, completion, pass_percent)
    select gen_random_uuid(), copy.new, s.rank, s.kind, s.identifier, s.title, s.start_s, s.end_s, s.url, s.task, s.completion, s.pass_percent
    from ${copied} inner join assignment_step as s on s.assignment_id = copy.old`.execute(db);
  return copies.map(({ copy }) => copy);
}

/** Removes copies that have not been changed. */
export const removeDrafts = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db
    .deleteFrom('assignment')
    .where('assignment.id', '=', matchUuids(ids))
    .where('assignment.version', '=', 1)
    .where('assignment.published_at', 'is', null)
    .execute();

/** Removes the work of all learners in classes. Returns the number of removed rows, one per learner and step. */
export async function removeWorkOfClasses(db: Db, classIds: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from assignment_work using class_member
    where class_member.id = assignment_work.member_id and class_member.class_id = ${matchUuids(classIds)}`.execute(db);
  return Number(numAffectedRows);
}
