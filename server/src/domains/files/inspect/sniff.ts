/** Determines the type of a file from its first bytes, whatever its name. */
import { isCueTime, isWebVtt } from '@fundus/contract/captions/cue-blocks';
import { readSvgSource } from '../../../pictures/svg-source.ts';
import { isAss } from '../captions/ass.ts';
import { isTtml } from '../captions/ttml.ts';
import { decodeUtf8, detectUtf16 } from '@fundus/importer/text-encoding/decode';
import type { Kind } from './kind.ts';
import { HEIC_BRAND, bookFormat, captionFormat, sniffKnown } from './known-formats.ts';

const text = (head: Buffer, from: number, to: number): string => head.toString('latin1', from, to);

/** Returns the type of a file, or `null` if it is unknown. `head` must contain the first 64 KiB or the whole file. */
export function sniff(head: Buffer): Kind | null {
  return binary(head) ?? textual(head);
}

function binary(head: Buffer): Kind | null {
  if (text(head, 4, 8) === 'ftyp') return sniffBoxed(text(head, 8, 12), head);
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) {
    const webm = head.subarray(0, 4_096).includes('webm');
    return webm ? { mime: 'video/webm', ext: 'webm' } : { mime: 'video/x-matroska', ext: 'mkv' };
  }
  if (text(head, 0, 4) === 'OggS') return ogg(head);
  if (text(head, 0, 4) === 'RIFF') return riff(text(head, 8, 12));
  if (text(head, 0, 3) === 'ID3' || isMp3Frame(head)) return { mime: 'audio/mpeg', ext: 'mp3' };
  if (text(head, 0, 4) === 'fLaC') return { mime: 'audio/flac', ext: 'flac' };
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return { mime: 'image/jpeg', ext: 'jpg' };
  if (text(head, 0, 8) === '\x89PNG\r\n\x1a\n') return { mime: 'image/png', ext: 'png' };
  if (/^GIF8[79]a/.test(text(head, 0, 6))) return { mime: 'image/gif', ext: 'gif' };
  if (beginsPdf(head)) return { mime: 'application/pdf', ext: 'pdf' };
  if (head[0] === 0xff && (head[1]! & 0xf6) === 0xf0 && (head[2]! & 0x3c) < 0x34) return { mime: 'audio/aac', ext: 'aac' };
  if (['PK\x03\x04', 'PK\x05\x06'].includes(text(head, 0, 4))) return { mime: 'application/zip', ext: 'zip' };
  return sniffKnown(head);
}

/**
 * Returns whether a file is a PDF. The header may be anywhere in the first kilobyte, because mail programs, servers and scripts put line breaks, byte
 * order marks, headers and warnings before it.
 */
function beginsPdf(head: Buffer): boolean {
  const at = head.subarray(0, 1_024).indexOf('%PDF-');
  if (at <= 0) return at === 0;
  return /^%PDF-\d\.\d/.test(text(head, at, at + 8)) && head.includes(' obj');
}

function sniffBoxed(brand: string, head: Buffer): Kind {
  if (/^avi[fs]/.test(brand)) return { mime: 'image/avif', ext: 'avif' };
  const brands = [brand, ...Array.from({ length: 12 }, (_, i) => text(head, 16 + i * 4, 20 + i * 4))];
  if (HEIC_BRAND.test(brand) || (/^m[is]f1$/.test(brand) && brands.some((one) => HEIC_BRAND.test(one))))
    return { mime: 'image/heic', ext: 'heic' };
  if (brand === 'qt  ') return { mime: 'video/quicktime', ext: 'mov' };
  if (/^M4[AB]/.test(brand)) return { mime: 'audio/mp4', ext: 'm4a' };
  const avif = brand === 'mif1' && head.subarray(8, 64).includes('avif');
  return avif ? { mime: 'image/avif', ext: 'avif' } : { mime: 'video/mp4', ext: 'mp4' };
}

const ogg = (head: Buffer): Kind =>
  head.subarray(0, 512).includes('theora') ? { mime: 'video/ogg', ext: 'ogv' } : { mime: 'audio/ogg', ext: 'ogg' };

function riff(form: string): Kind | null {
  if (form === 'WAVE') return { mime: 'audio/wav', ext: 'wav' };
  if (form === 'WEBP') return { mime: 'image/webp', ext: 'webp' };
  return form === 'AVI ' ? { mime: 'video/x-msvideo', ext: 'avi' } : null;
}

/**
 * Returns whether the header is that of an MP3 frame. It must have a sync word of eleven bits and no reserved version, layer, bit rate or sampling
 * rate.
 */
function isMp3Frame(head: Buffer): boolean {
  const [a = 0, b = 0, c = 0] = head;
  return a === 0xff && (b & 0xe0) === 0xe0 && (b & 0x18) !== 0x08 && (b & 0x06) === 0x02 && (c & 0xf0) !== 0xf0 && (c & 0x0c) !== 0x0c;
}

/** Number of lines that are searched for the first time of captions. */
const FIRST_LINES = 60;

const hasCue = (start: string): boolean =>
  start
    .slice(0, 8_000)
    .split(/\r\n?|\n/, FIRST_LINES)
    .some(isCueTime);

function textual(head: Buffer): Kind | null {
  if (readSvgSource(head) !== null) return { mime: 'image/svg+xml', ext: 'svg' };
  if (head.length === 0 || (head.includes(0) && !detectUtf16(head))) return null;
  const start = decodeText(head).replace(/^\uFEFF/, '');
  if (isWebVtt(start)) return { mime: 'text/vtt', ext: 'vtt' };
  if (isTtml(start)) return { mime: 'application/ttml+xml', ext: 'ttml' };
  if (isAss(start)) return { mime: 'text/x-ssa', ext: 'ass' };
  const unread = captionFormat(start) ?? bookFormat(start);
  if (unread) return { mime: 'text/plain', ext: unread };
  if (hasCue(start)) return { mime: 'application/x-subrip', ext: 'srt' };
  if (/^\s*(<!doctype html|<html|<script|<body|<head)/i.test(start)) return { mime: 'text/html', ext: 'html' };
  // Control characters are not text.
  // oxlint-disable-next-line no-control-regex
  return /[\x01-\x08\x0e-\x1a\x1c-\x1f]/.test(start) ? null : { mime: 'text/plain', ext: 'txt' };
}

/** Decodes the start of a file as UTF-16 or UTF-8, otherwise as Windows-1252. A truncated last character is ignored. */
export function decodeText(bytes: Buffer): string {
  const wide = detectUtf16(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const whole = bytes.length >= 4 ? bytes.subarray(0, lastWhole(bytes)) : bytes;
  return decodeUtf8(whole) ?? new TextDecoder('windows-1252').decode(bytes);
}

function lastWhole(bytes: Buffer): number {
  let end = bytes.length;
  while (end > bytes.length - 4 && (bytes[end - 1]! & 0xc0) === 0x80) end -= 1;
  const lead = bytes[end - 1]!;
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.length - (end - 1) >= needed ? bytes.length : end - 1;
}
