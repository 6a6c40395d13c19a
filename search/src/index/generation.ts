/** A point-in-time view of the index: the segments, what is deleted in them, and the lexicon. Immutable; each change makes the next generation. */
import type { Lexicon } from '../analysis/compounds.ts';
import type { Dictionary } from './dictionary.ts';
import { dictionaryOf, find, sortStrings } from './dictionary.ts';
import { sharedWords } from './memory.ts';
import { modelBytes, type Model, type Vectors } from './model.ts';
import { vectorBytes } from './vector-rows.ts';
import type { Segment } from './segment.ts';
import { eachArray } from './segment.ts';

/** `id` names the segment: threads that know it are not sent it again. `vectors` are absent while nothing is known of its meaning. */
export type Entry = { id: number; segment: Segment; deleted: Uint32Array; vectors?: Vectors | undefined };

/** The first entry is the base: the lexicon was learned when it was made. */
export type Generation = {
  entries: readonly Entry[];
  /** Records not deleted. */
  records: number;
  seq: number;
  lexicon: { words: Dictionary; counts: Uint32Array };
  /** `null` while nothing was learned, and where vectors are supplied with the records. */
  model: Model | null;
  /** Changes since it was learned. */
  changes: number;
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
  const { entries, model } = generation;
  return entries.reduce((sum, entry) => sum + segmentBytes(entry.segment) + entry.deleted.byteLength, meaningBytes({ entries, model }));
}

/** Whether there are vectors. */
export function hasMeaning({ entries, model }: { entries: readonly Pick<Entry, 'vectors'>[]; model: Model | null }): boolean {
  return model !== null || entries.some(({ vectors }) => vectors !== undefined && vectors.dimensions > 0);
}

/** Bytes of the model and its vectors. */
export function meaningBytes({ entries, model }: Pick<Generation, 'entries' | 'model'>): number {
  return entries.reduce((sum, { vectors }) => sum + vectorBytes(vectors), model === null ? 0 : modelBytes(model));
}

export function segmentBytes(segment: Segment): number {
  let bytes = 0;
  eachArray(segment, (_, array) => (bytes += array.byteLength));
  return bytes;
}
