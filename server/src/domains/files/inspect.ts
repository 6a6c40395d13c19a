/** Looks into a file before it becomes one of a medium: is it what its role needs, and can it be read? */
import { open, readFile, stat } from 'node:fs/promises';
import { AppError } from '@fundus/contract/errors';
import type { FileRole } from '@fundus/contract/files/files';
import type { UploadProblem } from '@fundus/contract/files/uploads';
import { probe, UnreadableFilm } from '../../film/film.ts';
import { isTooMuch, pictures } from '../../pictures/index.ts';
import { detectArchiveKind } from './archives.ts';
import { toWebVtt } from './captions.ts';
import { decodeText, sniff, type Kind } from './sniff.ts';
import { viewerOf } from './viewer.ts';

export type Inspected = Kind & {
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
  /** Where a package begins. */
  start: string | null;
  /** What is stored instead of the file as it came. */
  content: Buffer | null;
  /** What its editor should know. */
  notice: UploadProblem | null;
};

const HEAD = 64 * 1024;
const MOST_TEXT = 5 * 1024 * 1024;
const MOST_PIXELS = 100_000_000;
/** Twice 400×226. */
const POSTER = { width: 800, height: 452 } as const;
/** What every current browser plays. */
const PLAYED = new Set(['h264', 'vp8', 'vp9', 'av1', 'theora', 'aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm_s16le', 'pcm_s24le', 'pcm_u8']);
const NEVER = new Set(['text/html', 'video/x-msvideo', 'video/x-matroska', 'video/quicktime']);

const none = { width: null, height: null, duration: null, start: null, content: null, notice: null };

/** Throws `unsupported_type` for what does not fit the role, `broken_file` for what cannot be read. */
export async function inspect(file: string, role: FileRole): Promise<Inspected> {
  const kind = await detectKind(file);
  if (!kind || NEVER.has(kind.mime)) throw wrongType(role, kind);
  if (role === 'caption' || role === 'chapters') return inspectTimedText(file, role, kind);
  if (role === 'transcript') return kind.mime === 'text/plain' ? inspectPlainText(file, kind) : inspectTimedText(file, role, kind);
  if (role === 'poster') return kind.mime.startsWith('image/') ? makePosterPicture(file) : fail(role, kind);
  if (role === 'audio_description') return isTimed(kind) ? inspectTimed(file, kind) : fail(role, kind);
  if (isTimed(kind)) return inspectTimed(file, kind);
  if (kind.mime.startsWith('image/')) return inspectPicture(file, kind);
  if (kind.mime === 'application/pdf') return inspectPdf(file, kind);
  if (kind.mime === 'application/zip') return inspectArchive(file, role);
  if (role === 'material' && kind.mime === 'text/plain') return inspectPlainText(file, kind);
  return fail(role, kind);
}

const isTimed = ({ mime }: Kind): boolean => /^(video|audio)\//.test(mime);
const fail = (role: FileRole, kind: Kind): never => {
  throw wrongType(role, kind);
};
const wrongType = (role: FileRole, kind: Kind | null): AppError =>
  new AppError('unsupported_type', { field: 'file', details: { role, found: kind?.ext ?? 'unknown' } });
const brokenFile = (kind: Kind, reason: string): AppError =>
  new AppError('broken_file', { field: 'file', message: reason, details: { found: kind.ext } });

async function detectKind(path: string): Promise<Kind | null> {
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

/** Without ffprobe it is taken as it is. */
async function inspectTimed(file: string, kind: Kind): Promise<Inspected> {
  const found = await probe(file).catch((error: unknown) => {
    throw error instanceof UnreadableFilm ? brokenFile(kind, error.message) : error;
  });
  if (!found) return { ...none, ...kind };
  if (!found.video && !found.audio) throw brokenFile(kind, 'neither picture nor sound');
  const real = !found.video && kind.mime.startsWith('video/') ? soundOnly(kind) : kind;
  const unplayed = [found.video, found.audio].filter((codec): codec is string => codec !== null && !PLAYED.has(codec));
  const { width, height, duration } = found;
  return {
    ...none,
    ...real,
    width,
    height,
    duration,
    notice: unplayed.length ? { code: 'codec', details: { codecs: unplayed.join(', ') } } : null,
  };
}

const soundOnly = ({ mime, ext }: Kind): Kind => ({ mime: mime.replace('video/', 'audio/'), ext: mime === 'video/mp4' ? 'm4a' : ext });

async function inspectPicture(file: string, kind: Kind): Promise<Inspected> {
  const { width, height } = await measured(file, kind);
  return { ...none, ...kind, width, height };
}

/** Decoded to the last line: a picture cut short is broken. */
async function measured(file: string, kind: Kind): Promise<{ width: number; height: number }> {
  try {
    return await pictures.measure(file, MOST_PIXELS);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isTooMuch(error)) throw new AppError('too_large', { field: 'file', details: { found: kind.ext, pixels: MOST_PIXELS } });
    throw brokenFile(kind, (error as Error).message);
  }
}

/** The picture of a cover, cut to its shape; place and camera are not kept. */
export const findPoster = async (source: string | Buffer): Promise<Buffer> =>
  Buffer.from(await pictures.cutToShape(source, POSTER, 82, MOST_PIXELS));

async function makePosterPicture(file: string): Promise<Inspected> {
  await measured(file, { mime: 'image/webp', ext: 'webp' });
  return { ...none, mime: 'image/webp', ext: 'webp', ...POSTER, content: await findPoster(file) };
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
  const kind = await detectArchiveKind(file);
  if (!kind) {
    if (role === 'material') return { ...none, mime: 'application/x-zip-compressed', ext: 'zip' };
    throw new AppError('unsupported_type', { field: 'file', details: { role, found: 'zip', archive: 'start' } });
  }
  if (role === 'main' && viewerOf(kind.mime) === 'none') throw wrongType(role, kind);
  return { ...none, ...kind };
}
