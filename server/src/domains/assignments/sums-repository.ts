/** Progress in assignments, aggregated by the database into one row per assignment or learner instead of one per step. */
import { HELP_AFTER_WRONG_ATTEMPTS } from '@fundus/contract/assignments/rules';
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { counts, isAssignmentFor } from '../../visitors/in-class.ts';

/** Condition that the learner of `work` needs help. Must match `needsHelp` in service.ts. */
const needsHelp = sql<boolean>`(work.completed_at is null and (work.wants_help or work.wrong_in_a_row >= ${sql.lit(HELP_AFTER_WRONG_ATTEMPTS)}))`;
const isStarted = sql<boolean>`(work.started or work.completed_at is not null)`;

/** Progress of a learner in an assignment. There is no row for learners who have done nothing. */
export type LearnerSums = {
  assignment_id: string;
  member_id: string;
  /** Number of completed steps. */
  completed: number;
  started: boolean;
  late: boolean;
  doubt: boolean;
  needs_help: boolean;
  /** Id of the first step in which the learner needs help. */
  help_step: string | null;
  /** Number of steps with unread feedback. */
  unread: number;
  reported_at: Date | null;
};

const selectLearnerSums = (where: RawBuilder<boolean>) => sql<LearnerSums>`
  select step.assignment_id, work.member_id,
    count(work.completed_at)::int as completed,
    bool_or(${isStarted}) as started,
    bool_or(work.late) as late,
    bool_or(work.doubt) as doubt,
    bool_or(${needsHelp}) as needs_help,
    (array_agg(step.id order by step.rank) filter (where ${needsHelp}))[1] as help_step,
    (count(*) filter (where work.unread_feedback))::int as unread,
    max(work.reported_at) as reported_at
  from assignment_step as step inner join assignment_work as work on work.step_id = step.id
  where ${where}
  group by step.assignment_id, work.member_id`;

/** Returns the progress of all learners who have done something in the assignments. */
export async function sumLearners(db: Db, assignmentIds: readonly string[]): Promise<LearnerSums[]> {
  return (await selectLearnerSums(sql<boolean>`step.assignment_id = ${matchUuids(assignmentIds)}`).execute(db)).rows;
}

/** Returns the progress of these class memberships in all their assignments. */
export async function sumMemberships(db: Db, memberIds: readonly string[]): Promise<LearnerSums[]> {
  return (await selectLearnerSums(sql<boolean>`work.member_id = ${matchUuids(memberIds)}`).execute(db)).rows;
}

/** Progress of all learners of a class in an assignment. */
export type ClassSums = {
  assignment_id: string;
  learners: number;
  started: number;
  completed: number;
  needs_help: number;
  help_step: string | null;
};

/** Returns the progress of the active learners by assignment. */
export async function sumAssignments(db: Db, assignmentIds: readonly string[]): Promise<Map<string, ClassSums>> {
  const { rows } = await sql<ClassSums>`
    with progress as (${selectLearnerSums(sql<boolean>`step.assignment_id = ${matchUuids(assignmentIds)}`)}),
    size as (select step.assignment_id, count(*)::int as steps from assignment_step as step
      where step.assignment_id = ${matchUuids(assignmentIds)} group by step.assignment_id)
    select a.id as assignment_id,
      count(m.id)::int as learners,
      (count(*) filter (where progress.started))::int as started,
      (count(*) filter (where progress.completed = size.steps))::int as completed,
      (count(*) filter (where progress.needs_help))::int as needs_help,
      (array_agg(progress.help_step order by helped.rank) filter (where progress.needs_help))[1] as help_step
    from assignment as a
    inner join class on class.id = a.class_id
    inner join class_member as m on m.class_id = a.class_id and m.role = 'student' and m.state = 'active'
    left join person as p on p.id = m.person_id
    left join learner_code as c on c.id = m.code_id
    left join size on size.assignment_id = a.id
    left join progress on progress.assignment_id = a.id and progress.member_id = m.id
    left join assignment_step as helped on helped.id = progress.help_step
    where a.id = ${matchUuids(assignmentIds)} and (${counts} or c.state <> 'revoked') and ${isAssignmentFor(sql.ref('m.id'))}
    group by a.id`.execute(db);
  return new Map(rows.map((row) => [row.assignment_id, row]));
}
