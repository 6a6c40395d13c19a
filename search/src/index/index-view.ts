/** A point-in-time view of the index: the segments, what is deleted in them, and the lexicon. Immutable; each change makes the next view. */
import type { Lexicon } from '../analysis/compounds.ts';
import type { Dictionary } from './dictionary.ts';
import { dictionaryOf, find, sortStrings } from './dictionary.ts';
import { sharedWords } from './memory.ts';
import { modelBytes, type Model, type Vectors } from './model.ts';
import { vectorBytes } from './vector-rows.ts';
import type { Segment } from './segment.ts';
import { eachArray } from './segment.ts';

/** A segment without what was deleted in it. `id` names it: threads that know it are not sent it again. `vectors` are absent while nothing is known of its meaning. */
export type LiveSegment = { id: number; segment: Segment; deleted: Uint32Array; vectors?: Vectors | undefined };

/** The first segment is the base: the lexicon was learned when it was made. */
export type IndexView = {
  segments: readonly LiveSegment[];
  /** Records not deleted. */
  records: number;
  seq: number;
  lexicon: { words: Dictionary; counts: Uint32Array };
  /** `null` while nothing was learned, and where vectors are supplied with the records. */
  model: Model | null;
  /** Changes since it was learned. */
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
  return segments.reduce((sum, live) => sum + segmentBytes(live.segment) + live.deleted.byteLength, meaningBytes({ segments, model }));
}

/** Whether there are vectors. */
export function hasMeaning({ segments, model }: { segments: readonly Pick<LiveSegment, 'vectors'>[]; model: Model | null }): boolean {
  return model !== null || segments.some(({ vectors }) => vectors !== undefined && vectors.dimensions > 0);
}

/** Bytes of the model and its vectors. */
export function meaningBytes({ segments, model }: Pick<IndexView, 'segments' | 'model'>): number {
  return segments.reduce((sum, { vectors }) => sum + vectorBytes(vectors), model === null ? 0 : modelBytes(model));
}

export function segmentBytes(segment: Segment): number {
  let bytes = 0;
  eachArray(segment, (_, array) => (bytes += array.byteLength));
  return bytes;
}
