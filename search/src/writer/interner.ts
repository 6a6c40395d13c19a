/** Numbers for words, found in texts without making a string of a word that is known. Its arrays lie together, so that a look-up reads little memory. */
import { cut, LONGEST, newCuts } from '../analysis/tokenise.ts';
import { growingWords, push, reserveWords } from '../index/memory.ts';

export type Interner = {
  /** The numbers of the words of a text, in their order; gives how many. */
  read(text: string, into: number[]): number;
};

/** `learn` is called once for every different word, and gives its number. */
export function createInterner(learn: (raw: string) => number): Interner {
  /** Hash and place of each word, one after the other; a place of 0 is free. */
  let slots = new Int32Array(2048);
  let mask = 1023;
  /** By place: the number, and where the letters begin. */
  const numbers = growingWords(1024);
  const starts = growingWords(1024);
  const letters = growingWords(8192);
  const cuts = newCuts();
  push(numbers, 0);
  push(starts, 0);
  push(starts, 0);

  const grow = (): void => {
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
  const add = (raw: string, hash: number, at: number): number => {
    const number = learn(raw);
    slots[2 * at] = hash;
    slots[2 * at + 1] = numbers.length;
    push(numbers, number);
    reserveWords(letters, raw.length);
    for (let i = 0; i < raw.length; i++) letters.array[letters.length++] = raw.charCodeAt(i);
    push(starts, letters.length);
    if (numbers.length * 4 > slots.length) grow();
    return number;
  };
  const stands = (place: number, text: string, start: number, length: number): boolean => {
    const from = starts.array[place]!;
    if (starts.array[place + 1]! - from !== length) return false;
    const { array } = letters;
    for (let i = 0; i < length; i++) if (array[from + i] !== text.charCodeAt(start + i)) return false;
    return true;
  };
  return {
    read(text, into) {
      const count = cut(text, cuts);
      for (let w = 0; w < count; w++) {
        const start = cuts.starts[w]!;
        const length = Math.min(LONGEST, cuts.ends[w]! - start);
        const hash = cuts.hashes[w]!;
        let at = hash & mask;
        let place = slots[2 * at + 1]!;
        while (place !== 0 && (slots[2 * at] !== hash || !stands(place, text, start, length))) {
          at = (at + 1) & mask;
          place = slots[2 * at + 1]!;
        }
        into[w] = place !== 0 ? numbers.array[place]! : add(text.slice(start, start + length), hash, at);
      }
      return count;
    },
  };
}
