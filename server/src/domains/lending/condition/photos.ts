/** Photos of devices: drawn anew, kept beside what they show, seen by the desk and by who brought them (docs/behaviour/lending.md#condition-and-damage). */
import { Readable } from 'node:stream';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { PHOTO_BYTES, type lendingCondition, type LendingPhoto } from '@fundus/contract/lending/condition/condition';
import { newId } from '../../../db/new-id.ts';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { isTooMuch, pictures, type Drawn } from '../../../pictures/index.ts';
import { detectType } from '../../files/index.ts';
import { pictureHeaders } from '../../setup/index.ts';
import { requirePoint } from '../orders/access.ts';
import { requireDevice } from './damage-access.ts';
import { deletePhotos, findPhoto, insertPhoto, type PhotoRow } from '../models/photo-repository.ts';
import { findItem } from '../models/stock-repository.ts';

const MOST_PIXELS = 60_000_000;
const WIDEST = 1_600;
/** By kind: how the names of stored files end. */
export const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

export const pathOf = ({ id, mime }: Pick<PhotoRow, 'id' | 'mime'>): string => `lending/${id}.${ENDINGS[mime]}`;

export const presentPhoto = ({ id, width, height }: Pick<PhotoRow, 'id' | 'width' | 'height'>): LendingPhoto => ({
  ...{ id, width, height, href: `/api/v1/lending/photos/${id}` },
});

/** A picture somebody brought, drawn anew: upright, at most so wide, in its own kind or another one. `too_large`, `unsupported_type`, `broken_file`. */
export async function drawPhoto(given: Buffer, { widest, as }: { widest: number; as?: string }): Promise<Drawn & { mime: string }> {
  if (given.length === 0) throw invalid('content', 'required');
  if (given.length > PHOTO_BYTES) throw new AppError('too_large', { field: 'content', details: { most: PHOTO_BYTES } });
  const found = (await detectType(given)) ?? 'unknown';
  if (!(found in ENDINGS)) throw new AppError('unsupported_type', { field: 'content', details: { found } });
  const mime = as ?? found;
  const drawn = await pictures.redraw(given, mime, widest, MOST_PIXELS).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    const large = isTooMuch(error);
    throw new AppError(large ? 'too_large' : 'broken_file', { field: 'content', ...(large && { details: { pixels: MOST_PIXELS } }) });
  });
  return { ...drawn, mime };
}

type Body = Input<typeof lendingCondition.addPhoto>['body'];
type Stored = Pick<PhotoRow, 'id' | 'item_id' | 'mime' | 'bytes' | 'width' | 'height'>;

/** Stores it before anything is written of it. */
export async function storePhoto(ctx: UserCtx, body: Body): Promise<Stored> {
  const { item } = await requireDevice(ctx, body);
  const { content, mime, width, height } = await drawPhoto(Buffer.from(body.content, 'base64'), { widest: WIDEST });
  const photo = { id: newId(ctx.now), item_id: item.id, mime, bytes: content.length, width, height };
  await ctx.storage.write(pathOf(photo), Readable.from([Buffer.from(content)]));
  return photo;
}

export async function addPhoto({ db, user, now }: UserCtx, photo: Stored): Promise<LendingPhoto> {
  await insertPhoto(db, { ...photo, added_by: user.id, added_at: now });
  return presentPhoto(photo);
}

export async function sendPhoto(ctx: UserCtx, id: string): Promise<StreamAnswer> {
  const photo = await findPhoto(ctx.db, id);
  if (!photo) throw notFound();
  if (photo.added_by !== ctx.user.id) {
    const item = (await findItem(ctx.db, photo.item_id))!;
    await requirePoint(ctx, item.point_id, 'desk', 'id');
  }
  if (!(await ctx.storage.stat(pathOf(photo)))) throw notFound();
  return { headers: pictureHeaders(photo.mime, 'private, max-age=3600'), body: ctx.storage.read(pathOf(photo)) };
}

/** Gives how many went. */
export const removeOldPhotos = ({ db, storage }: Pick<Portal, 'db' | 'storage'>, loose: Date, old: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const gone = await deletePhotos(trx, loose, old);
    for (const photo of gone) await storage.remove(pathOf(photo));
    return gone.length;
  });
