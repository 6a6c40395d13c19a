/**
 * Splits bytes into lines in constant memory. Accepts `\n` and `\r\n`, a byte order mark, a last line without a line end, and lines of any length.
 */
import type { TableEncoding } from '@fundus/contract/files/encodings';
import { decodeBytes } from './text-encoding/decode.ts';
import { TextDecoder } from 'node:util';
import { type Refusal, refuse } from './refusal.ts';

/** Maximum length of a line in bytes. Longer lines are rejected without being stored. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

export type Source = AsyncIterable<Uint8Array | string>;

export type Line = { line: number; bytes: Uint8Array; refusal?: undefined } | { line: number; refusal: Refusal; bytes?: undefined };

const NEWLINE = 10;
const RETURN = 13;

/** Yields lines with their numbers, counted from 1. A UTF-16 file is rejected once, at line 1. */
export async function* readLines(source: Source, maxBytes = MAX_LINE_BYTES): AsyncGenerator<Line> {
  let line = 1;
  let size = 0;
  let pieces: Uint8Array[] = [];
  const take = (): Line => {
    const whole = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    const taken = size > maxBytes ? { line, refusal: refuse('line', 'too_long', `${size} bytes`) } : trimmed(line, whole);
    line += 1;
    size = 0;
    pieces = [];
    return taken;
  };
  /**
   * Appends a piece to the current line unless the line is too long. With `copied`, the piece is copied, because its producer may reuse the buffer.
   */
  const hold = (piece: Uint8Array, { copied = false } = {}): void => {
    size += piece.length;
    if (size > maxBytes) pieces = [];
    else if (piece.length > 0) pieces.push(copied ? new Uint8Array(piece) : piece);
  };
  for await (const chunk of bytesOf(source)) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, end));
      const taken = take();
      yield taken;
      if (isUtf16(taken)) return;
      from = end + 1;
    }
    if (from < chunk.length) hold(chunk.subarray(from), { copied: true });
  }
  if (size > 0) yield take();
}

/** Converts strings to UTF-8. Joins surrogate pairs that are split across two chunks. */
async function* bytesOf(source: Source): AsyncGenerator<Uint8Array> {
  let half = '';
  for await (const chunk of source) {
    if (typeof chunk !== 'string') {
      yield chunk;
      continue;
    }
    const text = half + chunk;
    half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    yield Buffer.from(half ? text.slice(0, -1) : text);
  }
  if (half) yield Buffer.from(half);
}

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, i) => bytes[i] === byte);

function trimmed(line: number, whole: Uint8Array): Line {
  if (line === 1 && (startsWith(whole, 0xff, 0xfe) || startsWith(whole, 0xfe, 0xff)))
    return { line, refusal: refuse('line', 'encoding', 'UTF-16') };
  const from = line === 1 && startsWith(whole, 0xef, 0xbb, 0xbf) ? 3 : 0;
  const end = whole[whole.length - 1] === RETURN ? whole.length - 1 : whole.length;
  return { line, bytes: whole.subarray(from, Math.max(from, end)) };
}

const isUtf16 = ({ line, refusal }: Line): boolean => line === 1 && refusal?.reason === 'encoding';

type Decoder = { decode: (bytes: Uint8Array) => string };

const LENIENT = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the text of a line. Rejects lines with NUL characters, as in binary files, and with invalid bytes. */
export function decode(bytes: Uint8Array, strict: Decoder): { text: string; refusal?: undefined } | { refusal: Refusal; text?: undefined } {
  if (bytes.includes(0)) return { refusal: refuse('line', 'nul') };
  try {
    return { text: strict.decode(bytes) };
  } catch {
    const text = LENIENT.decode(bytes);
    return { refusal: refuse('line', 'encoding', text.slice(Math.max(0, text.indexOf('\ufffd') - 30)).slice(0, 60)) };
  }
}

/** Returns a decoder for {@link decode} that throws on bytes which are invalid in the encoding. */
export const strictDecoder = (encoding: TableEncoding = 'utf-8'): Decoder =>
  encoding === 'cp850' ? { decode: (bytes) => decodeBytes(bytes, 'cp850') } : new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
