/** Manuals of models, which the desk uploads (docs/behaviour/lending.md#manuals). */
import { Readable } from 'node:stream';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { MANUAL_BYTES, MANUAL_TYPES, type lendingManuals } from '@fundus/contract/lending/models/manuals';
import { MAX_MANUALS, type DeviceModel } from '@fundus/contract/lending/points/points';
import { newId } from '../../../db/new-id.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { cleanName, detectDocument } from '../../files/index.ts';
import { countManuals, deleteManual, findManual, insertManual, type ManualRow } from './manual-repository.ts';
import { findModel, lockModelRows } from './stock-repository.ts';
import { requireModel, requireVisibleModel } from './access.ts';

export const manualPath = ({ id, mime }: Pick<ManualRow, 'id' | 'mime'>): string => `lending/${id}.${MANUAL_TYPES[mime]}`;

type Kind = ManualRow['mime'];

/** Stores the file before its row is inserted. Throws `too_large`, `unsupported_type` or `broken_file`. */
export async function storeManual(
  ctx: UserCtx<'storage'>,
  model_id: string,
  { title, content }: Input<typeof lendingManuals.addManual>['body'],
): Promise<ManualRow> {
  await requireModel(ctx, model_id, 'desk');
  const given = Buffer.from(content, 'base64');
  if (given.length > MANUAL_BYTES) throw new AppError('too_large', { field: 'content', details: { most: MANUAL_BYTES } });
  const mime = (await detectDocument(given, Object.keys(MANUAL_TYPES))) as Kind;
  const manual = { id: newId(ctx.now), model_id, title, mime, bytes: given.length };
  await ctx.storage.write(manualPath(manual), Readable.from([given]));
  return manual;
}

/** Inserts the row of a stored manual. If the maximum is reached, the hourly cleanup deletes the file. */
export async function addManual({ db, now }: UserCtx, manual: ManualRow): Promise<DeviceModel> {
  await lockModelRows(db, [manual.model_id]);
  if ((await countManuals(db, manual.model_id)) >= MAX_MANUALS)
    throw new AppError('state_conflict', { details: { reason: 'most_manuals', most: MAX_MANUALS } });
  await insertManual(db, { ...manual, added_at: now });
  return (await findModel(db, manual.model_id))!;
}

export async function removeManual(ctx: UserCtx<'storage'>, id: string): Promise<DeviceModel> {
  const manual = await findManual(ctx.db, id);
  if (!manual) throw notFound();
  await requireModel(ctx, manual.model_id, 'desk');
  await deleteManual(ctx.db, id);
  ctx.afterCommit(async () => void (await ctx.storage.remove(manualPath(manual))));
  return (await findModel(ctx.db, manual.model_id))!;
}

/** Sends a manual with an immutable cache header, because every upload has its own URL. */
export async function sendManual(ctx: Ctx<'storage'>, id: string): Promise<StreamAnswer> {
  const manual = await findManual(ctx.db, id);
  if (!manual) throw notFound();
  await requireVisibleModel(ctx, manual.model_id);
  if (!(await ctx.storage.stat(manualPath(manual)))) throw notFound();
  const name = encodeURIComponent(cleanName(manual.title, MANUAL_TYPES[manual.mime]!));
  // PDF is displayed by browsers. Files of other types are downloaded.
  const shown = manual.mime === 'application/pdf' ? 'inline' : 'attachment';
  return {
    headers: {
      'content-type': manual.mime,
      'content-disposition': `${shown}; filename*=UTF-8''${name}`,
      'cache-control': 'private, max-age=604800, immutable',
      'x-content-type-options': 'nosniff',
    },
    body: ctx.storage.read(manualPath(manual)),
  };
}
