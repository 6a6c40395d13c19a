/** Teachers' agreement to orders of learners, for which they are responsible (docs/behaviour/lending.md#learners). */
import { isStudent, isTeacher } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { lendingAgreement } from '@fundus/contract/lending/orders/agreement';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { agreeUntil } from '@fundus/contract/lending/states';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { lockModels } from '../allocation/booking.ts';
import { listTeachers } from '../borrowers/borrower-repository.ts';
import { findUnbriefed } from './briefings.ts';
import { notifyAgreed, notifyAsked, notifyDecision, notifyDisagreed } from '../mails/notify.ts';
import {
  findOrder,
  listLines,
  listResponsible,
  lockOrder,
  periodOf,
  updateLine,
  updateOrder,
  type LineRow,
  type OrderRow,
} from '../allocation/order-repository.ts';
import { createStateConflict, endedColumns, offerNext } from './orders.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { isApprovedAtOnce } from '../points/policy.ts';
import { mayBorrowAsLearner } from '../../../visitors/borrowing.ts';
import { presentOrders, stateAt } from './present.ts';
import { needsDecision } from './promises.ts';
import { collectUntilOf } from '../allocation/spans.ts';
import { findSuspension } from '../borrowers/suspension-repository.ts';
import { toBorrower } from '../borrowers/borrower.ts';
import { requirePoint } from '../points/access.ts';

export async function readTeachers(
  ctx: UserCtx,
  { point: pointId, q }: Input<typeof lendingAgreement.teachers>['query'],
): Promise<Reply<typeof lendingAgreement.teachers>> {
  await requirePoint(ctx, pointId, 'borrow');
  const { school_id } = ctx.user;
  if (!isStudent(ctx.user) || school_id === null) throw new AppError('forbidden');
  return { items: await listTeachers(ctx.db, school_id, q) };
}

/**
 * Returns the responsible teacher whom a learner names, or `null` for other borrowers. Throws if a learner names no teacher or another borrower names
 * one.
 */
export async function requireNamed({ db, user }: UserCtx, id: string | null): Promise<string | null> {
  if (!isStudent(user)) {
    if (id !== null) throw invalid('responsible', 'choice');
    return null;
  }
  if (id === null) throw invalid('responsible', 'required');
  const teacher = await readPerson(db, id, true);
  if (!teacher || !isTeacher(teacher) || teacher.school_id !== user.school_id) throw notFound('responsible');
  return id;
}

/** Returns the lines for which the teacher's agreement is still required. */
const waitingOf = (lines: readonly LineRow[], now: Date): LineRow[] =>
  lines.filter((line) => line.agree_until !== null && stateAt(line, now) === 'requested');

/** Asks the responsible teacher to agree to an order. Withdraws an earlier agreement. */
export async function requestAgreement(ctx: UserCtx, order: string): Promise<void> {
  const day = today(ctx.now);
  for (const line of await listLines(ctx.db, [order]))
    if (line.state === 'requested') await updateLine(ctx.db, line.id, { agree_until: agreeUntil(line.bring_on ?? line.start_on, day) });
  await updateOrder(ctx.db, order, { asked_at: ctx.now, agreed_at: null });
  await notifyAsked(ctx, order);
}

/**
 * Asks the teacher again after a change by the learner, or by the desk if the teacher has not agreed yet. Changes by the desk after the agreement
 * need no new one.
 */
export async function repeatRequest(ctx: UserCtx, order: OrderRow, line: Pick<LineRow, 'state'>, own: boolean): Promise<void> {
  if (order.asked_at !== null && line.state === 'requested' && (own || order.agreed_at === null)) await requestAgreement(ctx, order.id);
}

export async function readResponsible(ctx: UserCtx): Promise<Reply<typeof lendingAgreement.responsible>> {
  const rows = await listResponsible(ctx.db, ctx.user.id, today(ctx.now));
  return { items: await presentOrders(ctx, rows, () => ({ own: false, desk: false, asked: true })) };
}

type Asked = { order: OrderRow; point: PointRow; lines: LineRow[] };

/**
 * Returns an order on which the user has to decide as the responsible teacher, and locks it until commit. Throws `not_found` for other users and for
 * teachers who have left the school.
 */
async function requireAsked(ctx: UserCtx, id: string): Promise<Asked> {
  const { db, user, now } = ctx;
  const isAsked = (row: OrderRow | undefined): boolean =>
    row?.responsible_id === user.id && row.submitted_at !== null && isTeacher(user) && row.school_id === user.school_id;
  if (!isAsked(await findOrder(db, id))) throw notFound();
  await lockOrder(db, id);
  const before = await listLines(db, [id]);
  await lockModels(
    ctx,
    before.map(({ model_id }) => model_id),
  );
  const [order, all] = [await findOrder(db, id), await listLines(db, [id])];
  if (!order || !isAsked(order)) throw notFound();
  const lines = waitingOf(all, now);
  if (lines.length === 0) throw createStateConflict(all[0]?.state ?? 'cancelled');
  return { order, point: (await findPoint(db, order.point_id))!, lines };
}

const scopeOf = ({ order, point }: Asked) => ({
  school: order.school_id,
  district: point.district_id,
  ...(order.person_id !== null && { subject: order.person_id }),
});

async function presentAgreement(ctx: UserCtx, id: string): Promise<RentalOrder> {
  return (await presentOrders(ctx, [(await findOrder(ctx.db, id))!], () => ({ own: false, desk: false, asked: true })))[0]!;
}

/**
 * Returns whether the teacher's agreement is sufficient to approve the order. This requires immediate approval at the point, no suspension, no
 * missing briefing and no overdue device.
 */
async function isApproved(ctx: UserCtx, { order, point, lines }: Asked): Promise<boolean> {
  const learner = order.person_id === null ? undefined : await readPerson(ctx.db, order.person_id, true);
  if (!learner || !mayBorrowAsLearner(learner, point) || !isApprovedAtOnce(point.approval, learner)) return false;
  if (await findSuspension(ctx.db, toBorrower(learner), point.id, today(ctx.now))) return false;
  if (await needsDecision(ctx, lines)) return false;
  const models = lines.map(({ model_id }) => model_id);
  return (await findUnbriefed(ctx, toBorrower(learner), models)) === undefined;
}

export async function agree(ctx: UserCtx, id: string, seen: string): Promise<RentalOrder> {
  const asked = await requireAsked(ctx, id);
  const { order, point, lines } = asked;
  if (order.asked_at?.getTime() !== Date.parse(seen)) throw new AppError('version_conflict');
  const approved = await isApproved(ctx, asked);
  for (const line of lines)
    await updateLine(ctx.db, line.id, {
      agree_until: null,
      state: approved ? 'approved' : 'requested',
      collect_until: approved ? collectUntilOf(point, periodOf(line)) : null,
    });
  await updateOrder(ctx.db, id, { agreed_at: ctx.now });
  await (approved ? notifyDecision(ctx, id, 'approved') : notifyAgreed(ctx, id));
  await recordAudit(ctx, 'lending.agree', null, { number: order.number }, scopeOf(asked));
  return presentAgreement(ctx, id);
}

export async function refuseAgreement(ctx: UserCtx, id: string, reason: string): Promise<RentalOrder> {
  const asked = await requireAsked(ctx, id);
  for (const line of asked.lines) await updateLine(ctx.db, line.id, { agree_until: null, state: 'rejected', ...endedColumns(ctx.now) });
  await updateOrder(ctx.db, id, { reason });
  await notifyDisagreed(ctx, id, reason);
  await recordAudit(ctx, 'lending.disagree', null, { number: asked.order.number, reason }, scopeOf(asked));
  await offerNext(ctx, asked.lines);
  return presentAgreement(ctx, id);
}
