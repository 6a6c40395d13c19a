/** Sorted strings in a single block of UTF-8, looked up by binary search. In UTF-8, byte order equals code point order. */
import { Buffer } from 'node:buffer';
import { sharedBytes, sharedWords } from './memory.ts';

export type Dictionary = { bytes: Buffer; offsets: Uint32Array };

const SURROGATE = /[\ud800-\udfff]/;

/** Compares strings by code point, which is the byte order of UTF-8. */
export function compareStrings(a: string, b: string): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    // Surrogates sort after all other code units, because they encode code points above U+FFFF.
    if (x !== y) return (isSurrogate(x) ? x + 0x10000 : x) - (isSurrogate(y) ? y + 0x10000 : y);
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Sorts strings by code point in place and returns the same array. */
export function sortStrings(strings: string[]): string[] {
  strings.sort();
  return SURROGATE.test(strings.join('')) ? strings.sort(compareStrings) : strings;
}

/** Packs strings into shared memory, keeping their order. */
export function packStrings(strings: readonly string[]): { bytes: Uint8Array; offsets: Uint32Array } {
  const offsets = sharedWords(strings.length + 1);
  let size = 0;
  for (let i = 0; i < strings.length; i++) {
    size += Buffer.byteLength(strings[i]!);
    offsets[i + 1] = size;
  }
  const bytes = sharedBytes(size);
  const target = toBuffer(bytes);
  for (let i = 0; i < strings.length; i++) target.write(strings[i]!, offsets[i]!, 'utf8');
  return { bytes, offsets };
}

export function dictionaryOf(strings: readonly string[]): Dictionary {
  const { bytes, offsets } = packStrings(strings);
  return { bytes: toBuffer(bytes), offsets };
}

export function toBuffer(bytes: Uint8Array): Buffer {
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

/** Compares entry `index` with a key. If `prefix` is true, an entry that begins with the key counts as equal. */
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

/**
 * Returns the position of the first entry that is not before the key. If `past` is true, returns the position after all entries that begin with the
 * key. If the dictionary is not sorted, `order` lists its entries in sorted order, and positions refer to that list.
 */
function bound(
  dictionary: Dictionary,
  key: Uint8Array,
  past: boolean,
  order: Uint32Array | null = null,
  from = 0,
  end = sizeOf(dictionary),
): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const difference = compareEntry(dictionary, order === null ? middle : order[middle]!, key, past);
    if (difference < 0 || (past && difference === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the first entry after the given text. */
export function firstAfter(dictionary: Dictionary, text: string): number {
  const key = Buffer.from(text);
  const at = bound(dictionary, key, false);
  return at < sizeOf(dictionary) && compareEntry(dictionary, at, key, false) === 0 ? at + 1 : at;
}

/** Returns the index of a string, or -1. */
export function find(dictionary: Dictionary, text: string): number {
  const key = Buffer.from(text);
  const at = bound(dictionary, key, false);
  return at < sizeOf(dictionary) && compareEntry(dictionary, at, key, false) === 0 ? at : -1;
}

/** Cached indexes of stems by dictionary, because queries look up the same stems many times. */
const termCaches = new WeakMap<Dictionary, Map<string, number>>();
const MAX_CACHED_TERMS = 10_000;

/** Returns the index of a stem, or -1. The result is cached. */
export function findTerm(terms: Dictionary, stem: string): number {
  let cache = termCaches.get(terms);
  if (cache === undefined) termCaches.set(terms, (cache = new Map()));
  let term = cache.get(stem);
  if (term === undefined) {
    if (cache.size >= MAX_CACHED_TERMS) cache.clear();
    cache.set(stem, (term = find(terms, stem)));
  }
  return term;
}

/** Returns a function like `find` that is faster if strings are looked up in ascending order. */
export function finderOf(dictionary: Dictionary): (text: string) => number {
  const size = sizeOf(dictionary);
  /** Position of the last string that was looked up, or the position at which it would be inserted. */
  let at = 0;
  return (text) => {
    const key = Buffer.from(text);
    if (at > 0 && compareEntry(dictionary, at - 1, key, false) >= 0) at = 0;
    let end = at;
    for (let step = 1; end < size && compareEntry(dictionary, end, key, false) < 0; step *= 2) {
      at = end + 1;
      end += step;
    }
    at = bound(dictionary, key, false, null, at, Math.min(end, size));
    return at < size && compareEntry(dictionary, at, key, false) === 0 ? at : -1;
  };
}

/** Returns the range of entries that begin with the text; the end is exclusive. If `order` is given, positions refer to it. */
export function prefixRange(dictionary: Dictionary, text: string, order: Uint32Array | null = null): [number, number] {
  const key = Buffer.from(text);
  const from = bound(dictionary, key, false, order);
  const begins = from < sizeOf(dictionary) && compareEntry(dictionary, order === null ? from : order[from]!, key, true) === 0;
  return [from, begins ? bound(dictionary, key, true, order) : from];
}

/** Returns the range of positions in `order` whose entries equal the text; the end is exclusive. */
export function equalRange(dictionary: Dictionary, text: string, order: Uint32Array): [number, number] {
  const key = Buffer.from(text);
  const from = bound(dictionary, key, false, order);
  let to = from;
  while (to < order.length && compareEntry(dictionary, order[to]!, key, false) === 0) to++;
  return [from, to];
}

function compareBytes(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array, bStart: number, bEnd: number): number {
  const common = Math.min(aEnd - aStart, bEnd - bStart);
  for (let i = 0; i < common; i++) {
    const difference = a[aStart + i]! - b[bStart + i]!;
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}

/** Compares entry `i` of one dictionary with entry `j` of another. */
export function compareEntries(a: Dictionary, i: number, b: Dictionary, j: number): number {
  return compareBytes(a.bytes, a.offsets[i]!, a.offsets[i + 1]!, b.bytes, b.offsets[j]!, b.offsets[j + 1]!);
}

/**
 * Merges sorted lists, none of which contains duplicates (k-way merge with a heap). Calls `visit` in ascending order with the lists and indexes of
 * equal entries. Both arrays are reused; their first `count` elements are valid.
 */
export function mergeSorted(
  sizes: readonly number[],
  compare: (s: number, i: number, t: number, j: number) => number,
  visit: (lists: Uint32Array, indexes: Uint32Array, count: number) => void,
): void {
  const at = new Uint32Array(sizes.length);
  const lists = new Uint32Array(sizes.length);
  const indexes = new Uint32Array(sizes.length);
  /** Heap of the lists that are not exhausted, ordered by their current entry and then by list number. */
  const heap = Uint32Array.from(sizes.keys()).filter((s) => sizes[s]! > 0);
  let open = heap.length;
  const isBefore = (s: number, t: number): boolean => (compare(s, at[s]!, t, at[t]!) || s - t) < 0;
  const sink = (from: number): void => {
    const list = heap[from]!;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child + 1 < open && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (child >= open || !isBefore(heap[child]!, list)) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = list;
  };
  for (let place = (open >>> 1) - 1; place >= 0; place--) sink(place);
  while (open > 0) {
    let count = 0;
    do {
      const list = heap[0]!;
      lists[count] = list;
      indexes[count++] = at[list]!++;
      if (at[list] === sizes[list]) heap[0] = heap[--open]!;
      if (open > 1) sink(0);
    } while (open > 0 && compare(heap[0]!, at[heap[0]!]!, lists[0]!, indexes[0]!) === 0);
    visit(lists, indexes, count);
  }
}

/** Copies `count` entries into a new dictionary. Its entry `n` is entry `index[n]` of dictionary `from[n]`. */
export function pickEntries(
  dictionaries: readonly Dictionary[],
  from: ArrayLike<number>,
  index: ArrayLike<number>,
  count: number,
): Dictionary {
  const offsets = sharedWords(count + 1);
  for (let n = 0; n < count; n++) {
    const old = dictionaries[from[n]!]!.offsets;
    offsets[n + 1] = offsets[n]! + old[index[n]! + 1]! - old[index[n]!]!;
  }
  const bytes = sharedBytes(offsets[count]!);
  for (let n = 0; n < count; n++) {
    const source = dictionaries[from[n]!]!;
    const end = source.offsets[index[n]! + 1]!;
    let to = offsets[n]!;
    for (let b = source.offsets[index[n]!]!; b < end; b++) bytes[to++] = source.bytes[b]!;
  }
  return { bytes: toBuffer(bytes), offsets };
}
