/**
 * Assigns numbers to the words of texts without creating strings for known words. The data of a word is stored contiguously, so that a lookup reads
 * only two memory locations: a slot and an entry.
 */
import { cut, MAX_WORD, newCuts } from '../analysis/tokenise.ts';

/** Layout of an entry: the number in two halves, the number of letters, and the letters. */
const NUMBER = 0;
const LENGTH = 2;
const LETTERS = 3;

export type Interner = {
  /** Writes the numbers of all words in a text to `into` in order and returns how many there are. */
  read(text: string, into: number[]): number;
};

/** Creates an interner. `learn` is called once for each distinct word and returns its number, which must be below 2³¹. */
export function createInterner(learn: (raw: string) => number): Interner {
  /** Hash of each word and position of its entry. A slot with position 0 is free. */
  let slots = new Int32Array(2048);
  let mask = 1023;
  let words = 0;
  /** Entries of the words, addressed by position. */
  let entries = new Uint16Array(16_384);
  let end = 1;
  const cuts = newCuts();

  const growSlots = (): void => {
    const before = slots;
    slots = new Int32Array(before.length * 4);
    mask = slots.length / 2 - 1;
    for (let i = 0; i < before.length; i += 2) {
      if (before[i + 1] === 0) continue;
      let at = before[i]! & mask;
      while (slots[2 * at + 1] !== 0) at = (at + 1) & mask;
      slots[2 * at] = before[i]!;
      slots[2 * at + 1] = before[i + 1]!;
    }
  };
  const growEntries = (): void => {
    const before = entries;
    entries = new Uint16Array(before.length * 2);
    entries.set(before);
  };
  const add = (raw: string, hash: number, at: number): number => {
    const number = learn(raw);
    slots[2 * at] = hash;
    slots[2 * at + 1] = end;
    if (end + LETTERS + raw.length > entries.length) growEntries();
    entries[end + NUMBER] = number & 0xffff;
    entries[end + NUMBER + 1] = number >>> 16;
    entries[end + LENGTH] = raw.length;
    for (let i = 0; i < raw.length; i++) entries[end + LETTERS + i] = raw.charCodeAt(i);
    end += LETTERS + raw.length;
    words++;
    if (words * 4 > slots.length) growSlots();
    return number;
  };
  const isAt = (place: number, text: string, start: number, length: number): boolean => {
    if (entries[place + LENGTH] !== length) return false;
    const from = place + LETTERS;
    for (let i = 0; i < length; i++) if (entries[from + i] !== text.charCodeAt(start + i)) return false;
    return true;
  };
  return {
    read(text, into) {
      const count = cut(text, cuts);
      for (let w = 0; w < count; w++) {
        const start = cuts.starts[w]!;
        const length = Math.min(MAX_WORD, cuts.ends[w]! - start);
        const hash = cuts.hashes[w]!;
        let at = hash & mask;
        let place = slots[2 * at + 1]!;
        while (place !== 0 && (slots[2 * at] !== hash || !isAt(place, text, start, length))) {
          at = (at + 1) & mask;
          place = slots[2 * at + 1]!;
        }
        into[w] =
          place === 0 ? add(text.slice(start, start + length), hash, at) : entries[place + NUMBER]! | (entries[place + NUMBER + 1]! << 16);
      }
      return count;
    },
  };
}
