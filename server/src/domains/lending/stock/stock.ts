/** Models and devices of a point, which the desk manages (docs/behaviour/lending.md#devices). */
import { updateAfterStockChange } from '../orders/broken-promises.ts';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { DeviceItem, DeviceModel } from '@fundus/contract/lending/points/points';
import { moveItem as itemAfter } from '@fundus/contract/lending/states';
import { isDuplicate } from '../../../db/is-duplicate.ts';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { lockModels } from '../allocation/booking.ts';
import { insertRecord } from './condition-repository.ts';
import { applyModelBuffer } from '../orders/change-point.ts';
import { presentItem } from '../orders/present.ts';
import { countModelsAt, findModel, hasMedium, insertModel, setFits, updateModel } from '../models/stock-repository.ts';
import { countItems, findItem, findItemByCode, insertItem, listItems, updateItem, type ItemRow } from '../models/item-repository.ts';
import { requirePoint } from '../points/access.ts';
import { requireModel } from '../models/access.ts';

async function requireKnown({ db }: UserCtx, identifier: string | null | undefined): Promise<void> {
  if (identifier != null && !(await hasMedium(db, identifier))) throw notFound('identifier');
}

/** Throws unless the compatible models belong to the same point and do not include the model itself. */
async function requireFit({ db }: UserCtx, point: string, model: string | null, fits: readonly string[] = []): Promise<void> {
  if (model !== null && fits.includes(model)) throw invalid('fits', 'choice');
  if (fits.length > 0 && (await countModelsAt(db, point, fits)) < fits.length) throw notFound('fits');
}

export async function createModel(
  ctx: UserCtx,
  { point, fits, ...fields }: Input<typeof lendingDesk.createModel>['body'],
): Promise<DeviceModel> {
  const { id: point_id } = await requirePoint(ctx, point, 'desk');
  await requireKnown(ctx, fields.identifier);
  await requireFit(ctx, point_id, null, fits);
  const id = newId(ctx.now);
  await insertModel(ctx.db, { ...fields, id, point_id });
  await setFits(ctx.db, id, fits);
  return (await findModel(ctx.db, id))!;
}

export async function changeModel(
  ctx: UserCtx,
  id: string,
  { version, fits, ...fields }: Input<typeof lendingDesk.changeModel>['body'],
): Promise<DeviceModel> {
  const { model, point } = await requireModel(ctx, id, 'desk');
  await requireKnown(ctx, fields.identifier);
  await requireFit(ctx, point.id, id, fits);
  if (fields.buffer_after !== undefined) await applyModelBuffer(ctx, model, fields.buffer_after);
  if (!(await updateModel(ctx.db, id, version, fields))) throw new AppError('version_conflict');
  if (fits) await setFits(ctx.db, id, fits);
  return (await findModel(ctx.db, id))!;
}

export async function readItems(ctx: UserCtx, query: Input<typeof lendingDesk.items>['query']): Promise<Reply<typeof lendingDesk.items>> {
  const { id } = await requirePoint(ctx, query.point, 'desk');
  const { offset, limit, q, model, show, shelf } = query;
  const asked = { point: id, q, model, show, shelf, day: today(ctx.now) };
  const rows = await listItems(ctx.db, asked, offset, limit);
  return { total: await countItems(ctx.db, asked), offset, limit, items: rows.map(presentItem) };
}

/** Throws if another device of the point already has the code. */
async function requireNew({ db }: UserCtx, point: string, code: string, except: string | null): Promise<void> {
  const there = await findItemByCode(db, point, code);
  if (there && there.id !== except) throw invalid('code', 'taken');
}

export async function createItem(
  ctx: UserCtx,
  { model: modelId, ...fields }: Input<typeof lendingDesk.createItem>['body'],
): Promise<DeviceItem> {
  const { model, point } = await requireModel(ctx, modelId, 'desk', 'model');
  await requireNew(ctx, point.id, fields.code, null);
  const id = newId(ctx.now);
  try {
    await insertItem(ctx.db, { ...fields, id, point_id: point.id, model_id: model.id });
  } catch (error) {
    if (isDuplicate(error)) throw invalid('code', 'taken');
    throw error;
  }
  await lockModels(ctx, [model.id]);
  await updateAfterStockChange(ctx, model.id);
  return presentItem((await findItem(ctx.db, id))!);
}

/** Returns a device for the desk and locks its model until commit. */
export async function requireItem(ctx: UserCtx, id: string): Promise<ItemRow> {
  const item = await findItem(ctx.db, id);
  if (!item) throw notFound();
  await requirePoint(ctx, item.point_id, 'desk', 'id');
  await lockModels(ctx, [item.model_id]);
  return (await findItem(ctx.db, id))!;
}

export async function changeItem(ctx: UserCtx, id: string, fields: Input<typeof lendingDesk.changeItem>['body']): Promise<DeviceItem> {
  const item = await requireItem(ctx, id);
  if (fields.code !== undefined) await requireNew(ctx, item.point_id, fields.code, id);
  if (Object.keys(fields).length > 0) await updateItem(ctx.db, id, fields);
  await updateAfterStockChange(ctx, item.model_id);
  return presentItem((await findItem(ctx.db, id))!);
}

/** Changes the state of a device. `expected_on` is the first day on which it will be available again after a repair. */
export async function moveItem(
  ctx: UserCtx,
  id: string,
  { event, expected_on, reason }: Input<typeof lendingDesk.moveItem>['body'],
): Promise<DeviceItem> {
  const item = await requireItem(ctx, id);
  const state = itemAfter(item.state, event, item.line_id !== null);
  if (!state) throw new AppError('state_conflict', { details: { state: item.line_id === null ? item.state : 'on_loan' } });
  if (event === 'retire' && reason === '') throw invalid('reason', 'required');
  if (expected_on !== null && expected_on < today(ctx.now)) throw invalid('expected_on', 'min');
  await updateItem(ctx.db, id, { state, away_until: event === 'repair' ? expected_on : null });
  await insertRecord(ctx.db, { item_id: id, kind: event, note: reason, person_id: ctx.user.id }, ctx.now);
  await updateAfterStockChange(ctx, item.model_id);
  await recordAudit(ctx, 'lending.move_item', { state: item.state }, { state, code: item.code, reason });
  return presentItem((await findItem(ctx.db, id))!);
}
