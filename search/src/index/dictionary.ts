/** Sorted strings in one block of UTF-8, found by halving. The order is that of the bytes, which is that of the code points. */
import { Buffer } from 'node:buffer';
import { sharedBytes, sharedWords } from './memory.ts';

export type Dictionary = { bytes: Buffer; offsets: Uint32Array };

const SURROGATE = /[\ud800-\udfff]/;

/** Compares by code point, as the bytes of UTF-8 compare. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

export function sortStrings(strings: string[]): string[] {
  strings.sort();
  return strings.some((text) => SURROGATE.test(text)) ? strings.sort(compareStrings) : strings;
}

/** Packs strings in the order given. */
export function packStrings(strings: readonly string[]): { bytes: Uint8Array; offsets: Uint32Array } {
  const offsets = sharedWords(strings.length + 1);
  let size = 0;
  for (let i = 0; i < strings.length; i++) {
    size += Buffer.byteLength(strings[i]!);
    offsets[i + 1] = size;
  }
  const bytes = sharedBytes(size);
  const target = asBuffer(bytes);
  for (let i = 0; i < strings.length; i++) target.write(strings[i]!, offsets[i]!, 'utf8');
  return { bytes, offsets };
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function sizeOf(dictionary: Dictionary): number {
  return dictionary.offsets.length - 1;
}

export function stringAt(dictionary: Dictionary, index: number): string {
  return dictionary.bytes.toString('utf8', dictionary.offsets[index]!, dictionary.offsets[index + 1]!);
}

export function allStrings(dictionary: Dictionary): string[] {
  return Array.from({ length: sizeOf(dictionary) }, (_, index) => stringAt(dictionary, index));
}

/** Compares entry `index` with a key; only the key's length counts when `prefix`. */
function compareEntry(dictionary: Dictionary, index: number, key: Uint8Array, prefix: boolean): number {
  const start = dictionary.offsets[index]!;
  const length = dictionary.offsets[index + 1]! - start;
  const common = Math.min(length, key.length);
  for (let i = 0; i < common; i++) {
    const difference = dictionary.bytes[start + i]! - key[i]!;
    if (difference !== 0) return difference;
  }
  return length < key.length ? -1 : prefix ? 0 : length - key.length;
}

/** The first entry that is not before the key; with `past`, the first that is after everything beginning with the key. */
function bound(dictionary: Dictionary, key: Uint8Array, past: boolean): number {
  let low = 0;
  let high = sizeOf(dictionary);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareEntry(dictionary, middle, key, past);
    if (order < 0 || (past && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of a string, or -1. */
export function find(dictionary: Dictionary, text: string): number {
  const key = Buffer.from(text);
  const at = bound(dictionary, key, false);
  return at < sizeOf(dictionary) && compareEntry(dictionary, at, key, false) === 0 ? at : -1;
}

/** The first and the first past the last entry that begin with the text. */
export function prefixRange(dictionary: Dictionary, text: string): [number, number] {
  const key = Buffer.from(text);
  return [bound(dictionary, key, false), bound(dictionary, key, true)];
}
