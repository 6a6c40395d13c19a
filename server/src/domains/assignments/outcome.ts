/** What became of an assignment, for others that are to hear of it: the learning platform a learner came from (docs/behaviour/lti.md#grades). */
import { countedScore, type WorkState } from '@fundus/contract/assignments/assignments';
import { today } from '@fundus/contract/days';
import type { Portal, UserCtx } from '../../http/context.ts';
import { addJob } from '../../jobs/repository.ts';
import { findAssignment, type StepRow } from './repository.ts';
import { findMemberByCode, isFromPlatform } from './platform-repository.ts';
import { stateOf, stateOfWork, sumWork } from './service.ts';
import { listWork, type WorkRow } from './work-repository.ts';

/** Worked off by whoever tells platforms. */
export const WORK_CHANGED_JOB = 'assignment-work';

type At = Pick<UserCtx, 'db' | 'now' | 'afterCommit' | 'wakeJobs'>;

/** Of one learner, or of everybody it is for. Who did not come from a platform makes no work for anybody. */
export async function noteWorkChanged(ctx: At, assignmentId: string, memberId: string | null): Promise<void> {
  if (!(await isFromPlatform(ctx.db, assignmentId, memberId))) return;
  await addJob(ctx.db, { kind: WORK_CHANGED_JOB, payload: { assignment: assignmentId, member: memberId }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
}

/** What of the work of a learner others hear of: while it stays the same there is nothing to be told. */
export const heardOf = (work: WorkRow): string =>
  JSON.stringify([work.started, work.completed_at !== null, work.score_first, work.score_last, work.score_best, work.comment]);

/** `final`: nothing more can be done of it. */
export type Outcome = { percent: number; state: WorkState; final: boolean; comment: string };

/** Each step counts the same: a test with what counts of it, anything else when it is done. Undefined for whom it is not. */
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
    const said = work.get(step.id)?.comment;
    return said ? [row.steps.length === 1 ? said : `${step.title}: ${said}`] : [];
  });
  return {
    percent: row.steps.length === 0 ? 0 : Math.round((sum / row.steps.length) * 10) / 10,
    state: sumWork(row, [...work.values()]).state,
    final: stateOf(row, today(now())) === 'closed' || row.archived,
    comment: comments.join('\n'),
  };
}
