/** Inspects uploaded files: a child process reads them, and ffprobe reads films and sound. */
import { AppError } from '@fundus/contract/errors';
import type { FileRole } from '@fundus/contract/files/files';
import { readInChild } from '../../child-process/run-in-child.ts';
import { probe, UnreadableFilm } from '../../film/film.ts';
import { pictures } from '../../pictures/index.ts';
import type * as inspectFile from './inspect-file.ts';
import type { Inspected } from './inspect-file.ts';
import type { Kind } from './sniff.ts';

export type { Inspected };

const LIMITS = { seconds: 5, megabytes: 1_024 };
const inFile = readInChild<typeof inspectFile>(new URL('./inspect-file.ts', import.meta.url), LIMITS, 'file');
const inContent = readInChild<typeof inspectFile>(new URL('./inspect-file.ts', import.meta.url), LIMITS, 'content');

const MOST_PIXELS = 100_000_000;
/** Twice 400×226. */
const POSTER = { width: 800, height: 452 } as const;
/** Bytes at the beginning of a file that determine its kind. */
const HEAD = 64 * 1024;
/** What every current browser plays. */
const PLAYED = new Set(['h264', 'vp8', 'vp9', 'av1', 'theora', 'aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm_s16le', 'pcm_s24le', 'pcm_u8']);

/** Throws `unsupported_type` for a file that does not fit its role, `broken_file` for one that cannot be read, `too_large` above the limits. */
export async function inspect(file: string, role: FileRole): Promise<Inspected> {
  const found = await inFile.inspectFile(file, role);
  if ('timed' in found) return inspectTimed(file, found.timed);
  return { ...found, content: found.content && Buffer.from(found.content) };
}

/** Returns the content type of a document if it is one of `types`; throws `unsupported_type`, `broken_file`, `too_large`. */
export const inspectDocument = (file: string, types: readonly string[]): Promise<string> => inContent.inspectDocument(file, types);

/** Returns the content type of bytes, or null if the portal does not know it. */
export async function detectType(content: Uint8Array): Promise<string | null> {
  const kind = await inContent.detectKind(content.subarray(0, HEAD));
  return kind && kind.mime;
}

/** Returns the picture of a cover, cut to its shape; place and camera are not kept. */
export const findPoster = async (source: string | Buffer): Promise<Buffer> =>
  Buffer.from(await pictures.cutToShape(source, POSTER, 82, MOST_PIXELS));

/** Without ffprobe the file is accepted unread. */
async function inspectTimed(file: string, kind: Kind): Promise<Inspected> {
  const none = { width: null, height: null, duration: null, start: null, content: null, notice: null };
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

const brokenFile = (kind: Kind, reason: string): AppError =>
  new AppError('broken_file', { field: 'file', message: reason, details: { found: kind.ext } });

const soundOnly = ({ mime, ext }: Kind): Kind => ({ mime: mime.replace('video/', 'audio/'), ext: mime === 'video/mp4' ? 'm4a' : ext });
