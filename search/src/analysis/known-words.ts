/** What is known of the words of texts, found by the hash with which they are cut: neither the word nor anything else is made anew for a known one. */
import { MAX } from './tokenise.ts';

export type KnownWords<About> = {
  /** What is known of the word from `start` to `end` of a text; `hash` is that of `scan`. */
  of(text: string, start: number, end: number, hash: number): About;
};

const MAX_KEPT = 1 << 15;
const SLOTS = MAX_KEPT * 2;

/** `learn` says what there is to know of a word. Of too many all are forgotten. */
export function createKnownWords<About>(learn: (raw: string) => About): KnownWords<About> {
  const slots = new Uint16Array(SLOTS);
  let hashes: number[] = [];
  let raws: string[] = [];
  let known: About[] = [];
  return {
    of(text, start, end, hash) {
      const length = Math.min(end - start, MAX);
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
