/** Briefings that borrowers need before they may borrow certain models (docs/behaviour/lending.md#briefings). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { Briefing, lendingBriefings } from '@fundus/contract/lending/orders/briefings';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireOrderAtDesk } from './access.ts';
import {
  countBriefings,
  findBriefingById,
  findUnshown,
  listBriefings,
  saveBriefing,
  removeBriefing,
  type BriefingRow,
} from './briefing-repository.ts';
import { findModel } from '../models/stock-repository.ts';
import { hasBorrower, subjectOf, type BorrowerIds } from '../borrowers/borrower.ts';
import { requirePoint } from '../points/access.ts';
import type { PointRow } from '../points/point-repository.ts';

type At = Pick<UserCtx, 'db' | 'now'>;

const present = ({ id, model_id, model_name, borrower, school_name, given_on, until_on }: BriefingRow): Briefing => ({
  ...{ id, model: { id: model_id, name: model_name }, borrower, school: school_name ?? '', given_on, until: until_on },
});

/** Returns the first of the models for which the borrower lacks a required briefing. */
export const findUnbriefed = (
  { db, now }: At,
  borrower: BorrowerIds,
  models: readonly string[],
): Promise<{ id: string; name: string } | undefined> => findUnshown(db, borrower, models, today(now));

/** Throws `briefing_missing` if the borrower lacks a required briefing. Orders of deleted borrowers need none. */
export async function requireBriefing(at: At, borrower: BorrowerIds, models: readonly string[]): Promise<void> {
  const model = hasBorrower(borrower) ? await findUnbriefed(at, borrower, models) : undefined;
  if (model) throw new AppError('briefing_missing', { details: { model: model.name, model_id: model.id } });
}

export async function readBriefings(
  ctx: UserCtx,
  { point: pointId, offset, limit }: Input<typeof lendingBriefings.briefings>['query'],
): Promise<Reply<typeof lendingBriefings.briefings>> {
  const [{ id }, day] = [await requirePoint(ctx, pointId, 'desk'), today(ctx.now)];
  const rows = await listBriefings(ctx.db, id, day, offset, limit);
  return { total: await countBriefings(ctx.db, id, day), offset, limit, items: rows.map(present) };
}

type Body = Input<typeof lendingBriefings.brief>['body'];

/** Records a briefing for the borrower of an order. The desk therefore does not need to search for the borrower. */
export async function recordBriefingOfOrder(ctx: UserCtx, orderId: string, body: Body): Promise<Briefing> {
  const { order, point } = await requireOrderAtDesk(ctx, orderId);
  if (!hasBorrower(order)) throw new AppError('state_conflict', { details: { reason: 'nobody' } });
  return recordBriefing(ctx, point, order, body);
}

/** Records a borrower's briefing for a model of the point. */
export async function recordBriefing(
  ctx: UserCtx,
  point: PointRow,
  borrower: BorrowerIds,
  { model: modelId, until }: Body,
): Promise<Briefing> {
  const model = await findModel(ctx.db, modelId);
  if (model?.point_id !== point.id) throw notFound('model');
  const given_on = today(ctx.now);
  if (until !== null && until < given_on) throw invalid('until', 'min');
  const { person_id, private_id } = borrower;
  const row = { id: newId(ctx.now), model_id: model.id, person_id, private_id, given_on, until_on: until, given_by: ctx.user.id };
  const { id } = await saveBriefing(ctx.db, row);
  const scope = { school: point.school_id, district: point.district_id, ...subjectOf(borrower) };
  await recordAudit(ctx, 'lending.brief', null, { model: model.name, until }, scope);
  return present((await findBriefingById(ctx.db, id))!);
}

export async function endBriefing(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const row = await findBriefingById(ctx.db, id);
  if (!row) throw notFound();
  const point = await requirePoint(ctx, row.point_id, 'desk', 'id');
  await removeBriefing(ctx.db, id);
  const scope = { school: point.school_id, district: point.district_id, ...subjectOf(row) };
  await recordAudit(ctx, 'lending.end_briefing', { model: row.model_name, until: row.until_on }, null, scope);
  return { ok: true };
}
