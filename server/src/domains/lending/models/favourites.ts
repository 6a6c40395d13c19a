/** Users' favourite models (docs/behaviour/lending.md#favourites). */
import type { Reply } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { MAX_FAVOURITES, type lendingFavourites } from '@fundus/contract/lending/models/favourites';
import type { UserCtx } from '../../../http/context.ts';
import { deleteFavourite, listFavourites, saveFavourite } from './favourite-repository.ts';
import { findPoint } from '../points/point-repository.ts';
import { maySeePoint } from '../points/policy.ts';
import { listLendable } from './stock-repository.ts';
import { requireModel } from './access.ts';

/** Returns the user's favourites. Leaves out models that have no device or are no longer visible to the user. */
export async function readFavourites(ctx: UserCtx): Promise<Reply<typeof lendingFavourites.favourites>> {
  const { db, user } = ctx;
  const models = await listLendable(db, await listFavourites(db, user.id), ctx.config.Verleih);
  const items: Reply<typeof lendingFavourites.favourites>['items'] = [];
  const points = new Map<string, Awaited<ReturnType<typeof findPoint>>>();
  for (const model of models) {
    if (!points.has(model.point_id)) points.set(model.point_id, await findPoint(db, model.point_id));
    const point = points.get(model.point_id);
    if (point && maySeePoint(user, point)) items.push({ ...model, point: { id: point.id, name: point.name } });
  }
  return { items };
}

export async function addFavourite(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const { db, user, now } = ctx;
  await requireModel(ctx, id, 'see');
  const marked = await listFavourites(db, user.id);
  if (!marked.includes(id) && marked.length >= MAX_FAVOURITES)
    throw new AppError('state_conflict', { details: { reason: 'most_favourites', most: MAX_FAVOURITES } });
  await saveFavourite(db, { person_id: user.id, model_id: id, added_at: now });
  return { ok: true };
}

export async function removeFavourite(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  await requireModel(ctx, id, 'see');
  await deleteFavourite(ctx.db, ctx.user.id, id);
  return { ok: true };
}
