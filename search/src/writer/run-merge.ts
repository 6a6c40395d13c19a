/** Merges segments; what words are made of is learned from those that are there. */
import type { Lexicon } from '../analysis/compounds.ts';
import { learnLexicon, lexiconTable } from '../analysis/compounds.ts';
import { countBits } from '../index/bits.ts';
import { stringAt } from '../index/dictionary.ts';
import type { Vectors } from '../index/model.ts';
import type { Fields, Segment } from '../index/segment.ts';
import type { Source } from './merge.ts';
import { merge } from './merge.ts';
import { partsIn } from './vocabulary.ts';

export type Words = ReadonlyMap<string, number>;

export type Merged = { segment: Segment; vectors: Vectors | undefined; words: Words };

/** A full merge learns the lexicon from the words of the segments first. */
export function runMerge(
  sources: readonly Source[],
  plan: { full: boolean; words: Words; base: Segment | null },
  fields: Fields,
  vocabulary: readonly string[],
): Merged {
  const words = plan.full ? learnLexiconFrom(sources, vocabulary) : plan.words;
  const known = plan.base === null ? undefined : partsIn(plan.base);
  return { ...merge(sources, fields, tableOf(words), known), words };
}

const tables = new WeakMap<Words, Lexicon>();

function tableOf(words: Words): Lexicon {
  let table = tables.get(words);
  if (table === undefined) tables.set(words, (table = lexiconTable(words)));
  return table;
}

function learnLexiconFrom(sources: readonly Source[], vocabulary: readonly string[]): Words {
  const words = new Map<string, number>();
  let records = 0;
  for (const { segment, deleted } of sources) {
    records += segment.size - (deleted === null ? 0 : countBits(deleted));
    for (let s = 0; s < segment.surfaceLive.length; s++) {
      const live = segment.surfaceLive[s]!;
      if (live === 0 || segment.surfaceVariant[s] === 0) continue;
      const word = stringAt(segment.surfaces, s);
      words.set(word, (words.get(word) ?? 0) + live);
    }
  }
  return learnLexicon(words, vocabulary, records);
}
