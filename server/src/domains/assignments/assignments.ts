/** Creates, changes and ends assignments (docs/behaviour/assignments.md). */
import { isStudent } from '@fundus/contract/access';
import { MAY_MOVE, MAX_ASSIGNMENTS, type Assignment, type assignments, type Move } from '@fundus/contract/assignments/assignments';
import { DAY, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound, rejectInvalidFields } from '@fundus/contract/errors';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { filterTaughtClasses, listOwnClasses, lockOwnClasses, requireClass } from '../classes/index.ts';
import {
  findAssignment,
  findOfClass,
  insertAssignment,
  listDueAssignments,
  listOfClass,
  listOfLearner,
  removeAssignment,
  setAssignment,
  setTargets,
  type AssignmentRow,
} from './repository.ts';
import { notifyLater } from './notify.ts';
import { queueGradeUpdate } from './outcome.ts';
import {
  createVersionConflict,
  lockTaughtAssignment,
  presentOwnAssignments,
  presentTaught,
  presentTaughtAssignments,
  stateOf,
  topicOf,
} from './service.ts';
import { prepareSteps, stepsOfList, storeSteps } from './steps.ts';
import { sumMemberships } from './sums-repository.ts';
import { hasWork } from './work-repository.ts';

/** Number of days for which teachers see assignments before they are due. */
const DUE_DAYS = 14;

export async function listClassAssignments(
  ctx: UserCtx<'search'>,
  { params, query }: Input<typeof assignments.list>,
): Promise<Reply<typeof assignments.list>> {
  const cls = await requireClass(ctx, params.id);
  const [own] = await filterTaughtClasses(ctx, [cls.id]);
  if (own) {
    const rows = await listOfClass(ctx.db, cls.id, query.archived);
    return { items: await presentTaughtAssignments(ctx, rows), can: { create: own.state === 'active' } };
  }
  const rows = query.archived ? [] : await listOfLearner(ctx.db, ctx.user, today(ctx.now), cls.id);
  const sums = await sumMemberships(ctx.db, [...new Set(rows.map(({ member_id }) => member_id))]);
  return { items: await presentOwnAssignments(ctx, rows, sums), can: { create: false } };
}

export async function listOwnAssignments(ctx: UserCtx<'search'>): Promise<Reply<typeof assignments.own>> {
  if (ctx.user.by_code || isStudent(ctx.user)) {
    const rows = (await listOfLearner(ctx.db, ctx.user, today(ctx.now))).filter((row) => row.closed_at === null);
    const sums = await sumMemberships(ctx.db, [...new Set(rows.map(({ member_id }) => member_id))]);
    return { items: await presentOwnAssignments(ctx, rows, sums) };
  }
  const classes = await listOwnClasses(ctx);
  const rows = await listDueAssignments(
    ctx.db,
    classes.map(({ id }) => id),
    new Date(ctx.now.getTime() - DAY),
    new Date(ctx.now.getTime() + DUE_DAYS * DAY),
  );
  return { items: await presentTaughtAssignments(ctx, rows) };
}

type To = { groups: readonly string[]; members: readonly string[] };

/** Returns the given groups and learners. Throws `not_found` if one of them is not in the class. */
async function requireTargets(ctx: UserCtx, classId: string, to: To): Promise<{ groups: string[]; members: string[] }> {
  const found = await findOfClass(ctx.db, classId, to);
  if (found.groups.length < new Set(to.groups).size) throw notFound('to.groups');
  if (found.members.length < new Set(to.members).size) throw notFound('to.members');
  return found;
}

type Times = { visible_from: string | null; due_at: string | Date | null };

/** Throws `validation_failed` if the due date is before the first day. A changed due date must also be in the future. */
function requireTimes({ now }: UserCtx, { visible_from, due_at }: Times, named: boolean): void {
  if (due_at === null || !named) return;
  const due = new Date(due_at);
  rejectInvalidFields([(due <= now || (visible_from !== null && today(due) < visible_from)) && { field: 'due_at', rule: 'min' }]);
}

export async function createAssignment(ctx: UserCtx<'search'>, { params, body }: Input<typeof assignments.create>): Promise<Assignment> {
  const [cls] = await lockOwnClasses(ctx, [params.id], 'share');
  const { to, steps, list_id, publish, due_at, ...fields } = body;
  requireTimes(ctx, body, true);
  const targets = await requireTargets(ctx, params.id, to);
  const prepared = await prepareSteps(ctx, list_id === undefined ? steps : await stepsOfList(ctx, list_id));
  if ((await listOfClass(ctx.db, params.id, false)).length >= MAX_ASSIGNMENTS)
    throw new AppError('state_conflict', { details: { reason: 'most', most: MAX_ASSIGNMENTS } });
  const id = newId(ctx.now);
  await insertAssignment(ctx.db, {
    ...fields,
    ...{ id, class_id: params.id, due_at: due_at === null ? null : new Date(due_at), list_id: list_id ?? null },
    ...{ published_at: publish ? ctx.now : null, created_by: ctx.user.id, created_at: ctx.now },
  });
  await setTargets(ctx.db, id, targets);
  await storeSteps(ctx, id, prepared);
  if (publish) {
    await noteMove(ctx, { class_name: cls!.name, school_id: cls!.school_id, district_id: cls!.district_id, title: body.title }, 'publish');
    await notifyLater(ctx, id);
  }
  return presentNow(ctx, id);
}

const presentNow = async (ctx: UserCtx<'search'>, id: string): Promise<Assignment> =>
  presentTaught(ctx, (await findAssignment(ctx.db, id))!);

type Named = Pick<AssignmentRow, 'class_name' | 'school_id' | 'district_id' | 'title'>;
const noteMove = (ctx: UserCtx, { class_name, school_id, district_id, title }: Named, move: Move): Promise<void> =>
  recordAudit(ctx, `assignment.${move}`, null, { class: class_name, title }, { school: school_id, district: district_id });

/** Changes an assignment. Steps that a learner has started keep their contents, because results refer to them. */
export async function changeAssignment(
  ctx: UserCtx<'live' | 'search'>,
  { params, body }: Input<typeof assignments.change>,
): Promise<Assignment> {
  const row = await lockTaughtAssignment(ctx, params.id);
  const { version, to, steps, due_at, ...fields } = body;
  if (version !== row.version) throw await createVersionConflict(ctx, row);
  if (row.archived) throw new AppError('locked', { details: { state: 'archived' } });
  requireTimes(
    ctx,
    { visible_from: body.visible_from === undefined ? row.visible_from : body.visible_from, due_at: due_at ?? null },
    due_at != null,
  );
  if (to) {
    await setTargets(ctx.db, row.id, await requireTargets(ctx, row.class_id, to));
    if (row.published_at !== null) await notifyLater(ctx, row.id);
  }
  if (steps) {
    if (steps.length === 0 && row.published_at !== null) throw invalid('steps', 'required', { reason: 'no_steps' });
    if (await hasWork(ctx.db, row.id)) throw new AppError('state_conflict', { field: 'steps', details: { reason: 'begun' } });
    await storeSteps(ctx, row.id, await prepareSteps(ctx, steps));
  }
  await setAssignment(ctx.db, row.id, { ...fields, ...(due_at !== undefined && { due_at: due_at === null ? null : new Date(due_at) }) });
  ctx.afterCommit(() => ctx.live.publish(topicOf(row.class_id)));
  return presentNow(ctx, row.id);
}

const CHANGES: Record<Move, (now: Date) => Parameters<typeof setAssignment>[2]> = {
  publish: (now) => ({ published_at: now }),
  close: (now) => ({ closed_at: now }),
  reopen: () => ({ closed_at: null }),
  archive: () => ({ archived: true }),
};

export async function changeAssignmentState(
  ctx: UserCtx<'live' | 'search'>,
  { params, body }: Input<typeof assignments.move>,
): Promise<Assignment> {
  const row = await lockTaughtAssignment(ctx, params.id);
  const state = stateOf(row, today(ctx.now));
  if (!MAY_MOVE[body.to].includes(state)) throw new AppError('state_conflict', { details: { state } });
  if (body.to === 'publish' && row.steps.length === 0) throw invalid('steps', 'required', { reason: 'no_steps' });
  await setAssignment(ctx.db, row.id, CHANGES[body.to](ctx.now));
  await noteMove(ctx, row, body.to);
  if (body.to === 'publish') await notifyLater(ctx, row.id);
  else await queueGradeUpdate(ctx, row.id, null);
  ctx.afterCommit(() => ctx.live.publish(topicOf(row.class_id)));
  return presentNow(ctx, row.id);
}

export async function deleteAssignment(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const row = await lockTaughtAssignment(ctx, id);
  const state = stateOf(row, today(ctx.now));
  if (state !== 'draft') throw new AppError('state_conflict', { details: { state } });
  await removeAssignment(ctx.db, row.id);
  return { ok: true };
}
