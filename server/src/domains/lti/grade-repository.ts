/** Queries for links that open an assignment, and for grades reported to platforms. */
import { sql } from 'kysely';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';

/** Returns true if the assignment belongs to the class. */
export async function isAssignmentOfClass(db: Db, id: string, class_id: string): Promise<boolean> {
  const row = await db.selectFrom('assignment').select('id').where('id', '=', id).where('class_id', '=', class_id).executeTakeFirst();
  return row !== undefined;
}

type Link = { course_id: string; link: string; assignment_id: string; lineitem: string; lineitems: string };

/** Stores a link with its current data. If the platform names no column, an existing one is kept. */
export async function saveLink(db: Db, row: Link, now: Date): Promise<string> {
  const { id } = await db
    .insertInto('lti_link')
    .values({ id: newId(now), ...row })
    .onConflict((conflict) =>
      conflict.columns(['course_id', 'link']).doUpdateSet({
        assignment_id: row.assignment_id,
        lineitem: sql<string>`case when ${row.lineitem}::text <> '' then ${row.lineitem}::text
          when lti_link.assignment_id <> ${row.assignment_id} then '' else lti_link.lineitem end`,
        lineitems: row.lineitems,
      }),
    )
    .returning('lti_link.id')
    .executeTakeFirstOrThrow();
  return id;
}

export const setLineItem = (db: Db, id: string, lineitem: string): Promise<unknown> =>
  db.updateTable('lti_link').set({ lineitem }).where('id', '=', id).execute();

/** Adds the grade of a user who opens the activity. From then on, it is reported. */
export const addGrade = (db: Db, row: { link_id: string; user_id: string }): Promise<unknown> =>
  db
    .insertInto('lti_grade')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Marks the grades of one learner, or of all learners with `null`, as changed. Returns the platforms to which they are reported. */
export async function markGradesChanged(db: Db, assignmentId: string, memberId: string | null): Promise<string[]> {
  const { rows } = await sql<{ platform_id: string }>`update lti_grade set waiting = true, changes = lti_grade.changes + 1, problem = '',
      tries = 0, due_at = null
    from lti_link, lti_course, lti_deployment, lti_platform, lti_user
    where lti_link.id = lti_grade.link_id and lti_course.id = lti_link.course_id and lti_deployment.id = lti_course.deployment_id
      and lti_platform.id = lti_deployment.platform_id and lti_user.id = lti_grade.user_id
      and lti_link.assignment_id = ${assignmentId} and 'grades' = any(lti_platform.services)
      and (lti_link.lineitem <> '' or lti_link.lineitems <> '')
      and (${memberId}::uuid is null or lti_user.code_id = (select class_member.code_id from class_member where class_member.id = ${memberId}::uuid))
    returning lti_deployment.platform_id`.execute(db);
  return [...new Set(rows.map((row) => row.platform_id))];
}

const selectWaiting = (db: Db, platformId: string) =>
  db
    .selectFrom('lti_grade as grade')
    .innerJoin('lti_link as link', 'link.id', 'grade.link_id')
    .innerJoin('lti_course as course', 'course.id', 'link.course_id')
    .innerJoin('lti_deployment as deployment', 'deployment.id', 'course.deployment_id')
    .innerJoin('lti_user as who', 'who.id', 'grade.user_id')
    .innerJoin('assignment', 'assignment.id', 'link.assignment_id')
    .where('deployment.platform_id', '=', platformId);

/** Returns the grades to report now, one per learner and activity. Grades that were rejected before come last. */
export const listGradesToReport = (db: Db, platformId: string, now: Date, limit: number) =>
  selectWaiting(db, platformId)
    .select([
      'grade.link_id',
      'grade.user_id',
      'grade.sent_hash',
      'grade.changes',
      'grade.tries',
      'link.link',
      'link.lineitem',
      'link.lineitems',
      'link.assignment_id',
    ])
    .select(['who.subject_sealed', 'who.code_id', 'assignment.title', 'course.class_id'])
    .where('grade.waiting', '=', true)
    .where((eb) => eb.or([eb('grade.due_at', 'is', null), eb('grade.due_at', '<=', now)]))
    .orderBy('grade.tries')
    .orderBy('grade.link_id')
    .orderBy('grade.user_id')
    .limit(limit)
    .execute();

export type WaitingGrade = Awaited<ReturnType<typeof listGradesToReport>>[number];

type Key = Pick<WaitingGrade, 'link_id' | 'user_id' | 'changes'>;

/** Marks a grade as sent or as final. If it changed since it was read, it keeps waiting. */
export const markSent = (db: Db, { link_id, user_id, changes }: Key, sent: { sent_hash?: string; problem: string }): Promise<unknown> =>
  db
    .updateTable('lti_grade')
    .set({ ...sent, waiting: sql<boolean>`lti_grade.changes <> ${changes}`, tries: 0, due_at: null })
    .where('link_id', '=', link_id)
    .where('user_id', '=', user_id)
    .execute();

/** Postpones a grade and stores the reason. If it changed since it was read, it is sent without delay. */
export const postponeGrade = (
  db: Db,
  { link_id, user_id, changes }: Key,
  later: { problem: string; tries: number; due_at: Date },
): Promise<unknown> =>
  db
    .updateTable('lti_grade')
    .set(later)
    .where('link_id', '=', link_id)
    .where('user_id', '=', user_id)
    .where('changes', '=', changes)
    .where('waiting', '=', true)
    .execute();

/** Stores the problem of an unreachable platform, whose grades keep waiting. */
export const markUnreachable = (db: Db, platformId: string, problem: string): Promise<unknown> =>
  sql`update lti_grade set problem = ${problem} from lti_link, lti_course, lti_deployment
    where lti_link.id = lti_grade.link_id and lti_course.id = lti_link.course_id and lti_deployment.id = lti_course.deployment_id
      and lti_deployment.platform_id = ${platformId} and lti_grade.waiting`.execute(db);

/** Returns the time at which the next postponed grade is due. */
export async function findNextDue(db: Db, platformId: string, now: Date): Promise<Date | null> {
  const row = await selectWaiting(db, platformId)
    .select(({ fn }) => fn.min('grade.due_at').as('due_at'))
    .where('grade.waiting', '=', true)
    .where('grade.due_at', '>', now)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** Marks rejected grades as waiting again. */
export const requeueGrades = (db: Db, platformId: string): Promise<unknown> =>
  sql`update lti_grade set waiting = true, changes = lti_grade.changes + 1, tries = 0, due_at = null from lti_link, lti_course, lti_deployment
    where lti_link.id = lti_grade.link_id and lti_course.id = lti_link.course_id and lti_deployment.id = lti_course.deployment_id
      and lti_deployment.platform_id = ${platformId} and lti_grade.problem <> ''`.execute(db);

/** Returns the problems of platforms, for their administrators. */
export async function findPlatformProblems(db: Db, platformIds: readonly string[]) {
  const { rows } = await sql<{ platform_id: string; waiting: number; refused: number; rosters: number; problem: string }>`
    select lti_deployment.platform_id,
      coalesce(sum(grades.waiting), 0)::int as waiting, coalesce(sum(grades.refused), 0)::int as refused,
      count(*) filter (where lti_course.roster_problem <> '')::int as rosters,
      coalesce(max(grades.problem), nullif(max(lti_course.roster_problem), ''), '') as problem
    from lti_course inner join lti_deployment on lti_deployment.id = lti_course.deployment_id
    left join lateral (select count(*) filter (where lti_grade.waiting)::int as waiting,
        count(*) filter (where not lti_grade.waiting and lti_grade.problem <> '')::int as refused, nullif(max(lti_grade.problem), '') as problem
      from lti_link inner join lti_grade on lti_grade.link_id = lti_link.id where lti_link.course_id = lti_course.id) as grades on true
    where lti_deployment.platform_id = any(${sql.val([...platformIds])}::uuid[])
    group by lti_deployment.platform_id`.execute(db);
  return new Map(rows.map(({ platform_id, ...trouble }) => [platform_id, trouble]));
}
