/** Comments and reminders that a teacher sends to several learners (docs/behaviour/assignments.md#results). */
import type { assignmentResults } from '@fundus/contract/assignments/results';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../http/context.ts';
import { notifyFeedback, remindLearners } from './feedback.ts';
import { queueGradeUpdate } from './outcome.ts';
import { listLearnersOf } from './repository.ts';
import { lockTaughtAssignment, progressOf, stateOf, topicOf } from './service.ts';
import { sumLearners } from './sums-repository.ts';
import { setComments } from './work-repository.ts';

/** Sends a comment on a step to several learners. The audit log does not contain the comment. */
export async function commentAll(
  ctx: UserCtx<'live'>,
  { params, body }: Input<typeof assignmentResults.commentAll>,
): Promise<Reply<typeof assignmentResults.commentAll>> {
  const row = await lockTaughtAssignment(ctx, params.id);
  const step = row.steps.find(({ id }) => id === params.stepId);
  if (!step) throw notFound('stepId');
  const learners = (await listLearnersOf(ctx.db, row.class_id)).filter(({ assignments }) => assignments.includes(row.id));
  const known = new Set(learners.map(({ member_id }) => member_id));
  const members = [...new Set(body.members)];
  if (members.some((id) => !known.has(id))) throw notFound('members');
  const { changed, same } = await setComments(ctx.db, {
    step_id: step.id,
    members,
    by: ctx.user.id,
    comment: body.comment,
    replace: body.replace,
  });
  for (const id of changed) await queueGradeUpdate(ctx, row.id, id);
  await notifyFeedback(ctx, row, step, { members: changed, done: null });
  ctx.afterCommit(() => ctx.live.publish(topicOf(row.class_id)));
  return { commented: changed.length + same, kept: members.length - changed.length - same };
}

/** Reminds learners who have not finished an active assignment. Each learner is reminded at most once per day. */
export async function remind(
  ctx: UserCtx,
  { params, body }: Input<typeof assignmentResults.remind>,
): Promise<Reply<typeof assignmentResults.remind>> {
  const row = await lockTaughtAssignment(ctx, params.id);
  const state = stateOf(row, today(ctx.now));
  if (state !== 'active') throw new AppError('state_conflict', { details: { state } });
  const learners = (await listLearnersOf(ctx.db, row.class_id)).filter(({ assignments }) => assignments.includes(row.id));
  const known = new Set(learners.map(({ member_id }) => member_id));
  if (body.members?.some((id) => !known.has(id))) throw notFound('members');
  const sums = new Map((await sumLearners(ctx.db, [row.id])).map((each) => [each.member_id, each]));
  const open = learners.filter(({ member_id }) => progressOf(row, sums.get(member_id)).state !== 'completed').map((each) => each.member_id);
  return remindLearners(ctx, row, body.members ? open.filter((id) => body.members!.includes(id)) : open);
}
