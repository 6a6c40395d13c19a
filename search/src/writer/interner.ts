/** A cache of values by word that needs no substring for a word it knows. */
import { LONGEST, scan } from '../analysis/tokenise.ts';

export type Interner<T> = { each(text: string, visit: (word: T) => void): void };

/** `learn` is called once for every different word. */
export function createInterner<T>(learn: (raw: string) => T): Interner<T> {
  let slots = new Int32Array(1024);
  let mask = slots.length - 1;
  const raws: string[] = [];
  const hashes: number[] = [];
  const values: T[] = [];

  const grow = (): void => {
    slots = new Int32Array(slots.length * 4);
    mask = slots.length - 1;
    for (let w = 0; w < raws.length; w++) {
      let at = hashes[w]! & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = w + 1;
    }
  };
  return {
    each(text, visit) {
      scan(text, (start, end, hash) => {
        const length = Math.min(LONGEST, end - start);
        let at = hash & mask;
        for (let slot = slots[at]!; slot !== 0; slot = slots[(at = (at + 1) & mask)]!) {
          if (hashes[slot - 1] !== hash) continue;
          const raw = raws[slot - 1]!;
          if (raw.length === length && text.startsWith(raw, start)) return visit(values[slot - 1]!);
        }
        const raw = text.slice(start, start + length);
        raws.push(raw);
        hashes.push(hash);
        values.push(learn(raw));
        slots[at] = raws.length;
        if (raws.length * 2 > slots.length) grow();
        visit(values[values.length - 1]!);
      });
    },
  };
}
