/**
 * Sorts many words by keys, which are numbers that contain their first letters. Words are radix-sorted by key; only words with equal keys are
 * compared.
 */
import { push, type GrowingWords } from './memory.ts';

/** Number of keys per word. Each key contains four letters. */
const KEYS = 3;
const LETTERS = 4;
/** Byte for all letters that need more than one byte. Letters after it are ignored. */
const WIDE = 255;
const DIGIT = 16;
const DIGITS = 1 << DIGIT;
/** Minimum number of words for radix sort. Below it, a comparison sort is faster. */
const MIN_RADIX = 2_000;

/** Appends the keys of a word. Sorting words by code point never makes their keys descend. */
export function pushLetterKeys(keys: GrowingWords, word: string): void {
  let wide = false;
  for (let k = 0; k < KEYS; k++) {
    let key = 0;
    for (let i = k * LETTERS; i < (k + 1) * LETTERS; i++) {
      const code: number = wide || i >= word.length ? 0 : Math.min(word.charCodeAt(i), WIDE);
      wide ||= code === WIDE;
      key = key * 256 + code;
    }
    push(keys, key);
  }
}

/** Returns the words sorted by code point. `keys` contains the keys of all words. `compare` is only called for words with equal keys. */
export function sortWords(
  words: ArrayLike<number>,
  keys: Uint32Array,
  compare: (a: number, b: number) => number,
  minRadix = MIN_RADIX,
): Uint32Array {
  let sorted = Uint32Array.from(words);
  if (sorted.length < minRadix) return sorted.sort(compare);
  let other = new Uint32Array(sorted.length);
  const counts = new Uint32Array(DIGITS);
  for (let k = KEYS - 1; k >= 0; k--) {
    for (let shift = 0; shift < 32; shift += DIGIT) {
      counts.fill(0);
      for (const word of sorted) counts[(keys[word * KEYS + k]! >>> shift) & (DIGITS - 1)]!++;
      let from = 0;
      for (let digit = 0; digit < DIGITS; digit++) {
        const count = counts[digit]!;
        counts[digit] = from;
        from += count;
      }
      for (const word of sorted) other[counts[(keys[word * KEYS + k]! >>> shift) & (DIGITS - 1)]!++] = word;
      [sorted, other] = [other, sorted];
    }
  }
  const areSame = (a: number, b: number): boolean => {
    for (let k = 0; k < KEYS; k++) if (keys[a * KEYS + k] !== keys[b * KEYS + k]) return false;
    return true;
  };
  for (let from = 0, end = 1; from < sorted.length; from = end++) {
    while (end < sorted.length && areSame(sorted[from]!, sorted[end]!)) end++;
    if (end - from > 1) sorted.subarray(from, end).sort(compare);
  }
  return sorted;
}
