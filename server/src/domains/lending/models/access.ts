/** Access to models, which depends on the user's rights at the lending point (docs/behaviour/lending.md#rights). */
import { notFound } from '@fundus/contract/errors';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import type { PointRow } from '../points/point-repository.ts';
import { requireLentTo } from '../points/policy.ts';
import { findModel, type ModelRow } from './stock-repository.ts';
import { type PointRight, requirePoint, requireVisiblePoint } from '../points/access.ts';

export async function requireVisibleModel(ctx: Pick<Ctx, 'db' | 'user'>, id: string): Promise<{ model: ModelRow; point: PointRow }> {
  const model = await findModel(ctx.db, id);
  if (!model) throw notFound('id');
  return { model, point: await requireVisiblePoint(ctx, model.point_id, 'id') };
}

export async function requireModel(
  ctx: Pick<UserCtx, 'db' | 'user'>,
  id: string,
  to: PointRight,
  field = 'id',
): Promise<{ model: ModelRow; point: PointRow }> {
  const model = await findModel(ctx.db, id);
  if (!model) throw notFound(field);
  const point = await requirePoint(ctx, model.point_id, to, field);
  if (to === 'borrow') requireLentTo(ctx.user, model);
  return { model, point };
}
