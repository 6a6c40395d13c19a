/** Cache of analysed words, indexed by the hash that the tokeniser computes. A lookup allocates no memory. */
import { MAX_WORD } from './tokenise.ts';

export type KnownWords<About> = {
  /** Returns the entry of the word from `start` to `end` in a text. `hash` is the hash that `scan` computed. */
  of(text: string, start: number, end: number, hash: number): About;
};

const MAX_KEPT = 1 << 15;
const SLOTS = MAX_KEPT * 2;

/** Creates a cache that calls `learn` for words without an entry. A full cache is cleared. */
export function createKnownWords<About>(learn: (raw: string) => About): KnownWords<About> {
  const slots = new Uint16Array(SLOTS);
  let hashes: number[] = [];
  let raws: string[] = [];
  let known: About[] = [];
  return {
    of(text, start, end, hash) {
      const length = Math.min(end - start, MAX_WORD);
      let at = (hash ^ (hash >>> 15)) & (SLOTS - 1);
      for (; slots[at] !== 0; at = (at + 1) & (SLOTS - 1)) {
        const word = slots[at]! - 1;
        if (hashes[word] === hash && raws[word]!.length === length && text.startsWith(raws[word]!, start)) return known[word]!;
      }
      const raw = text.slice(start, start + length);
      const about = learn(raw);
      if (known.length === MAX_KEPT) {
        slots.fill(0);
        [hashes, raws, known] = [[], [], []];
        at = (hash ^ (hash >>> 15)) & (SLOTS - 1);
      }
      slots[at] = known.push(about);
      hashes.push(hash);
      raws.push(raw);
      return about;
    },
  };
}
