/** Reads pictures uploaded by the administrator. `pictures.ts` runs this module in a child process. */
import { redrawPng, measureSvg } from '../../pictures/draw.ts';
import type { PictureRow } from './repository.ts';
import { cleanSvg } from './svg.ts';
import { readSvgSource } from '../../pictures/svg-source.ts';

export type CheckedPicture = { data: Uint8Array; mime: PictureRow['mime']; width: number; height: number; removed: string[] };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_PIXELS = 16_000_000;

/** Returns the sanitized picture. Throws if the file is neither PNG nor SVG, or cannot be drawn. */
export async function readPicture(content: Uint8Array): Promise<CheckedPicture> {
  const given = Buffer.from(content);
  return given.subarray(0, 8).equals(PNG) ? readPng(given) : readSvg(given);
}

async function readPng(given: Buffer): Promise<CheckedPicture> {
  const { content, width, height } = await redrawPng(given, MAX_PIXELS);
  return { data: content, mime: 'image/png', width, height, removed: [] };
}

async function readSvg(given: Buffer): Promise<CheckedPicture> {
  const cleaned = cleanSvg(readSvgSource(given) ?? '');
  if (!cleaned) throw new Error('neither SVG nor PNG');
  const size = await measureSvg(cleaned.svg, MAX_PIXELS);
  return { data: Buffer.from(cleaned.svg), mime: 'image/svg+xml', ...size, removed: cleaned.removed };
}
