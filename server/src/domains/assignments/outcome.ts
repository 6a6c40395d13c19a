/** Outcome of an assignment that is sent to the learning platform of a learner (docs/behaviour/lti.md#grades). */
import { countedScore, type WorkState } from '@fundus/contract/assignments/assignments';
import { today } from '@fundus/contract/days';
import type { Portal, UserCtx } from '../../http/context.ts';
import { addJob } from '../../jobs/repository.ts';
import { findAssignment, type StepRow } from './repository.ts';
import { findMemberByCode, isFromPlatform } from './platform-repository.ts';
import { stateOf, stateOfWork, sumWork } from './service.ts';
import { listWork, type WorkRow } from './work-repository.ts';

/** Kind of job that is handled by the domain of learning platforms. */
export const WORK_CHANGED_JOB = 'assignment-work';

type At = Pick<UserCtx, 'db' | 'now' | 'afterCommit' | 'wakeJobs'>;

/**
 * Queues a job after the work of a learner has changed, or of all learners if `memberId` is `null`. No job is needed if no learner comes from a
 * platform.
 */
export async function queueGradeUpdate(ctx: At, assignmentId: string, memberId: string | null): Promise<void> {
  if (!(await isFromPlatform(ctx.db, assignmentId, memberId))) return;
  await addJob(ctx.db, { kind: WORK_CHANGED_JOB, payload: { assignment: assignmentId, member: memberId }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
}

/** Returns the part of a learner's work that is reported to the platform. A report is sent only if this part changes. */
export const reportedStateOf = (work: WorkRow): string =>
  JSON.stringify([work.started, work.completed_at !== null, work.score_first, work.score_last, work.score_best, work.comment]);

/** The outcome to report. `final` is true if the work can no longer change. */
export type Outcome = { percent: number; state: WorkState; final: boolean; comment: string };

/** Returns the outcome, in which all steps have the same weight. Returns `undefined` if the learner is not in the class. */
export async function readOutcome(
  { db, now }: Pick<Portal, 'db' | 'now'>,
  assignmentId: string,
  codeId: string,
): Promise<Outcome | undefined> {
  const [row, member] = [await findAssignment(db, assignmentId), await findMemberByCode(db, assignmentId, codeId)];
  if (!row || !member) return undefined;
  const work = new Map((await listWork(db, [row.id], member.id)).map((each) => [each.step_id, each]));
  const pointsOf = (step: StepRow): number => {
    const own = work.get(step.id);
    const score = own && step.completion === 'score' && !own.by_teacher ? countedScore(own, row.attempt_counts) : null;
    return score ?? (stateOfWork(own) === 'completed' ? 100 : 0);
  };
  const sum = row.steps.reduce((points, step) => points + pointsOf(step), 0);
  const comments = row.steps.flatMap((step) => {
    const comment = work.get(step.id)?.comment;
    return comment ? [row.steps.length === 1 ? comment : `${step.title}: ${comment}`] : [];
  });
  return {
    percent: row.steps.length === 0 ? 0 : Math.round((sum / row.steps.length) * 10) / 10,
    state: sumWork(row, [...work.values()]).state,
    final: stateOf(row, today(now())) === 'closed' || row.archived,
    comment: comments.join('\n'),
  };
}
