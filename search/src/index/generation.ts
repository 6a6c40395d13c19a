/** What a query sees: the segments, what is deleted in them, and the lexicon. A generation is never changed; each change makes the next. */
import type { Lexicon } from '../analysis/compounds.ts';
import type { Dictionary } from './dictionary.ts';
import { dictionaryOf, find, sortStrings } from './dictionary.ts';
import { sharedWords } from './memory.ts';
import type { Segment } from './segment.ts';
import { eachArray } from './segment.ts';

/** `id` names the segment: threads that know it are not sent it again. */
export type Entry = { id: number; segment: Segment; dead: Uint32Array };

/** The first entry is the base: the lexicon was learned when it was made. */
export type Generation = {
  entries: readonly Entry[];
  /** Records not deleted. */
  records: number;
  seq: number;
  lexicon: { words: Dictionary; counts: Uint32Array };
};

export function packLexicon(lexicon: ReadonlyMap<string, number>): Generation['lexicon'] {
  const words = sortStrings([...lexicon.keys()]);
  const counts = sharedWords(words.length);
  words.forEach((word, at) => (counts[at] = lexicon.get(word)!));
  return { words: dictionaryOf(words), counts };
}

export function lexiconOf(packed: Generation['lexicon']): Lexicon {
  return {
    frequency(text, from, to) {
      const at = find(packed.words, text.slice(from, to));
      return at < 0 ? 0 : packed.counts[at]!;
    },
  };
}

export function bytesOf(generation: Generation): number {
  return generation.entries.reduce((sum, entry) => sum + segmentBytes(entry.segment) + entry.dead.byteLength, 0);
}

export function segmentBytes(segment: Segment): number {
  let bytes = 0;
  eachArray(segment, (_, array) => (bytes += array.byteLength));
  return bytes;
}
