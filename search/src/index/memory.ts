/** Arrays in shared memory and growing arrays. */

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * 4));
}

export function sharedDoubles(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * 8));
}

export function shareWords(words: Uint32Array): Uint32Array {
  const copy = sharedWords(words.length);
  copy.set(words);
  return copy;
}

type Growing<T> = { array: T; length: number };
export type GrowingWords = Growing<Uint32Array>;
export type GrowingBytes = Growing<Uint8Array>;

export function growingWords(capacity = 64): GrowingWords {
  return { array: new Uint32Array(Math.max(16, capacity)), length: 0 };
}

export function growingBytes(capacity = 64): GrowingBytes {
  return { array: new Uint8Array(Math.max(16, capacity)), length: 0 };
}

/** Ensures capacity for `more` additional elements. */
export function reserveWords(words: GrowingWords, more: number): void {
  if (words.length + more <= words.array.length) return;
  const bigger = new Uint32Array(Math.max(words.length + more, Math.ceil(words.array.length * 1.6)));
  bigger.set(words.array.subarray(0, words.length));
  words.array = bigger;
}

export function reserveBytes(bytes: GrowingBytes, more: number): void {
  if (bytes.length + more <= bytes.array.length) return;
  const bigger = new Uint8Array(Math.max(bytes.length + more, Math.ceil(bytes.array.length * 1.6)));
  bigger.set(bytes.array.subarray(0, bytes.length));
  bytes.array = bigger;
}

export function push(words: GrowingWords, value: number): void {
  if (words.length === words.array.length) reserveWords(words, 1);
  words.array[words.length++] = value;
}

export function pushByte(bytes: GrowingBytes, value: number): void {
  if (bytes.length === bytes.array.length) reserveBytes(bytes, 1);
  bytes.array[bytes.length++] = value;
}

/** Appends a number in LEB128: in groups of seven bits, least significant group first. */
export function pushVarint(bytes: GrowingBytes, value: number): void {
  reserveBytes(bytes, 5);
  let rest = value >>> 0;
  while (rest > 127) {
    bytes.array[bytes.length++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes.array[bytes.length++] = rest;
}

/** Factor that packs a 30-bit and a 23-bit number into one sortable number: the first times the factor, plus the second. */
export const PAIR = 2 ** 23;
