/** Reads the positions of a stem in a record, which are stored as differences in groups of seven bits. */
import type { Postings } from './segment.ts';

/** Returns the offset at which the positions of a posting start. */
export function positionsAt(postings: Postings, posting: number): number {
  let byte = postings.blocks[posting >>> 3]!;
  for (let p = posting & ~7; p < posting; p++) byte = skipPositions(postings.bytes, byte);
  return byte;
}

/** Returns the offset after the positions that start at `byte`. */
export function skipPositions(bytes: Uint8Array, byte: number): number {
  const size = bytes[byte]!;
  return size < 255 ? byte + 1 + size : byte + 5 + longSize(bytes, byte);
}

function longSize(bytes: Uint8Array, byte: number): number {
  return (bytes[byte + 1]! | (bytes[byte + 2]! << 8) | (bytes[byte + 3]! << 16) | (bytes[byte + 4]! << 24)) >>> 0;
}

/**
 * Reads the positions of a posting into an array and returns their number. A position is the number of the word in its field times eight, plus the
 * number of the field.
 */
export function readPositions(postings: Postings, posting: number, into: number[]): number {
  const { bytes } = postings;
  let byte = positionsAt(postings, posting);
  const end = skipPositions(bytes, byte);
  byte += bytes[byte] === 255 ? 5 : 1;
  let n = 0;
  let position = 0;
  while (byte < end) {
    let shift = 0;
    let value = 0;
    for (;;) {
      const b = bytes[byte++]!;
      value |= (b & 127) << shift;
      if (b < 128) break;
      shift += 7;
    }
    position = (position + value) >>> 0;
    into[n++] = position;
  }
  return n;
}
