/** Sorting many words whose first letters are kept as numbers: by the digits of these, and letter by letter only where they are the same. */
import { push, type GrowingWords } from './memory.ts';

/** Numbers that stand for the first letters of a word, four letters in each. */
const LETTER_KEYS = 3;
const LETTERS = 4;
/** The first of all letters that do not fit; what comes after one counts no more. */
const WIDE = 255;
const DIGIT = 16;
const DIGITS = 1 << DIGIT;
/** Fewer words are sorted as they are: to count digits takes longer. */
const FEW = 2_000;

/** Appends the numbers of a word: words in the order of their letters have numbers that do not descend. */
export function pushLetterKeys(keys: GrowingWords, word: string): void {
  let wide = false;
  for (let k = 0; k < LETTER_KEYS; k++) {
    let key = 0;
    for (let i = k * LETTERS; i < (k + 1) * LETTERS; i++) {
      const code: number = wide || i >= word.length ? 0 : Math.min(word.charCodeAt(i), WIDE);
      wide ||= code === WIDE;
      key = key * 256 + code;
    }
    push(keys, key);
  }
}

/** Words in the order of their code points. `keys` has the numbers of all words; `compare` is asked about words whose numbers are the same. */
export function sortWords(words: ArrayLike<number>, keys: Uint32Array, compare: (a: number, b: number) => number, few = FEW): Uint32Array {
  let sorted = Uint32Array.from(words);
  if (sorted.length < few) return sorted.sort(compare);
  let other = new Uint32Array(sorted.length);
  const counts = new Uint32Array(DIGITS);
  for (let k = LETTER_KEYS - 1; k >= 0; k--) {
    for (let shift = 0; shift < 32; shift += DIGIT) {
      counts.fill(0);
      for (const word of sorted) counts[(keys[word * LETTER_KEYS + k]! >>> shift) & (DIGITS - 1)]!++;
      let from = 0;
      for (let digit = 0; digit < DIGITS; digit++) {
        const count = counts[digit]!;
        counts[digit] = from;
        from += count;
      }
      for (const word of sorted) other[counts[(keys[word * LETTER_KEYS + k]! >>> shift) & (DIGITS - 1)]!++] = word;
      [sorted, other] = [other, sorted];
    }
  }
  const areSame = (a: number, b: number): boolean => {
    for (let k = 0; k < LETTER_KEYS; k++) if (keys[a * LETTER_KEYS + k] !== keys[b * LETTER_KEYS + k]) return false;
    return true;
  };
  for (let from = 0, end = 1; from < sorted.length; from = end++) {
    while (end < sorted.length && areSame(sorted[from]!, sorted[end]!)) end++;
    if (end - from > 1) sorted.subarray(from, end).sort(compare);
  }
  return sorted;
}
