/** Inspects an uploaded file. Determines its type, whether it fits its role and whether it is readable. Runs in a child process (`inspect.ts`). */
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '@fundus/contract/errors';
import type { TextEncoding } from '@fundus/contract/files/encodings';
import type { FileRole } from '@fundus/contract/files/files';
import { PACKAGE_REFUSALS } from '@fundus/contract/files/package-refusals';
import type { PackageInfo } from '@fundus/contract/files/packages';
import type { UploadProblem } from '@fundus/contract/files/uploads';
import { stripTags } from '@fundus/contract/markup';
import { cutToShape, measurePicture, measureSvg } from '../../../pictures/draw.ts';
import { isPixelLimit } from '../../../pictures/pixel-limit.ts';
import { readSvgSource } from '../../../pictures/svg-source.ts';
import { toWebVtt } from '../captions/captions.ts';
import { decodeBytes } from '@fundus/importer/text-encoding/decode';
import { detectEncoding, type DetectedEncoding } from '@fundus/importer/text-encoding/detect-encoding';
import { readMp4, type Mp4 } from './mp4-tracks.ts';
import { detectPackageKind } from './package-kind.ts';
import { sniff } from './sniff.ts';
import { viewerOf } from '../viewer.ts';
import type { Kind } from './kind.ts';

export type Inspected = Kind & {
  width: number | null;
  height: number | null;
  /** Duration in seconds, or `null` if it is unknown. */
  duration: number | null;
  /** Start page of a package, or `null`. */
  start: string | null;
  /** True if a film has an audio track, or `null` if this is unknown. */
  sound: boolean | null;
  /** Data of a package or an exercise. */
  info?: PackageInfo;
  /** Content to store instead of the uploaded bytes, or `null`. */
  content: Buffer | null;
  /** Notice that the editor sees, or `null`. */
  notice: UploadProblem | null;
};

const unzip = promisify(gunzip);
const HEAD = 64 * 1024;
const MAX_TEXT = 5 * 1024 * 1024;
const MAX_PIXELS = 100_000_000;
/** Size of a poster in pixels, which is twice the size of a cover. */
const POSTER = { width: 800, height: 452 } as const;
const TIMED = new Set([
  ...['video/mp4', 'video/webm', 'video/ogg'],
  ...['audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/flac', 'audio/aac', 'audio/webm'],
]);
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml']);
const CAPTIONS = new Set(['text/vtt', 'application/x-subrip', 'application/ttml+xml', 'text/x-ssa']);
/** Returns whether a type is a text that browsers do not open as a page. */
const isText = ({ mime }: Kind): boolean => mime === 'text/plain' || CAPTIONS.has(mime);

const none = { width: null, height: null, duration: null, start: null, sound: null, content: null, notice: null };

/** Answers of the editor to questions about a file. */
export type EditorAnswers = { encoding?: TextEncoding | null; language?: string | null };
/** An encoding that the editor can choose, with a preview of the text. */
export type EncodingChoice = { encoding: TextEncoding; preview: string[] };

/**
 * Returns what the content of a file is. Throws `unsupported_type` if it does not fit the role, and `broken_file` if it cannot be read. If the result
 * has `timed`, ffprobe must read the file; `choices` are the likely encodings of a text.
 */
export async function inspectFile(
  file: string,
  role: FileRole,
  stated: EditorAnswers = {},
): Promise<Inspected | { timed: Kind; mp4: Mp4 | null } | { choices: EncodingChoice[] }> {
  const kind = await detectKindOf(file);
  if (!kind) throw wrongType(role, kind);
  if (role === 'caption' || role === 'chapters') return inspectTimedText(file, role, kind, stated);
  if (role === 'transcript')
    return kind.mime === 'text/plain' ? inspectPlainText(file, kind, stated) : inspectTimedText(file, role, kind, stated);
  if (role === 'poster') return PICTURES.has(kind.mime) ? makePosterPicture(file) : fail(role, kind);
  if (TIMED.has(kind.mime)) return { timed: kind, mp4: kind.mime.endsWith('/mp4') ? await readMp4(file) : null };
  if (role === 'audio_description') return fail(role, kind);
  if (PICTURES.has(kind.mime)) return inspectPicture(file, kind);
  if (kind.mime === 'application/pdf') return inspectPdf(file, kind);
  if (kind.ext === 'gz') return inspectCompressedDrawing(file, role, kind);
  if (kind.mime === 'application/zip') return inspectArchive(file, role);
  if (role === 'material' && isText(kind)) return inspectPlainText(file, { ...kind, mime: 'text/plain' }, stated);
  return fail(role, kind);
}

/** Returns the content type of a document if it is one of `types`. */
export async function inspectDocument(file: string, types: readonly string[]): Promise<string> {
  const first = (await detectKindOf(file))?.mime ?? 'unknown';
  if (first !== 'application/zip' && !types.includes(first)) throw unsupported(first);
  const found = await inspectFile(file, 'material');
  if ('choices' in found) return 'text/plain';
  const { mime } = 'timed' in found ? found.timed : found;
  if (!types.includes(mime)) throw unsupported(mime);
  return mime;
}

/** Returns the type of a file, based on its first 64 KiB. */
export const detectKind = async (head: Uint8Array): Promise<Kind | null> => sniff(Buffer.from(head));

const unsupported = (found: string): AppError => new AppError('unsupported_type', { field: 'content', details: { found } });
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

async function readText(file: string, kind: Kind, { encoding, language }: EditorAnswers): Promise<DetectedEncoding & { bytes: Buffer }> {
  if ((await stat(file)).size > MAX_TEXT) throw new AppError('too_large', { field: 'file', details: { found: kind.ext } });
  const bytes = await readFile(file);
  const found = encoding ? { encoding, text: decodeBytes(bytes, encoding), doubtful: [] } : detectEncoding(bytes, language);
  return { ...found, bytes };
}

async function inspectTimedText(
  file: string,
  role: FileRole,
  kind: Kind,
  stated: EditorAnswers,
): Promise<Inspected | { choices: EncodingChoice[] }> {
  if (!isText(kind)) throw wrongType(role, kind);
  const found = await readText(file, kind, stated);
  const vtt = toWebVtt(found.text);
  if (!vtt) throw kind.mime === 'text/plain' ? wrongType(role, kind) : brokenFile(kind, 'no cue');
  return choicesOf(found) ?? { ...none, mime: 'text/vtt', ext: 'vtt', content: Buffer.from(vtt) };
}

async function inspectPlainText(file: string, kind: Kind, stated: EditorAnswers): Promise<Inspected | { choices: EncodingChoice[] }> {
  const found = await readText(file, kind, stated);
  return choicesOf(found) ?? { ...none, ...kind, content: Buffer.from(found.text.replace(/^\uFEFF/, '')) };
}

function choicesOf({ doubtful, bytes }: DetectedEncoding & { bytes: Buffer }): { choices: EncodingChoice[] } | null {
  if (doubtful.length === 0) return null;
  return { choices: doubtful.map((encoding) => ({ encoding, preview: previewOf(decodeBytes(bytes, encoding)) })) };
}

const PREVIEW = { lines: 4, characters: 120 };

/** Returns the first lines that differ between encodings. */
const previewOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .filter((line) => /[\u0080-\u{10ffff}]/u.test(line))
    .slice(0, PREVIEW.lines)
    .map((line) => stripTags(line).trim().slice(0, PREVIEW.characters));

async function inspectPicture(file: string, kind: Kind): Promise<Inspected> {
  if (kind.ext === 'svg') return inspectDrawing(file, kind);
  const { width, height } = await measured(file, kind);
  return { ...none, ...kind, width, height };
}

/** Converts an SVG to UTF-8 without a document type, which all browsers and programs display. */
async function inspectDrawing(file: string, kind: Kind): Promise<Inspected> {
  if ((await stat(file)).size > MAX_TEXT) throw new AppError('too_large', { field: 'file', details: { found: kind.ext } });
  return readDrawing(await readFile(file), kind);
}

/** Unpacks an SVGZ file, so that the SVG is stored. Other compressed files are rejected. */
async function inspectCompressedDrawing(file: string, role: FileRole, kind: Kind): Promise<Inspected> {
  if ((await stat(file)).size > MAX_TEXT) throw wrongType(role, kind);
  const bytes = await unzip(await readFile(file), { maxOutputLength: MAX_TEXT }).catch(() => null);
  const content = bytes && sniff(bytes.subarray(0, HEAD));
  if (bytes === null || content?.ext !== 'svg') throw wrongType(role, kind);
  return readDrawing(bytes, content);
}

async function readDrawing(bytes: Buffer, kind: Kind): Promise<Inspected> {
  const source = readSvgSource(bytes);
  if (source === null) throw brokenFile(kind, 'no drawing');
  try {
    return { ...none, ...kind, ...(await measureSvg(source, MAX_PIXELS)), content: Buffer.from(source) };
  } catch (error) {
    if (isPixelLimit(error)) throw new AppError('too_large', { field: 'file', details: { found: kind.ext, pixels: MAX_PIXELS } });
    throw brokenFile(kind, (error as Error).message);
  }
}

/** Returns the size of a picture. The whole picture is decoded, so that truncation is detected. */
async function measured(file: string, kind: Kind): Promise<{ width: number; height: number }> {
  try {
    return await measurePicture(file, MAX_PIXELS);
  } catch (error) {
    if (isPixelLimit(error)) throw new AppError('too_large', { field: 'file', details: { found: kind.ext, pixels: MAX_PIXELS } });
    throw brokenFile(kind, (error as Error).message);
  }
}

async function makePosterPicture(file: string): Promise<Inspected> {
  await measured(file, { mime: 'image/webp', ext: 'webp' });
  const content = Buffer.from(await cutToShape(file, POSTER, 82, MAX_PIXELS));
  return { ...none, mime: 'image/webp', ext: 'webp', ...POSTER, content };
}

/**
 * Accepts a PDF with a damaged cross-reference table or with data after its end, which viewers repair. Rejects a PDF without an end, or without a
 * trailer that names its catalogue (ISO 32000-2, 7.5.5).
 */
async function inspectPdf(file: string, kind: Kind): Promise<Inspected> {
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    const tail = Buffer.alloc(Math.min(size, 2_048));
    await handle.read(tail, 0, tail.length, size - tail.length);
    if (!tail.includes('%%EOF') && !(await includesAny(handle, size, PDF_ENDS))) throw brokenFile(kind, 'no end');
    if (!(await includesAny(handle, size, [PDF_ROOT]))) throw brokenFile(kind, 'no trailer');
    return { ...none, ...kind, notice: (await isXfaForm(handle, size)) ? { code: 'xfa_form', details: {} } : null };
  } finally {
    await handle.close();
  }
}
/** Matches the catalogue entry of a trailer or of a cross-reference stream, whose dictionaries are never compressed. */
const PDF_ROOT = /\/Root\s{0,9}\d/;
const PDF_ENDS = [/%%EOF/, /\/Type\s{0,3}\/Catalog/, /\/Type\s{0,3}\/XRef/];

/** Number of bytes at each end of a PDF in which its catalogue is searched. */
const CATALOGUE_BYTES = 1024 * 1024;

/** Returns whether a PDF is a dynamic XFA form, whose catalogue sets `NeedsRendering`. Browsers show only a placeholder page for such a form. */
async function isXfaForm(handle: FileHandle, size: number): Promise<boolean> {
  const piece = Buffer.alloc(Math.min(size, CATALOGUE_BYTES));
  for (const from of new Set([0, size - piece.length])) {
    await handle.read(piece, 0, piece.length, from);
    if (/\/NeedsRendering\s{1,9}true/.test(piece.toString('latin1'))) return true;
  }
  return false;
}

/** Returns whether a file contains one of the patterns. Searches from the end, where the patterns usually are. */
async function includesAny(handle: FileHandle, size: number, patterns: readonly RegExp[]): Promise<boolean> {
  const overlap = 64;
  const piece = Buffer.alloc(HEAD + overlap);
  for (let from = size - HEAD; from > -HEAD; from -= HEAD) {
    const start = Math.max(0, from);
    const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, size - start), start);
    const text = piece.toString('latin1', 0, bytesRead);
    if (patterns.some((pattern) => pattern.test(text))) return true;
  }
  return false;
}

async function inspectArchive(file: string, role: FileRole): Promise<Inspected> {
  try {
    const kind = await detectPackageKind(file);
    if (kind) {
      if (role === 'main' && viewerOf(kind.mime) === 'none') throw wrongType(role, kind);
      return { ...none, ...kind, notice: noticeOf(kind.info) };
    }
    if (role === 'main') throw new AppError('unsupported_type', { field: 'file', details: { role, found: 'zip', archive: 'start' } });
  } catch (error) {
    // Material may be any archive, because an archive that does not run can be downloaded.
    const problem = role === 'material' ? packageProblem(error) : null;
    if (!problem) throw error;
    return { ...none, mime: 'application/x-zip-compressed', ext: 'zip', notice: problem };
  }
  return { ...none, mime: 'application/x-zip-compressed', ext: 'zip' };
}

const noticeOf = (info: PackageInfo | undefined): UploadProblem | null => {
  const [first] = info?.notices ?? [];
  if (first) return { code: first.code, details: { names: first.names, count: first.count } };
  return info && info.hosts.length > 0 ? { code: 'other_hosts', details: { names: info.hosts.slice(0, 5).join(', ') } } : null;
};

/** Returns the notice for an archive that the portal cannot open, or `null` if the error has another cause. */
function packageProblem(error: unknown): UploadProblem | null {
  if (!(error instanceof AppError) || error.code !== 'unsupported_type') return null;
  const reason = (PACKAGE_REFUSALS as readonly unknown[]).includes(error.details?.archive);
  return reason ? { code: 'only_saved', details: error.details! } : null;
}
