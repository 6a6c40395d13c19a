/** Soft hyphens in long German words: browsers break compounds badly by themselves (look/README.md). */
import german from 'hyphen/de/index.js';

const LONG = /\p{L}{12,}/gu;
const KEPT = 20_000;
const known = new Map<string, string>();

/** The text with U+00AD at the possible breaks of every word of twelve letters and more. */
export const softHyphens = (text: string): string => text.replace(LONG, hyphenate);

function hyphenate(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= KEPT) known.clear();
  const after = german.hyphenateSync(word);
  known.set(word, after);
  return after;
}
