/** Inspects a file before it becomes one of a medium or a document: its kind, whether it fits, whether it can be read. Runs in a child process: `inspect.ts`. */
import { open, readFile, stat } from 'node:fs/promises';
import { AppError } from '@fundus/contract/errors';
import type { FileRole } from '@fundus/contract/files/files';
import type { UploadProblem } from '@fundus/contract/files/uploads';
import { cutToShape, measure, tryDrawing } from '../../pictures/draw.ts';
import { isPixelLimit } from '../../pictures/pixel-limit.ts';
import { readSvgSource } from '../../pictures/svg-source.ts';
import { toWebVtt } from './captions.ts';
import { detectPackageKind } from './package-kind.ts';
import { decodeText, sniff, type Kind } from './sniff.ts';
import { viewerOf } from './viewer.ts';

export type Inspected = Kind & {
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
  /** The first page of a package. */
  start: string | null;
  /** The content to store instead of the uploaded bytes. */
  content: Buffer | null;
  /** Shown to the editor. */
  notice: UploadProblem | null;
};

const HEAD = 64 * 1024;
const MOST_TEXT = 5 * 1024 * 1024;
const MOST_PIXELS = 100_000_000;
/** Twice 400×226. */
const POSTER = { width: 800, height: 452 } as const;
const NEVER = new Set(['text/html', 'video/x-msvideo', 'video/x-matroska', 'video/quicktime']);

const none = { width: null, height: null, duration: null, start: null, content: null, notice: null };

/** Throws `unsupported_type` for a file that does not fit the role, `broken_file` for one that cannot be read. `timed` is left to ffprobe. */
export async function inspectFile(file: string, role: FileRole): Promise<Inspected | { timed: Kind }> {
  const kind = await detectKindOf(file);
  if (!kind || NEVER.has(kind.mime)) throw wrongType(role, kind);
  if (role === 'caption' || role === 'chapters') return inspectTimedText(file, role, kind);
  if (role === 'transcript') return kind.mime === 'text/plain' ? inspectPlainText(file, kind) : inspectTimedText(file, role, kind);
  if (role === 'poster') return kind.mime.startsWith('image/') ? makePosterPicture(file) : fail(role, kind);
  if (role === 'audio_description') return isTimed(kind) ? { timed: kind } : fail(role, kind);
  if (isTimed(kind)) return { timed: kind };
  if (kind.mime.startsWith('image/')) return inspectPicture(file, kind);
  if (kind.mime === 'application/pdf') return inspectPdf(file, kind);
  if (kind.mime === 'application/zip') return inspectArchive(file, role);
  if (role === 'material' && kind.mime === 'text/plain') return inspectPlainText(file, kind);
  return fail(role, kind);
}

/** Returns the content type of a document if it is one of `types`. */
export async function inspectDocument(file: string, types: readonly string[]): Promise<string> {
  const first = (await detectKindOf(file))?.mime ?? 'unknown';
  if (first !== 'application/zip' && !types.includes(first)) throw unsupported(first);
  const found = await inspectFile(file, 'material');
  const { mime } = 'timed' in found ? found.timed : found;
  if (!types.includes(mime)) throw unsupported(mime);
  return mime;
}

/** Returns the kind of a file by its first 64 KiB. */
export const detectKind = async (head: Uint8Array): Promise<Kind | null> => sniff(Buffer.from(head));

const unsupported = (found: string): AppError => new AppError('unsupported_type', { field: 'content', details: { found } });
const isTimed = ({ mime }: Kind): boolean => /^(video|audio)\//.test(mime);
const fail = (role: FileRole, kind: Kind): never => {
  throw wrongType(role, kind);
};
const wrongType = (role: FileRole, kind: Kind | null): AppError =>
  new AppError('unsupported_type', { field: 'file', details: { role, found: kind?.ext ?? 'unknown' } });
const brokenFile = (kind: Kind, reason: string): AppError =>
  new AppError('broken_file', { field: 'file', message: reason, details: { found: kind.ext } });

async function detectKindOf(path: string): Promise<Kind | null> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD);
    const { bytesRead } = await file.read(head, 0, HEAD, 0);
    return sniff(head.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function readText(file: string, kind: Kind): Promise<string> {
  if ((await stat(file)).size > MOST_TEXT) throw new AppError('too_large', { field: 'file', details: { found: kind.ext } });
  return decodeText(await readFile(file));
}

async function inspectTimedText(file: string, role: FileRole, kind: Kind): Promise<Inspected> {
  if (!['text/vtt', 'application/x-subrip', 'text/plain'].includes(kind.mime)) throw wrongType(role, kind);
  const vtt = toWebVtt(await readText(file, kind));
  if (!vtt) throw kind.mime === 'text/plain' ? wrongType(role, kind) : brokenFile(kind, 'no cue');
  return { ...none, mime: 'text/vtt', ext: 'vtt', content: Buffer.from(vtt) };
}

const inspectPlainText = async (file: string, kind: Kind): Promise<Inspected> => ({
  ...none,
  ...kind,
  content: Buffer.from((await readText(file, kind)).replace(/^\uFEFF/, '')),
});

async function inspectPicture(file: string, kind: Kind): Promise<Inspected> {
  if (kind.ext === 'svg') return inspectDrawing(file, kind);
  const { width, height } = await measured(file, kind);
  return { ...none, ...kind, width, height };
}

/** A drawing is stored in UTF-8 and without a document type, as every browser and every program shows it. */
async function inspectDrawing(file: string, kind: Kind): Promise<Inspected> {
  if ((await stat(file)).size > MOST_TEXT) throw new AppError('too_large', { field: 'file', details: { found: kind.ext } });
  const source = readSvgSource(await readFile(file));
  if (source === null) throw brokenFile(kind, 'no drawing');
  try {
    return { ...none, ...kind, ...(await tryDrawing(source, MOST_PIXELS)), content: Buffer.from(source) };
  } catch (error) {
    if (isPixelLimit(error)) throw new AppError('too_large', { field: 'file', details: { found: kind.ext, pixels: MOST_PIXELS } });
    throw brokenFile(kind, (error as Error).message);
  }
}

/** Decoded to the last line: a truncated picture is broken. */
async function measured(file: string, kind: Kind): Promise<{ width: number; height: number }> {
  try {
    return await measure(file, MOST_PIXELS);
  } catch (error) {
    if (isPixelLimit(error)) throw new AppError('too_large', { field: 'file', details: { found: kind.ext, pixels: MOST_PIXELS } });
    throw brokenFile(kind, (error as Error).message);
  }
}

async function makePosterPicture(file: string): Promise<Inspected> {
  await measured(file, { mime: 'image/webp', ext: 'webp' });
  const content = Buffer.from(await cutToShape(file, POSTER, 82, MOST_PIXELS));
  return { ...none, mime: 'image/webp', ext: 'webp', ...POSTER, content };
}

async function inspectPdf(file: string, kind: Kind): Promise<Inspected> {
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    const tail = Buffer.alloc(Math.min(size, 2_048));
    await handle.read(tail, 0, tail.length, size - tail.length);
    if (!tail.includes('%%EOF')) throw brokenFile(kind, 'no end');
  } finally {
    await handle.close();
  }
  return { ...none, ...kind };
}

async function inspectArchive(file: string, role: FileRole): Promise<Inspected> {
  const kind = await detectPackageKind(file);
  if (!kind) {
    if (role === 'material') return { ...none, mime: 'application/x-zip-compressed', ext: 'zip' };
    throw new AppError('unsupported_type', { field: 'file', details: { role, found: 'zip', archive: 'start' } });
  }
  if (role === 'main' && viewerOf(kind.mime) === 'none') throw wrongType(role, kind);
  return { ...none, ...kind };
}
