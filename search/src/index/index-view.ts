/** A view of the index at a point in time: segments, deletions and lexicon. It is immutable; each change creates a new view. */
import type { Lexicon } from '../analysis/compounds.ts';
import type { Dictionary } from './dictionary.ts';
import { dictionaryOf, find, sortStrings } from './dictionary.ts';
import { sharedWords } from './memory.ts';
import { modelBytes, type Model, type Vectors } from './model.ts';
import { vectorBytes } from './vector-rows.ts';
import type { Segment } from './segment.ts';
import { eachArray } from './segment.ts';

/**
 * A segment with the bitmap of its deleted records. A segment is sent to each thread only once, identified by `id`. `vectors` is missing until the
 * vectors are computed.
 */
export type LiveSegment = { id: number; segment: Segment; deleted: Uint32Array; vectors?: Vectors | undefined };

/** A view of the index. The lexicon was learned from the first segment, the base. */
export type IndexView = {
  segments: readonly LiveSegment[];
  /** Number of records, excluding deleted ones. */
  records: number;
  seq: number;
  lexicon: { words: Dictionary; counts: Uint32Array };
  /** Trained model; `null` before training, and if vectors are supplied with the records. */
  model: Model | null;
  /** Number of changes since the model was trained. */
  changes: number;
};

export function packLexicon(lexicon: ReadonlyMap<string, number>): IndexView['lexicon'] {
  const words = sortStrings([...lexicon.keys()]);
  const counts = sharedWords(words.length);
  words.forEach((word, at) => (counts[at] = lexicon.get(word)!));
  return { words: dictionaryOf(words), counts };
}

export function lexiconOf(packed: IndexView['lexicon']): Lexicon {
  return {
    frequency(text, from, to) {
      const at = find(packed.words, text.slice(from, to));
      return at < 0 ? 0 : packed.counts[at]!;
    },
  };
}

export function bytesOf(view: IndexView): number {
  const { segments, model } = view;
  return segments.reduce((sum, live) => sum + segmentBytes(live.segment) + live.deleted.byteLength, vectorMemory({ segments, model }));
}

/** Returns whether a model is trained or any record has a vector. */
export function hasMeaning({ segments, model }: { segments: readonly Pick<LiveSegment, 'vectors'>[]; model: Model | null }): boolean {
  return model !== null || segments.some(({ vectors }) => vectors !== undefined && vectors.dimensions > 0);
}

/** Returns the size in bytes of the model and the vectors. */
export function vectorMemory({ segments, model }: Pick<IndexView, 'segments' | 'model'>): number {
  return segments.reduce((sum, { vectors }) => sum + vectorBytes(vectors), model === null ? 0 : modelBytes(model));
}

export function segmentBytes(segment: Segment): number {
  let bytes = 0;
  eachArray(segment, (_, array) => (bytes += array.byteLength));
  return bytes;
}
