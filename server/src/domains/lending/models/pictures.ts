/** Pictures of models, which the desk uploads (docs/behaviour/lending.md#pictures). */
import { Readable } from 'node:stream';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { PICTURE_SIZES, type lendingPictures, type PictureSize } from '@fundus/contract/lending/models/pictures';
import { MAX_PICTURES, type DeviceModel } from '@fundus/contract/lending/points/points';
import { newId } from '../../../db/new-id.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { pictureHeaders } from '../../setup/index.ts';
import { countPictures, deletePicture, findPicture, insertPicture, updatePicture } from './picture-repository.ts';
import { findModel, lockModelRows } from './stock-repository.ts';
import { requireModel, requireVisibleModel } from './access.ts';
import { drawPhoto } from './draw-photo.ts';

export const SIZES = Object.keys(PICTURE_SIZES) as PictureSize[];

export const devicePicturePath = (id: string, size: PictureSize): string => `lending/${id}-${size}.webp`;

type Stored = { id: string; model_id: string; alt: string; width: number; height: number };

/** Stores the files of all sizes before the row is inserted. Throws `too_large`, `unsupported_type` or `broken_file`. */
export async function storePicture(
  ctx: UserCtx<'storage'>,
  model: string,
  { alt, content }: Input<typeof lendingPictures.addPicture>['body'],
): Promise<Stored> {
  await requireModel(ctx, model, 'desk');
  const id = newId(ctx.now);
  const draw = (given: Buffer, size: PictureSize) => drawPhoto(given, { widest: PICTURE_SIZES[size], as: 'image/webp' });
  const large = await draw(Buffer.from(content, 'base64'), 'large');
  // The small size is derived from the large one, so that the upload is decoded only once.
  const drawn = { large, small: await draw(Buffer.from(large.content), 'small') };
  for (const size of SIZES) await ctx.storage.write(devicePicturePath(id, size), Readable.from([Buffer.from(drawn[size].content)]));
  return { id, model_id: model, alt, width: large.width, height: large.height };
}

export async function addPicture(ctx: UserCtx, picture: Stored): Promise<DeviceModel> {
  const { db, now } = ctx;
  await lockModelRows(db, [picture.model_id]);
  const { n, most } = await countPictures(db, picture.model_id);
  if (n >= MAX_PICTURES) throw new AppError('state_conflict', { details: { reason: 'most_pictures', most: MAX_PICTURES } });
  await insertPicture(db, { ...picture, place: most + 1, added_at: now });
  return (await findModel(db, picture.model_id))!;
}

/** Returns the model of a picture for the desk and locks the model until commit. */
async function requirePicture(ctx: UserCtx, id: string): Promise<string> {
  const picture = await findPicture(ctx.db, id);
  if (!picture) throw notFound();
  await requireModel(ctx, picture.model_id, 'desk');
  await lockModelRows(ctx.db, [picture.model_id]);
  return picture.model_id;
}

export async function changePicture(
  ctx: UserCtx,
  id: string,
  { alt, first }: Input<typeof lendingPictures.changePicture>['body'],
): Promise<DeviceModel> {
  const model = await requirePicture(ctx, id);
  const place = first && (await countPictures(ctx.db, model)).least - 1;
  const fields = { ...(alt !== undefined && { alt }), ...(place !== undefined && { place }) };
  if (Object.keys(fields).length > 0) await updatePicture(ctx.db, id, fields);
  return (await findModel(ctx.db, model))!;
}

export async function removePicture(ctx: UserCtx<'storage'>, id: string): Promise<DeviceModel> {
  const model = await requirePicture(ctx, id);
  await deletePicture(ctx.db, id);
  ctx.afterCommit(async () => {
    for (const size of SIZES) await ctx.storage.remove(devicePicturePath(id, size));
  });
  return (await findModel(ctx.db, model))!;
}

/** Sends a picture with an immutable cache header, because every upload has its own URL. */
export async function sendPicture(ctx: Ctx<'storage'>, id: string, size: PictureSize): Promise<StreamAnswer> {
  const picture = await findPicture(ctx.db, id);
  if (!picture) throw notFound();
  await requireVisibleModel(ctx, picture.model_id);
  if (!(await ctx.storage.stat(devicePicturePath(id, size)))) throw notFound();
  return {
    headers: pictureHeaders('image/webp', 'private, max-age=604800, immutable'),
    body: ctx.storage.read(devicePicturePath(id, size)),
  };
}
