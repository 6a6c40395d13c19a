/** Processes untrusted pictures with sharp. Runs in a child process (`pictures` of index.ts). */
import sharp from 'sharp';
import type { Drawn, Size } from './drawn.ts';

// The cache is disabled, because no picture is processed twice.
sharp.cache(false);

/** Re-encodes a PNG, which keeps only its pixels. */
export async function redrawPng(content: Uint8Array, mostPixels: number): Promise<Drawn> {
  const { data, info } = await sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Returns the size of an SVG. Renders it once at a small size and throws if that fails. */
export async function measureSvg(svg: string, mostPixels: number): Promise<Size> {
  const data = Buffer.from(svg);
  const { width, height } = await sharp(data, { limitInputPixels: mostPixels }).metadata();
  if (!width || !height) throw new Error('no size');
  await sharp(data, { limitInputPixels: mostPixels }).resize(64, 64, { fit: 'inside' }).png().toBuffer();
  return { width, height };
}

/** Returns a picture as a PNG that fits into a frame. */
export async function fitPng(content: Uint8Array, frame: Size): Promise<Drawn> {
  const { data, info } = await sharp(content, { density: 300 })
    .resize({ ...frame, fit: 'inside' })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Re-encodes a picture in the same format, upright, at most `widest` pixels wide, and without metadata such as location and camera. */
export async function reencodePicture(content: Uint8Array, mime: string, widest: number | null, mostPixels: number): Promise<Drawn> {
  const picture = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
  if (widest !== null) picture.resize({ width: widest, withoutEnlargement: true });
  if (mime === 'image/png') picture.png({ compressionLevel: 9 });
  else if (mime === 'image/webp') picture.webp({ quality: 85 });
  else picture.jpeg({ quality: 85, mozjpeg: true });
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Returns the display size of a picture. Decodes the whole picture and throws if it is truncated. */
export async function measurePicture(file: string, mostPixels: number): Promise<Size> {
  const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'truncated' });
  const { autoOrient } = await picture.metadata();
  await picture.stats();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** Returns the picture as an upright WebP, cropped to a size. */
export const cutToShape = (source: string | Uint8Array, shape: Size, quality: number, mostPixels: number): Promise<Uint8Array> =>
  sharp(source, { limitInputPixels: mostPixels })
    .autoOrient()
    .resize(shape.width, shape.height, { fit: 'cover', position: 'centre' })
    .webp({ quality })
    .toBuffer();
