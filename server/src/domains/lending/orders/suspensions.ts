/** Suspensions of borrowers by the desk of a point (docs/behaviour/lending.md#suspensions). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { lendingCondition, Suspension } from '@fundus/contract/lending/condition/condition';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import type { Message } from '../../mails/index.ts';
import { formatMailDay, loansHref, placeWords } from '../mails/notify.ts';
import { notifyBorrower } from '../borrowers/notify-borrower.ts';
import type { PointRow } from '../points/point-repository.ts';
import { actOnce } from '../allocation/scans.ts';
import { requireOrderAtDesk } from './access.ts';
import {
  countSuspended,
  endSuspensionAt,
  findSuspension,
  findSuspensionById,
  insertSuspension,
  listSuspended,
  type SuspensionRow,
} from '../borrowers/suspension-repository.ts';
import { hasBorrower, subjectOf, type BorrowerIds } from '../borrowers/borrower.ts';
import { requirePoint } from '../points/access.ts';

export const presentSuspension = ({ id, borrower, school_name, until_on, reason, automatic, created_at }: SuspensionRow): Suspension => ({
  ...{ id, borrower, school: school_name ?? '', until: until_on, reason, automatic, created_at: created_at.toISOString() },
});

export async function readSuspensions(
  ctx: UserCtx,
  { point: pointId, offset, limit }: Input<typeof lendingCondition.suspensions>['query'],
): Promise<Reply<typeof lendingCondition.suspensions>> {
  const [{ id }, day] = [await requirePoint(ctx, pointId, 'desk'), today(ctx.now)];
  const rows = await listSuspended(ctx.db, id, day, offset, limit);
  return { total: await countSuspended(ctx.db, id, day), offset, limit, items: rows.map(presentSuspension) };
}

/** Throws `suspended` if the borrower is suspended at the point. */
export async function requireNotSuspended({ db, now }: Pick<UserCtx, 'db' | 'now'>, borrower: BorrowerIds, point: string): Promise<void> {
  const row = await findSuspension(db, borrower, point, today(now));
  if (row) throw suspendedBy(row);
}

export const suspendedBy = ({ until_on, reason }: Pick<SuspensionRow, 'until_on' | 'reason'>): AppError =>
  new AppError('suspended', { details: { reason: 'suspended', until: until_on, why: reason } });

type Body = Input<typeof lendingCondition.suspend>['body'];

/** Suspends the borrower of an order at its point. */
export async function suspend(ctx: UserCtx, orderId: string, body: Body): Promise<Suspension> {
  const { order, point } = await requireOrderAtDesk(ctx, orderId);
  if (!hasBorrower(order)) throw new AppError('state_conflict', { details: { reason: 'nobody' } });
  return recordSuspension(ctx, point, order, { ...body, pupil: order.asked_at !== null });
}

/** Suspends a borrower at a point and notifies the borrower of the reason. */
export async function recordSuspension(
  ctx: UserCtx,
  point: PointRow,
  borrower: BorrowerIds,
  { until, reason, key, pupil }: Body & { pupil: boolean },
): Promise<Suspension> {
  if (until !== null && until < today(ctx.now)) throw invalid('until', 'min');
  const { person_id, private_id } = borrower;
  const { id } = await actOnce(ctx, key, point.id, async () => {
    const row = {
      ...{ id: newId(ctx.now), point_id: point.id, person_id, private_id, until_on: until, reason },
      ...{ created_by: ctx.user.id, created_at: ctx.now },
    };
    await insertSuspension(ctx.db, row);
    const scope = { school: point.school_id, district: point.district_id, ...subjectOf(borrower) };
    await recordAudit(ctx, 'lending.suspend', null, { until, reason }, scope);
    await notifyBorrower(ctx, borrower, suspendedMail(point, { until, reason, pupil }));
    return { id: row.id };
  });
  return presentSuspension((await findSuspensionById(ctx.db, id))!);
}

type Suspended = { until: string | null; reason: string; pupil: boolean };

/** Returns the mail that tells a borrower the reason of the suspension. */
const suspendedMail = (point: PointRow, { until, reason, pupil }: Suspended): Message => ({
  template: 'lendingSuspended',
  compose: (t, language) => ({
    subject: t(pupil ? 'mail.lendingSuspended.subject.pupil' : 'mail.lendingSuspended.subject', { point: point.name }),
    body: [
      { kind: 'text', text: t(pupil ? 'mail.lendingSuspended.text.pupil' : 'mail.lendingSuspended.text', { point: point.name }) },
      ...(until === null
        ? []
        : [{ kind: 'text' as const, text: t('mail.lendingSuspended.until', { day: formatMailDay(language, until) }) }]),
      { kind: 'quote', text: reason },
      { kind: 'text', text: placeWords(point) },
      { kind: 'link', label: t('mail.lendingOrdered.open'), href: loansHref(point.id) },
    ],
  }),
});

export async function endSuspension(ctx: UserCtx, id: string): Promise<Suspension> {
  const row = await findSuspensionById(ctx.db, id);
  if (!row) throw notFound();
  const point = await requirePoint(ctx, row.point_id, 'desk', 'id');
  await endSuspensionAt(ctx.db, id, ctx.now);
  const scope = { school: point.school_id, district: point.district_id, ...subjectOf(row) };
  if (row.ended_at === null) await recordAudit(ctx, 'lending.end_suspension', { until: row.until_on }, null, scope);
  return presentSuspension(row);
}
