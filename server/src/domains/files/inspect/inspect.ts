/** Inspects uploaded files. A child process parses them, and ffprobe reads films and audio files. */
import { AppError } from '@fundus/contract/errors';
import type { FileRole } from '@fundus/contract/files/files';
import { isConvertible } from '@fundus/contract/files/formats';
import type { ConvertQuestion, UploadProblem } from '@fundus/contract/files/uploads';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { hasFfmpeg } from '../../../film/convert.ts';
import { probe, UnreadableFilm, type Probe } from '../../../film/film.ts';
import { documents, pictures } from '../../../pictures/index.ts';
import type * as inspectFile from './inspect-file.ts';
import type { Inspected, EditorAnswers } from './inspect-file.ts';
import type { Mp4 } from './mp4-tracks.ts';
import type { Kind } from './kind.ts';

export type { Inspected };

const LIMITS = { seconds: 5, megabytes: 1_024 };
const inFile = readInChild<typeof inspectFile>(new URL('./inspect-file.ts', import.meta.url), LIMITS, 'file');
const inContent = readInChild<typeof inspectFile>(new URL('./inspect-file.ts', import.meta.url), LIMITS, 'content');

const MAX_PIXELS = 100_000_000;
/** Size of a poster in pixels, which is twice the size of a cover. */
const POSTER = { width: 800, height: 452 } as const;
/** Number of bytes at the start of a file that determine its type. */
const HEAD = 64 * 1024;
/** Codecs that all current browsers can play. */
const PLAYED = new Set([
  'h264',
  'vp8',
  'vp9',
  'av1',
  'theora',
  'aac',
  'mp3',
  'opus',
  'vorbis',
  'flac',
  'pcm_s16le',
  'pcm_s24le',
  'pcm_u8',
  'pcm',
]);

/** A question that the editor must answer before the upload continues. */
export type Question = { question: UploadProblem };

/**
 * Returns the type of a file, or a question for the editor. Throws `unsupported_type` if the file does not fit its role, `broken_file` if it cannot
 * be read, and `too_large` above the limits.
 */
export async function inspect(
  file: string,
  role: FileRole,
  stated: EditorAnswers & { convert?: boolean | null } = {},
): Promise<Inspected | Question> {
  const { convert = null, ...text } = stated;
  const found = await inFile.inspectFile(file, role, text).catch((error: unknown) => offerConversion(file, role, error));
  if ('question' in found) return found;
  if ('choices' in found) return { question: { code: 'encoding', details: { choices: found.choices } } };
  if (!('timed' in found)) return { ...found, content: found.content && Buffer.from(found.content) };
  const inspected = await inspectTimed(file, found.timed, found.mp4);
  const { notice } = inspected;
  if (notice?.code !== 'codec' || convert !== null) return inspected;
  const { codecs } = notice.details as { codecs: string };
  if (await hasFfmpeg())
    return { question: { code: 'convert', details: { found: found.timed.ext, codecs, keep: true } satisfies ConvertQuestion } };
  return { ...inspected, notice: { code: 'codec', details: { codecs, ffmpeg: false } } };
}

const CONVERTED_ROLES: readonly FileRole[] = ['main', 'material', 'audio_description'];

/** Offers to convert a film or audio file that browsers cannot play, if ffmpeg can read it. If ffmpeg is not installed, the error says so. */
async function offerConversion(file: string, role: FileRole, error: unknown): Promise<Question> {
  const { found } = (error instanceof AppError && error.code === 'unsupported_type' ? (error.details ?? {}) : {}) as { found?: string };
  if (!(error instanceof AppError) || found === undefined || !isConvertible(found) || !CONVERTED_ROLES.includes(role)) throw error;
  if (!(await hasFfmpeg())) throw new AppError(error.code, { ...error, details: { ...error.details, ffmpeg: false } });
  const probed = await probe(file).catch(() => null);
  const codecs = [probed?.video, probed?.audio].filter((codec) => typeof codec === 'string');
  if (codecs.length === 0) throw new AppError('broken_file', { field: 'file', details: { found } });
  return { question: { code: 'convert', details: { found, codecs: codecs.join(', '), keep: false } satisfies ConvertQuestion } };
}

/** Returns the content type of a document if it is one of `types`. Throws `unsupported_type`, `broken_file` or `too_large`. */
export const inspectDocument = (file: string, types: readonly string[]): Promise<string> => inContent.inspectDocument(file, types);

/** Returns the content type of bytes, or `null` if it is unknown. */
export async function detectType(content: Uint8Array): Promise<string | null> {
  const kind = await inContent.detectKind(content.subarray(0, HEAD));
  return kind && kind.mime;
}

/** Returns a picture as a poster. It is cropped to the shape of a cover and contains no location and camera metadata. */
export const findPoster = async (source: string | Buffer): Promise<Buffer> =>
  Buffer.from(await pictures.cutToShape(source, POSTER, 82, MAX_PIXELS));

/** Returns the upper part of the first page of a PDF as a poster, or `null` if the page cannot be rendered. */
export async function findPageOfDocument(source: string): Promise<Buffer | null> {
  const page = await documents.drawFirstPage(source, POSTER, 82);
  return page && Buffer.from(page);
}

/**
 * Reads a film or audio file with ffprobe. Without ffprobe, the index of an MP4 file is read, and other formats are accepted without reading them.
 */
async function inspectTimed(file: string, kind: Kind, mp4: Mp4 | null): Promise<Inspected> {
  const none = { width: null, height: null, duration: null, start: null, sound: null, content: null, notice: null };
  const found =
    (await probe(file).catch((error: unknown) => {
      throw error instanceof UnreadableFilm ? brokenFile(kind, error.message) : error;
    })) ?? probeOf(mp4);
  if (!found) return { ...none, ...kind };
  if (!found.video && !found.audio) throw brokenFile(kind, 'neither picture nor sound');
  const real = !found.video && kind.mime.startsWith('video/') ? soundOnly(kind) : kind;
  const unplayed = [found.video, found.audio].filter((codec): codec is string => codec !== null && !PLAYED.has(codec));
  const { width, height, duration, sounds } = found;
  return {
    ...none,
    ...real,
    width,
    height,
    duration,
    sound: found.audio !== null,
    notice:
      unplayed.length > 0
        ? { code: 'codec', details: { codecs: unplayed.join(', ') } }
        : sounds.length > 1
          ? { code: 'sounds', details: { count: sounds.length, languages: sounds.filter((language) => language !== null) } }
          : null,
  };
}

function probeOf(mp4: Mp4 | null): Probe | null {
  if (!mp4 || mp4.tracks.length === 0) return null;
  const video = mp4.tracks.find(({ kind }) => kind === 'video');
  const sounds = mp4.tracks.filter(({ kind }) => kind === 'audio');
  return {
    duration: mp4.duration,
    width: video?.width ?? null,
    height: video?.height ?? null,
    video: video?.codec ?? null,
    audio: sounds[0]?.codec ?? null,
    sounds: sounds.map(({ language }) => language),
  };
}

const brokenFile = (kind: Kind, reason: string): AppError =>
  new AppError('broken_file', { field: 'file', message: reason, details: { found: kind.ext } });

const soundOnly = ({ mime, ext }: Kind): Kind => ({ mime: mime.replace('video/', 'audio/'), ext: mime === 'video/mp4' ? 'm4a' : ext });
