/** Assignments during a visit. Teachers choose them and learners do them (docs/behaviour/lti.md#tasks). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { ltiVisit } from '@fundus/contract/lti/lti';
import type { Ctx } from '../../http/context.ts';
import { listToPick, readOwnInPlatform, readTaughtInPlatform, readUnits, reportWork } from '../assignments/index.ts';
import { asVisitor, requireVisit } from './visit.ts';
import type { LtiVisit } from '../../visitors/lti-visit-fields.ts';

/** Returns the assignments of the connected class. Returns none if no class is connected. */
export async function listPickableTasks(ctx: Ctx): Promise<Reply<typeof ltiVisit.tasks>> {
  const { pick, course } = await requireVisit(ctx);
  if (!pick) throw new AppError('forbidden');
  return { items: course ? await listToPick(ctx, course.class_id) : [] };
}

/** Returns the assignment and the class of a visit. Throws `not_found` if the target is not an assignment or the course is not connected. */
function taskOf({ target, course }: LtiVisit): { id: string; classId: string } {
  if (target?.kind !== 'task' || !course) throw notFound();
  return { id: target.id, classId: course.class_id };
}

export async function readTask(ctx: Ctx<'search'>): Promise<Reply<typeof ltiVisit.task>> {
  const visit = await requireVisit(ctx);
  const { id, classId } = taskOf(visit);
  if (visit.learner) return readOwnInPlatform({ ...ctx, user: visit.learner }, id);
  if (visit.user.role !== 'L') throw notFound();
  return readTaughtInPlatform(asVisitor(ctx, visit), classId, id);
}

export async function readTaskUnits(ctx: Ctx, { params }: Input<typeof ltiVisit.units>): Promise<Reply<typeof ltiVisit.units>> {
  const visit = await requireVisit(ctx);
  const { id } = taskOf(visit);
  if (!visit.learner) throw notFound();
  return readUnits({ ...ctx, user: visit.learner }, { params: { id, stepId: params.stepId } });
}

export async function reportTask(
  ctx: Ctx<'live' | 'search'>,
  { params, body }: Input<typeof ltiVisit.report>,
): Promise<Reply<typeof ltiVisit.report>> {
  const visit = await requireVisit(ctx);
  const { id } = taskOf(visit);
  if (!visit.learner) throw notFound();
  return reportWork({ ...ctx, user: visit.learner }, { params: { id, stepId: params.stepId }, body });
}
