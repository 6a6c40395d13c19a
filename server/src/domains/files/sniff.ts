/** What a file is, by its first bytes; its name is not asked. */

import { readSvgSource } from '../../pictures/svg-source.ts';

export type Kind = { mime: string; ext: string };

const text = (head: Buffer, from: number, to: number): string => head.toString('latin1', from, to);

/** At least the first 64 KiB of the file, or all of it. Null: nothing the portal knows. */
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
  if (text(head, 0, 5) === '%PDF-') return { mime: 'application/pdf', ext: 'pdf' };
  if (['PK\x03\x04', 'PK\x05\x06'].includes(text(head, 0, 4))) return { mime: 'application/zip', ext: 'zip' };
  return null;
}

function sniffBoxed(brand: string, head: Buffer): Kind {
  if (/^avi[fs]/.test(brand)) return { mime: 'image/avif', ext: 'avif' };
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

/** Sync of eleven bits, and no reserved version, layer, bit rate or sampling rate. */
function isMp3Frame(head: Buffer): boolean {
  const [a = 0, b = 0, c = 0] = head;
  return a === 0xff && (b & 0xe0) === 0xe0 && (b & 0x18) !== 0x08 && (b & 0x06) === 0x02 && (c & 0xf0) !== 0xf0 && (c & 0x0c) !== 0x0c;
}

const CUE_TIME = /^[ \t]*(\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s+-->\s/m;

function textual(head: Buffer): Kind | null {
  if (readSvgSource(head) !== null) return { mime: 'image/svg+xml', ext: 'svg' };
  if (head.length === 0 || head.includes(0)) return null;
  const start = decodeText(head).replace(/^\uFEFF/, '');
  if (/^WEBVTT(\s|$)/.test(start)) return { mime: 'text/vtt', ext: 'vtt' };
  if (/^\s*\d+\s*\r?\n/.test(start) && CUE_TIME.test(start.slice(0, 2_000))) return { mime: 'application/x-subrip', ext: 'srt' };
  if (/^\s*(<!doctype html|<html|<script|<body|<head)/i.test(start)) return { mime: 'text/html', ext: 'html' };
  // Control characters are not text.
  // oxlint-disable-next-line no-control-regex
  return /[\x01-\x08\x0e-\x1a\x1c-\x1f]/.test(start) ? null : { mime: 'text/plain', ext: 'txt' };
}

/** UTF-8; what is not that is taken for Windows-1252, as older German subtitle programs write it. A cut last character does not count. */
export function decodeText(bytes: Buffer): string {
  const whole = bytes.length >= 4 ? bytes.subarray(0, lastWhole(bytes)) : bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function lastWhole(bytes: Buffer): number {
  let end = bytes.length;
  while (end > bytes.length - 4 && (bytes[end - 1]! & 0xc0) === 0x80) end -= 1;
  const lead = bytes[end - 1]!;
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.length - (end - 1) >= needed ? bytes.length : end - 1;
}
