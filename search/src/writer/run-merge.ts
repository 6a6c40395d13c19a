/** Merges segments. A merge of all segments learns the lexicon first. */
import type { Lexicon } from '../analysis/compounds.ts';
import { learnLexicon, minRecords, lexiconTable } from '../analysis/compounds.ts';
import { countBits } from '../index/bits.ts';
import { compareEntries, mergeSorted, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Vectors } from '../index/model.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { merge } from './merge.ts';
import { partsIn } from './vocabulary.ts';
import type { Source } from './source.ts';

export type Words = ReadonlyMap<string, number>;

export type SegmentMergeResult = { segment: Segment; vectors: Vectors | undefined; words: Words };

/** Runs a merge. A full merge first learns the lexicon from the words of the segments. */
export function runMerge(
  sources: readonly Source[],
  plan: { full: boolean; words: Words; base: Segment | null },
  fields: Fields,
  vocabulary: readonly string[],
): SegmentMergeResult {
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
  const records = sources.reduce((sum, { segment, deleted }) => sum + segment.size - (deleted === null ? 0 : countBits(deleted)), 0);
  return learnLexicon(countWords(sources, minRecords(records)), vocabulary, records);
}

/** Returns the words that occur in at least `min` records, sorted. Rarer words, which are the majority, are skipped before a string is created. */
function countWords(sources: readonly Source[], min: number): [string, number][] {
  const dictionaries = sources.map(({ segment }) => segment.surfaces);
  const counted: [string, number][] = [];
  let [list, index, count] = [0, -1, 0];
  const finish = (): void => {
    if (count >= min) counted.push([stringAt(dictionaries[list]!, index), count]);
  };
  mergeSorted(
    dictionaries.map(sizeOf),
    // The same word with two stems has two entries in a dictionary.
    (s, i, t, j) => compareEntries(dictionaries[s]!, i, dictionaries[t]!, j) || s - t || i - j,
    (lists, indexes) => {
      const [s, i] = [lists[0]!, indexes[0]!];
      const { surfaceLive, surfaceVariant } = sources[s]!.segment;
      if (index < 0 || compareEntries(dictionaries[s]!, i, dictionaries[list]!, index) !== 0) {
        finish();
        [list, index, count] = [s, i, 0];
      }
      if (surfaceVariant[i] !== 0) count += surfaceLive[i]!;
    },
  );
  finish();
  return counted;
}
