/** What is done with pictures of strangers, in a child process: `pictures` of index.ts. */
import sharp from 'sharp';
import type { Drawn, Size } from './drawn.ts';

// Nothing is asked twice, and there is one task at a time.
sharp.cache(false);

/** PNG drawn anew: only its pixels stay. */
export async function redrawPng(content: Uint8Array, mostPixels: number): Promise<Drawn> {
  const { data, info } = await sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Size of a drawing, drawn once, small: what cannot be drawn here cannot be drawn on a page. */
export async function tryDrawing(svg: string, mostPixels: number): Promise<Size> {
  const data = Buffer.from(svg);
  const { width, height } = await sharp(data, { limitInputPixels: mostPixels }).metadata();
  if (!width || !height) throw new Error('no size');
  await sharp(data, { limitInputPixels: mostPixels }).resize(64, 64, { fit: 'inside' }).png().toBuffer();
  return { width, height };
}

/** As PNG that fits into a frame. */
export async function fitPng(content: Uint8Array, frame: Size): Promise<Drawn> {
  const { data, info } = await sharp(content, { density: 300 })
    .resize({ ...frame, fit: 'inside' })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Upright, at most so wide, in its own kind; neither place nor camera stays. */
export async function redraw(content: Uint8Array, mime: string, widest: number | null, mostPixels: number): Promise<Drawn> {
  const picture = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
  if (widest !== null) picture.resize({ width: widest, withoutEnlargement: true });
  if (mime === 'image/png') picture.png({ compressionLevel: 9 });
  else if (mime === 'image/webp') picture.webp({ quality: 85 });
  else picture.jpeg({ quality: 85, mozjpeg: true });
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Size of a picture as it is looked at, decoded to its last line: one cut short throws. */
export async function measure(file: string, mostPixels: number): Promise<Size> {
  const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'truncated' });
  const { autoOrient } = await picture.metadata();
  await picture.stats();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** Upright, cut to a shape, as WebP. */
export const cutToShape = (source: string | Uint8Array, shape: Size, quality: number, mostPixels: number): Promise<Uint8Array> =>
  sharp(source, { limitInputPixels: mostPixels })
    .autoOrient()
    .resize(shape.width, shape.height, { fit: 'cover', position: 'centre' })
    .webp({ quality })
    .toBuffer();
