/** Sets of several models that are booked together (docs/behaviour/lending.md#templates). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Cart } from '@fundus/contract/lending/orders/orders';
import type { LendingTemplate, lendingTemplates } from '@fundus/contract/lending/cart/templates';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { addModelsToCart, readCart } from './cart.ts';
import type { PointRow } from '../points/point-repository.ts';
import { actOnce } from '../allocation/scans.ts';
import { findModel } from '../models/stock-repository.ts';
import {
  findTemplate,
  insertTemplate,
  listTemplateModels,
  listTemplates,
  removeTemplateRow,
  setTemplateModels,
  updateTemplate,
  type TemplateRow,
} from './template-repository.ts';
import { requirePoint } from '../points/access.ts';

async function presentTemplates({ db }: UserCtx, rows: readonly TemplateRow[]): Promise<LendingTemplate[]> {
  const wanted = Map.groupBy(
    await listTemplateModels(
      db,
      rows.map(({ id }) => id),
    ),
    ({ template_id }) => template_id,
  );
  return rows.map(({ id, name, words, version }) => ({
    ...{ id, name, words, version },
    models: (wanted.get(id) ?? []).map(({ model, name: of, quantity }) => ({ model, name: of, quantity })),
  }));
}

export async function readTemplates(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingTemplates.templates>> {
  const point = await requirePoint(ctx, pointId, 'see');
  return { items: await presentTemplates(ctx, await listTemplates(ctx.db, point.id)) };
}

/** Throws `not_found` if one of the models does not belong to the point. */
async function requireModelsOfPoint({ db }: UserCtx, point: PointRow, models: readonly { model: string }[]): Promise<void> {
  for (const { model } of models) if ((await findModel(db, model))?.point_id !== point.id) throw notFound('models');
}

export async function createTemplate(
  ctx: UserCtx,
  { point: pointId, models, name, words }: Input<typeof lendingTemplates.createTemplate>['body'],
): Promise<LendingTemplate> {
  const point = await requirePoint(ctx, pointId, 'desk');
  await requireModelsOfPoint(ctx, point, models);
  const id = newId(ctx.now);
  await insertTemplate(ctx.db, { id, point_id: point.id, name, words });
  await setTemplateModels(ctx.db, id, models);
  return (await presentTemplates(ctx, [(await findTemplate(ctx.db, id))!]))[0]!;
}

async function requireTemplate(
  ctx: UserCtx,
  id: string,
  to: 'borrow' | 'desk',
  field = 'id',
): Promise<{ row: TemplateRow; point: PointRow }> {
  const row = await findTemplate(ctx.db, id);
  if (!row) throw notFound(field);
  return { row, point: await requirePoint(ctx, row.point_id, to, field) };
}

export async function changeTemplate(
  ctx: UserCtx,
  id: string,
  { version, models, ...words }: Input<typeof lendingTemplates.changeTemplate>['body'],
): Promise<LendingTemplate> {
  const { point } = await requireTemplate(ctx, id, 'desk');
  await requireModelsOfPoint(ctx, point, models ?? []);
  if (!(await updateTemplate(ctx.db, id, version, words))) throw new AppError('version_conflict');
  if (models) await setTemplateModels(ctx.db, id, models);
  return (await presentTemplates(ctx, [(await findTemplate(ctx.db, id))!]))[0]!;
}

export async function removeTemplate(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  await requireTemplate(ctx, id, 'desk');
  await removeTemplateRow(ctx.db, id);
  return { ok: true };
}

/** Adds all models of a set to the cart, or none. The error names the model that is not available. */
export async function addTemplateToCart(
  ctx: UserCtx,
  { template, start, end, lessons, key }: Input<typeof lendingTemplates.takeTemplate>['body'],
): Promise<Cart> {
  const { row, point } = await requireTemplate(ctx, template, 'borrow', 'template');
  const models = await listTemplateModels(ctx.db, [row.id]);
  if (models.length === 0) throw new AppError('state_conflict', { details: { reason: 'empty_template' } });
  await actOnce(ctx, key, point.id, async () => {
    await addModelsToCart(
      ctx,
      point,
      models.map(({ model, quantity }) => ({ model, start, end, lessons, quantity })),
    );
    return { template: row.id };
  });
  return readCart(ctx, point.id);
}
