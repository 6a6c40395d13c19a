/**
 * Pictures uploaded by the administrator. They are validated, sanitized, stored by their digest, and served with a strict content security policy.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { PICTURE_BYTES } from '@fundus/contract/setup/theme';
import { inChild } from '../../child-process/run-in-child.ts';
import type { Ctx, Portal, UserCtx } from '../../http/context.ts';
import { addPicture, deleteUnusedPictures, findPicture, type PictureRow } from './repository.ts';
import type * as reader from './read-picture.ts';
import type { CheckedPicture } from './read-picture.ts';

/** Content security policy for a picture that is opened as a page: no scripts, no requests and no origin. */
const CAGE = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

type StoredFile = { file: string; mime: PictureRow['mime']; bytes: number; width: number; height: number; removed: string[] };

const pathOf = (file: string, mime: string): string => `setup/${file}.${mime === 'image/png' ? 'png' : 'svg'}`;

/** Decodes and reads a base64 picture. Runs outside the transaction that stores it. Throws `too_large` above 1.5 MB, or an error of `readPicture`. */
export async function preparePicture(content: string): Promise<ReadPicture> {
  const given = Buffer.from(content, 'base64');
  if (given.length > PICTURE_BYTES) throw new AppError('too_large', { field: 'content', details: { most: PICTURE_BYTES } });
  return readPicture(given);
}

/** Stores a validated picture. */
export async function storePicture(ctx: UserCtx<'storage'>, picture: ReadPicture): Promise<StoredFile> {
  const file = createHash('sha256').update(picture.data).digest('hex');
  const bytes = picture.data.length;
  await addPicture(ctx.db, {
    file,
    mime: picture.mime,
    bytes,
    width: picture.width,
    height: picture.height,
    added_at: ctx.now,
    added_by: ctx.user.id,
  });
  // Writes the file after its row, because the insert waits for a concurrent removal of the same picture.
  await ctx.storage.write(pathOf(file, picture.mime), Readable.from([picture.data]));
  return { file, mime: picture.mime, bytes, width: picture.width, height: picture.height, removed: picture.removed };
}

export type ReadPicture = Omit<CheckedPicture, 'data'> & { data: Buffer };

const child = inChild<typeof reader>(new URL('./read-picture.ts', import.meta.url), { seconds: 5, megabytes: 1_024 });

/**
 * Returns a sanitized picture. The type is detected from the content. A PNG is re-encoded, which keeps only its pixels. An SVG is sanitized and must
 * be drawable. Throws `unsupported_type` for other files.
 */
export async function readPicture(given: Buffer): Promise<ReadPicture> {
  try {
    const picture = await child.readPicture(given);
    return { ...picture, data: Buffer.from(picture.data) };
  } catch (error) {
    // An error because of a full queue does not mean that the picture is invalid.
    if (error instanceof AppError) throw error;
    throw new AppError('unsupported_type', { field: 'content', details: { reason: (error as Error).message.split('\n')[0] } });
  }
}

/** Removes pictures uploaded before a given time that are unused by any theme, including drafts and archived themes. Returns their number. */
export const removeUnusedPictures = ({ db, storage }: Pick<Portal<'storage'>, 'db' | 'storage'>, before: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const deleted = await deleteUnusedPictures(trx, before);
    for (const { file, mime } of deleted) await storage.remove(pathOf(file, mime));
    return deleted.length;
  });

/** Returns a stored picture as a reply. Throws `not_found`. */
export async function sendPicture(ctx: Pick<Ctx<'storage'>, 'db' | 'storage'>, file: string, keep: string): Promise<StreamAnswer> {
  const row = await findPicture(ctx.db, file);
  const found = row && (await ctx.storage.stat(pathOf(file, row.mime)));
  if (!row || !found) throw notFound('file');
  return { headers: pictureHeaders(row.mime, keep), body: ctx.storage.read(pathOf(file, row.mime)) };
}

export const pictureHeaders = (mime: string, keep: string): Record<string, string> => ({
  'content-type': mime,
  'cache-control': keep,
  'content-security-policy': CAGE,
  'x-content-type-options': 'nosniff',
});

/** Returns the content of a stored picture, or `null` if it does not exist. */
export async function readPictureContent(ctx: Pick<Ctx<'storage'>, 'db' | 'storage'>, file: string): Promise<Buffer | null> {
  const row = await findPicture(ctx.db, file);
  if (!row || !(await ctx.storage.stat(pathOf(file, row.mime)))) return null;
  const parts: Buffer[] = [];
  for await (const part of ctx.storage.read(pathOf(file, row.mime))) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
