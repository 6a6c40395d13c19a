/** Re-encodes photos and pictures of devices before they are stored (docs/behaviour/lending.md#condition-and-damage). */
import { AppError, invalid } from '@fundus/contract/errors';
import { isTooLargePicture, pictures } from '../../../pictures/index.ts';
import { detectType } from '../../files/index.ts';
import { PHOTO_BYTES } from '@fundus/contract/lending/models/upload';
import type { Drawn } from '../../../pictures/drawn.ts';

const MAX_PIXELS = 60_000_000;

/** File extensions by media type. */
export const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Re-encodes an uploaded picture. Rotates it upright, limits its width and height to `widest` pixels, and converts it if `as` is given. Throws
 * `too_large`, `unsupported_type` or `broken_file`.
 */
export async function drawPhoto(given: Buffer, { widest, as }: { widest: number; as?: string }): Promise<Drawn & { mime: string }> {
  if (given.length === 0) throw invalid('content', 'required');
  if (given.length > PHOTO_BYTES) throw new AppError('too_large', { field: 'content', details: { most: PHOTO_BYTES } });
  const found = (await detectType(given)) ?? 'unknown';
  if (!(found in ENDINGS)) throw new AppError('unsupported_type', { field: 'content', details: { found } });
  const mime = as ?? found;
  const drawn = await pictures.reencodePicture(given, mime, widest, MAX_PIXELS).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    const large = isTooLargePicture(error);
    throw new AppError(large ? 'too_large' : 'broken_file', { field: 'content', ...(large && { details: { pixels: MAX_PIXELS } }) });
  });
  return { ...drawn, mime };
}
