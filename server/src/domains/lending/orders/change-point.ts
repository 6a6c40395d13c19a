/** Changes opening hours and rules of a lending point or a model, and the open orders that this affects. */
import { DATE_RULES } from '@fundus/contract/lending/points/points';
import { isDeepStrictEqual } from 'node:util';
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { UserCtx } from '../../../http/context.ts';
import type { ModelRow } from '../models/stock-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { requirePointChange, savePoint } from '../points/points.ts';
import { applyEffects, readEffects, notifyEffects } from './effects.ts';

type Body = Input<typeof lendingDesk.changePoint>['body'];

const movesDates = (before: PointRow, next: PointRow): boolean => DATE_RULES.some((rule) => !isDeepStrictEqual(before[rule], next[rule]));

export async function changePoint(ctx: UserCtx, id: string, { version, ...fields }: Body): Promise<LendingPoint> {
  const { before, next } = await requirePointChange(ctx, id, fields);
  const effects = movesDates(before, next) ? await applyEffects(ctx, before, { point: next }) : { orders: [], served: [] };
  const saved = await savePoint(ctx, before, version, fields);
  await notifyEffects(ctx, effects);
  return saved;
}

export async function readPointEffects(
  ctx: UserCtx,
  id: string,
  fields: Omit<Body, 'version'>,
): Promise<Reply<typeof lendingDesk.pointEffects>> {
  const { before, next } = await requirePointChange(ctx, id, fields);
  return { items: movesDates(before, next) ? await readEffects(ctx, before, { point: next }) : [] };
}

/** Applies a new number of buffer days to the bookings of a model. Bookings keep their days if another booking needs the device. */
export async function applyModelBuffer(ctx: UserCtx, before: ModelRow, buffer_after: number | null): Promise<void> {
  if (before.buffer_after === buffer_after) return;
  const point = (await findPoint(ctx.db, before.point_id))!;
  await notifyEffects(ctx, await applyEffects(ctx, point, { point, model: { ...before, buffer_after } }));
}
