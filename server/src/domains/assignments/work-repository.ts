/** Queries for the work of learners on assignments. */
import { sql } from 'kysely';
import type { UnitState } from '@fundus/contract/assignments/assignments';
import type { Range } from '@fundus/contract/assignments/rules';
import { matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import type { RowName } from '../../domain.ts';

const selectWork = (db: Db) =>
  db
    .selectFrom('assignment_work as work')
    .innerJoin('assignment_step as step', 'step.id', 'work.step_id')
    .select([
      'step.assignment_id',
      'work.step_id',
      'work.member_id',
      'work.opened_at',
      'work.reported_at',
      'work.present_s',
      'work.started',
      'work.attempts',
    ])
    .select([
      'work.wrong_in_a_row',
      'work.score_first',
      'work.score_last',
      'work.score_best',
      'work.answer',
      'work.completed_at',
      'work.late',
    ])
    .select(['work.doubt', 'work.wants_help', 'work.by_teacher', 'work.comment', 'work.unread_feedback'])
    .select(sql<Range[]>`work.watched`.as('watched'));

export type WorkRow = Awaited<ReturnType<ReturnType<typeof selectWork>['executeTakeFirstOrThrow']>>;

const WORK_PAGE = 20_000;

/** Returns the work of all learners, or of one learner, on assignments. */
export async function listWork(db: Db, assignmentIds: readonly string[], memberId?: string): Promise<WorkRow[]> {
  const rows: WorkRow[] = [];
  // Reads page by page, because the results of a large class exceed one page.
  for (;;) {
    const page = await selectWork(db)
      .where('step.assignment_id', '=', matchUuids(assignmentIds))
      .$if(memberId !== undefined, (found) => found.where('work.member_id', '=', memberId!))
      .orderBy('work.step_id')
      .orderBy('work.member_id')
      .offset(rows.length)
      .limit(WORK_PAGE)
      .execute();
    rows.push(...page);
    if (page.length < WORK_PAGE) return rows;
  }
}

type Key = { step_id: string; member_id: string };

const lockRow = (db: Db, key: Key): Promise<WorkRow | undefined> =>
  selectWork(db).where('work.step_id', '=', key.step_id).where('work.member_id', '=', key.member_id).forUpdate('work').executeTakeFirst();

/**
 * Returns the work of a learner on a step and locks it until the transaction ends. A missing row is created. `now` is `null` if a teacher acts,
 * because this is no activity of the learner.
 */
export async function lockWork(db: Db, key: Key, now: Date | null): Promise<WorkRow> {
  const known = await lockRow(db, key);
  if (known) return known;
  await db
    .insertInto('assignment_work')
    .values({ ...key, opened_at: now, reported_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await lockRow(db, key))!;
}

type Comments = { step_id: string; members: readonly string[]; comment: string; replace: boolean; by: string };

/**
 * Writes a comment on a step for several learners. Different comments are kept unless `replace` is set. Returns the learners whose comment changed
 * and the number of learners who already had the same comment.
 */
export async function setComments(
  db: Db,
  { step_id, members, comment, replace, by }: Comments,
): Promise<{ changed: string[]; same: number }> {
  const { rows } = await sql<{ member_id: string }>`
    insert into assignment_work (step_id, member_id, comment, commented_by, unread_feedback)
    select ${step_id}::uuid, member_id, ${comment}, ${by}::uuid, true from unnest(${sql.val([...members])}::uuid[]) as member_id
    order by member_id
    on conflict (step_id, member_id) do update
      set comment = excluded.comment, commented_by = excluded.commented_by, unread_feedback = true
      where assignment_work.comment <> excluded.comment and (${replace} or assignment_work.comment = '')
    returning member_id`.execute(db);
  const changed = rows.map((row) => row.member_id);
  const { same } = await db
    .selectFrom('assignment_work as work')
    .select((eb) => eb.fn.countAll<number>().as('same'))
    .where('work.step_id', '=', step_id)
    .where('work.member_id', '=', matchUuids(members.filter((id) => !changed.includes(id))))
    .where('work.comment', '=', comment)
    .executeTakeFirstOrThrow();
  return { changed, same: Number(same) };
}

/** Columns to change in a row. */
export type WorkChange = Partial<Omit<WorkRow, 'assignment_id' | 'step_id' | 'member_id'>> & {
  commented_by?: string;
  units?: Units;
};

export const setWork = (db: Db, key: Key, { watched, units, ...change }: WorkChange): Promise<unknown> =>
  db
    .updateTable('assignment_work')
    .set({ ...change, ...(watched && { watched: JSON.stringify(watched) }), ...(units && { units: JSON.stringify(units) }) })
    .where('assignment_work.step_id', '=', key.step_id)
    .where('assignment_work.member_id', '=', key.member_id)
    .execute();

/** States of the units by identifier of the unit. */
export type Units = Record<string, UnitState & { counted?: boolean }>;

export async function findUnits(db: Db, key: Key): Promise<Units> {
  const row = await db
    .selectFrom('assignment_work')
    .select(sql<Units>`assignment_work.units`.as('units'))
    .where('assignment_work.step_id', '=', key.step_id)
    .where('assignment_work.member_id', '=', key.member_id)
    .executeTakeFirst();
  return row?.units ?? {};
}

/** Returns whether a unit has reported its state. Does not read the states, which may be large. */
export async function hasUnits(db: Db, key: Key): Promise<boolean> {
  const row = await db
    .selectFrom('assignment_work')
    .select(sql<boolean>`assignment_work.units <> '{}'::jsonb`.as('has'))
    .where('assignment_work.step_id', '=', key.step_id)
    .where('assignment_work.member_id', '=', key.member_id)
    .executeTakeFirst();
  return row?.has ?? false;
}

/** Returns whether any learner has started the assignment. */
export async function hasWork(db: Db, assignmentId: string): Promise<boolean> {
  const row = await selectWork(db).where('step.assignment_id', '=', assignmentId).limit(1).executeTakeFirst();
  return row !== undefined;
}

export const removeWork = (db: Db, assignmentId: string): Promise<unknown> =>
  db
    .deleteFrom('assignment_work')
    .where('assignment_work.step_id', 'in', (eb) =>
      eb.selectFrom('assignment_step').select('assignment_step.id').where('assignment_step.assignment_id', '=', assignmentId),
    )
    .execute();

/** Removes the work in classes of school years before `before`. */
export const removeWorkOfYears = (db: Db, before: string): Promise<unknown> =>
  sql`delete from assignment_work using assignment_step, assignment, class
    where assignment_step.id = assignment_work.step_id and assignment.id = assignment_step.assignment_id and class.id = assignment.class_id
      and class.school_year < ${before}`.execute(db);

export const titleOfAssignment: RowName = {
  column: 'assignment_id',
  of: (id) => sql`(select assignment.title from assignment where assignment.id = ${id})`,
};

export const titleOfStep: RowName = {
  column: 'step_id',
  of: (id) => sql`(select assignment.title || ': ' || assignment_step.title from assignment_step
    inner join assignment on assignment.id = assignment_step.assignment_id where assignment_step.id = ${id})`,
};

/** Marks a learner's feedback on an assignment as read. Returns whether any feedback was unread. */
export async function setFeedbackRead(db: Db, assignmentId: string, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assignment_work')
    .set({ unread_feedback: false })
    .where('assignment_work.member_id', '=', memberId)
    .where('assignment_work.unread_feedback', '=', true)
    .where('assignment_work.step_id', 'in', (eb) =>
      eb.selectFrom('assignment_step').select('assignment_step.id').where('assignment_step.assignment_id', '=', assignmentId),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
