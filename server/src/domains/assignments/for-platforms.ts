/** Assignments of a class that is connected to a course of a learning platform (docs/behaviour/lti.md#tasks). */
import type { Assignment } from '@fundus/contract/assignments/assignments';
import { today } from '@fundus/contract/days';
import { notFound } from '@fundus/contract/errors';
import type { PickableTask } from '@fundus/contract/lti/lti';
import type { UserCtx } from '../../http/context.ts';
import { buildCards, mayShowInPlatform } from '../catalogue/index.ts';
import { findAssignment, findOfLearner, listOfClass, type AssignmentRow } from './repository.ts';
import { presentReadOnly, presentOwnAssignment, stateOf } from './service.ts';

/** Returns the assignments that can be embedded, which are scheduled or active. */
export async function listToPick({ db, now }: Pick<UserCtx, 'db' | 'now'>, classId: string): Promise<PickableTask[]> {
  const rows = await listOfClass(db, classId, false);
  return rows
    .filter((row) => ['scheduled', 'active'].includes(stateOf(row, today(now))))
    .map((row) => ({ id: row.id, title: row.title, steps: row.steps.length, due_at: row.due_at?.toISOString() ?? null }));
}

/** Marks media as closed if the portal must not show them inside a platform. */
async function closeForPlatform(ctx: UserCtx<'search'>, one: Assignment): Promise<Assignment> {
  const cards = await buildCards(
    ctx,
    one.contents.flatMap(({ identifier }) => identifier ?? []),
  );
  const isOpen = (identifier: string | null): boolean => {
    const card = cards.get(identifier ?? '');
    return identifier === null || (card !== undefined && mayShowInPlatform(ctx, card));
  };
  return { ...one, contents: one.contents.map((step) => ({ ...step, open: step.open && isOpen(step.identifier) })) };
}

/** Returns the assignment as shown to the learner. Throws `not_found` if it is not for the learner. */
export async function readOwnInPlatform(ctx: UserCtx<'search'>, id: string): Promise<Assignment> {
  const row = await findOfLearner(ctx.db, ctx.user, today(ctx.now), id);
  if (!row) throw notFound();
  return closeForPlatform(ctx, await presentOwnAssignment(ctx, row, row.member_id));
}

const isOfClass = (row: AssignmentRow | undefined, classId: string): row is AssignmentRow => row?.class_id === classId && !row.archived;

/** Returns the assignment as shown to the teacher of the course, with its steps but without results. */
export async function readTaughtInPlatform(ctx: UserCtx<'search'>, classId: string, id: string): Promise<Assignment> {
  const row = await findAssignment(ctx.db, id);
  if (!isOfClass(row, classId)) throw notFound();
  return closeForPlatform(ctx, await presentReadOnly(ctx, row));
}
