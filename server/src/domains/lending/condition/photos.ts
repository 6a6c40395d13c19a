/**
 * Photos of devices. They are re-encoded, stored with their record and visible only to the desk and the uploader
 * (docs/behaviour/lending.md#condition-and-damage).
 */
import { Readable } from 'node:stream';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import type { lendingCondition, LendingPhoto } from '@fundus/contract/lending/condition/condition';
import { newId } from '../../../db/new-id.ts';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { pictureHeaders } from '../../setup/index.ts';
import { requireDevice } from './damage-access.ts';
import { deletePhotos, findPhoto, insertPhoto, type PhotoRow } from '../models/photo-repository.ts';
import { findItem } from '../models/item-repository.ts';
import { requirePoint } from '../points/access.ts';
import { ENDINGS, drawPhoto } from '../models/draw-photo.ts';

const WIDEST = 1_600;
export const photoPath = ({ id, mime }: Pick<PhotoRow, 'id' | 'mime'>): string => `lending/${id}.${ENDINGS[mime]}`;

export const presentPhoto = ({ id, width, height }: Pick<PhotoRow, 'id' | 'width' | 'height'>): LendingPhoto => ({
  ...{ id, width, height, href: `/api/v1/lending/photos/${id}` },
});

type Body = Input<typeof lendingCondition.addPhoto>['body'];
type Stored = Pick<PhotoRow, 'id' | 'item_id' | 'mime' | 'bytes' | 'width' | 'height'>;

/** Stores a photo before its row is inserted. */
export async function storePhoto(ctx: UserCtx<'storage'>, body: Body): Promise<Stored> {
  const { item } = await requireDevice(ctx, body);
  const { content, mime, width, height } = await drawPhoto(Buffer.from(body.content, 'base64'), { widest: WIDEST });
  const photo = { id: newId(ctx.now), item_id: item.id, mime, bytes: content.length, width, height };
  await ctx.storage.write(photoPath(photo), Readable.from([Buffer.from(content)]));
  return photo;
}

export async function addPhoto({ db, user, now }: UserCtx, photo: Stored): Promise<LendingPhoto> {
  await insertPhoto(db, { ...photo, added_by: user.id, added_at: now });
  return presentPhoto(photo);
}

export async function sendPhoto(ctx: UserCtx<'storage'>, id: string): Promise<StreamAnswer> {
  const photo = await findPhoto(ctx.db, id);
  if (!photo) throw notFound();
  if (photo.added_by !== ctx.user.id) {
    const item = (await findItem(ctx.db, photo.item_id))!;
    await requirePoint(ctx, item.point_id, 'desk', 'id');
  }
  if (!(await ctx.storage.stat(photoPath(photo)))) throw notFound();
  return { headers: pictureHeaders(photo.mime, 'private, max-age=3600'), body: ctx.storage.read(photoPath(photo)) };
}

/** Deletes old photos and photos without a record. Returns the number of deleted photos. */
export const removeOldPhotos = ({ db, storage }: Pick<Portal<'storage'>, 'db' | 'storage'>, loose: Date, old: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const gone = await deletePhotos(trx, loose, old);
    for (const photo of gone) await storage.remove(photoPath(photo));
    return gone.length;
  });
