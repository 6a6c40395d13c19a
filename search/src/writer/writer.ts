/** The writer of the index: new records become small segments, deletions bits, and segments are merged as they accumulate. */
import type { Lexicon } from '../analysis/compounds.ts';
import { learnLexicon, lexiconTable } from '../analysis/compounds.ts';
import type { Change, SearchRecord } from '../api.ts';
import { bitWords, countBits, has } from '../index/bits.ts';
import { compareStrings, find, stringAt } from '../index/dictionary.ts';
import { markDeleted } from './delete.ts';
import type { Entry, Generation } from '../index/generation.ts';
import { packLexicon } from '../index/generation.ts';
import { createInverter } from './invert.ts';
import type { TrainingResult, TrainingSet } from '../vectors/training.ts';
import { nextTrainingSet } from '../vectors/training.ts';
import { projectSegment } from '../vectors/project.ts';
import type { Model, Vectors } from '../index/model.ts';
import { suppliedVectors } from '../index/vector-rows.ts';
import { sharedWords } from '../index/memory.ts';
import type { Source } from './merge.ts';
import { merge } from './merge.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { partsIn } from './vocabulary.ts';

/** Without further changes a segment is merged with its younger neighbours when it is at most this many times as large as all of them. */
const NEIGHBOUR = 4;
/** While changes come in quickly, a merge waits for this many segments of about one size. */
const ROW = 4;
/** All segments are merged when the others together are as large as the base; in a larger catalogue three times as large. */
const LARGE_BASE = 20_000;
const BESIDE_LARGE = 3;
/** All segments are merged when more than this share of the base is deleted. */
const MOST_DELETED = 0.4;

/** The vectors of more new records than this are computed in the training thread. */
const PROJECTED_AT_ONCE = 1_000;

export type Words = ReadonlyMap<string, number>;

/** What a merge needs to know. `full` merges all segments and learns the lexicon again. */
export type MergePlan = { from: number; entries: Entry[]; full: boolean; words: Words; base: Segment | null };
export type Merged = { segment: Segment; vectors: Vectors | undefined; words: Words };

export type Writer = {
  generation(): Generation;
  /** Applies the changes in their order; the next generation has them. */
  apply(changes: readonly Change[]): void;
  /** The merge that is due, if any; none that touches the sources of the one under way. `busy`: more changes are on their way. */
  nextMerge(underWay: MergePlan | null, busy?: boolean): MergePlan | null;
  /** Replaces the sources of a merge by its result; records deleted during the merge are deleted there too. */
  applyMerge(plan: MergePlan, merged: Merged): void;
  /** Frees what only helps while more changes are coming. */
  releaseCaches(): void;
  /** What is to be trained; `null` when everything is, or vectors are supplied with the records. */
  trainingSet(): TrainingSet | null;
  /** Installs a trained model and its vectors. Vectors of segments merged away during the training are dropped. */
  installTraining(set: TrainingSet, result: TrainingResult): void;
};

/** An index from a snapshot, with its lexicon. */
export type Kept = { generation: Generation; words: Words };

/** `space`: vectors of this space are supplied with records; otherwise meaning is learned from them. */
export function createWriter(fields: Fields, vocabulary: readonly string[], kept?: Kept, space?: string): Writer {
  const entries: Entry[] = [...(kept?.generation.entries ?? [])];
  let seq = kept?.generation.seq ?? 0;
  let words: Words = kept?.words ?? learnLexicon([], vocabulary, 0);
  let lexicon = kept?.generation.lexicon ?? packLexicon(words);
  let current: Generation | null = null;
  let model: Model | null = kept?.generation.model ?? null;
  let changes = kept?.generation.changes ?? 0;
  /** The number of changes at which there was nothing to train. */
  let nothingToTrainAt = -1;
  let lastId = entries.reduce((most, entry) => Math.max(most, entry.id), 0);

  const inverter = createInverter(fields);

  const liveSize = (entry: Entry): number => entry.segment.size - countBits(entry.deleted);
  const entryOf = ({ segment, vectors }: Pick<Merged, 'segment' | 'vectors'>): Entry => {
    const own = vectors?.space === (space ?? model?.space) ? vectors : undefined;
    const folded = own === undefined && model !== null && segment.size <= PROJECTED_AT_ONCE ? projectSegment(segment, model) : own;
    return { id: ++lastId, segment, deleted: sharedWords(bitWords(segment.size)), vectors: folded };
  };
  const mergeOne = (source: Source): Entry =>
    entryOf(runMerge([source], { full: false, words, base: entries[0]!.segment }, fields, vocabulary));

  /** Bits of a published generation stay as they are: a copy is changed. */
  const remove = (id: string, copied: Set<number>): void => {
    for (let e = 0; e < entries.length; e++) {
      const record = find(entries[e]!.segment.ids, id);
      if (record < 0 || has(entries[e]!.deleted, record)) continue;
      if (!copied.has(e)) {
        const deleted = sharedWords(entries[e]!.deleted.length);
        deleted.set(entries[e]!.deleted);
        entries[e] = { ...entries[e]!, deleted };
        copied.add(e);
      }
      markDeleted(entries[e]!, record, fields.text.length);
      return;
    }
  };

  const generation = (): Generation => {
    current ??= { entries: [...entries], records: entries.reduce((sum, entry) => sum + liveSize(entry), 0), seq, lexicon, model, changes };
    return current;
  };

  return {
    generation,
    apply(list) {
      const last = new Map(list.map((change) => [change.id, change.record]));
      const records: SearchRecord[] = [];
      for (const [id, record] of last) if (record !== null) records.push(record.id === id ? record : { ...record, id });
      records.sort((a, b) => compareStrings(a.id, b.id));
      // A record that cannot be read stops here, before anything is changed.
      const vectors = space === undefined ? undefined : suppliedVectors(records, space);
      const raw: Source | null = records.length > 0 ? { segment: inverter.invert(records), deleted: null, vectors, raw: true } : null;
      const copied = new Set<number>();
      for (const id of last.keys()) remove(id, copied);
      if (raw !== null && entries.length > 0) {
        entries.push(mergeOne(raw));
      } else if (raw !== null) {
        const merged = runMerge([raw], { full: true, words, base: null }, fields, vocabulary);
        words = merged.words;
        lexicon = packLexicon(words);
        entries.push(entryOf(merged));
      }
      changes += last.size;
      for (const change of list) seq = Math.max(seq, change.seq);
      current = null;
    },
    nextMerge(underWay, busy = false) {
      const free = underWay === null ? 0 : underWay.from + underWay.entries.length;
      const sizes = entries.map(liveSize);
      const plan = (from: number, full: boolean): MergePlan => ({
        from,
        // The counts go on changing while a merge is under way in another thread.
        entries: entries
          .slice(from)
          .map((entry) => ({ ...entry, segment: { ...entry.segment, surfaceLive: entry.segment.surfaceLive.slice() } })),
        full,
        words,
        base: full ? null : entries[0]!.segment,
      });
      if (free === 0 && entries.length > 0) {
        const others = sizes.slice(1).reduce((sum, size) => sum + size, 0);
        const base = entries[0]!.segment.size;
        const enough = sizes[0]! * (sizes[0]! >= LARGE_BASE ? BESIDE_LARGE : 1);
        if ((entries.length > 1 && others >= enough) || base - sizes[0]! > base * MOST_DELETED) return plan(0, true);
      }
      let from = entries.length - 1;
      let sum = sizes[from] ?? 0;
      const last = sum;
      const near = (size: number): boolean => size <= (busy ? 2 * last : NEIGHBOUR * sum);
      while (from > Math.max(1, free) && near(sizes[from - 1]!)) sum += sizes[--from]!;
      return entries.length - from >= (busy ? ROW : 2) ? plan(from, false) : null;
    },
    applyMerge(plan, merged) {
      const entry = entryOf(merged);
      plan.entries.forEach((old, i) => {
        const now = entries[plan.from + i]!;
        for (let record = 0; record < old.segment.size; record++) {
          if (!has(now.deleted, record) || has(old.deleted, record)) continue;
          markDeleted(entry, find(entry.segment.ids, stringAt(old.segment.ids, record)), fields.text.length);
        }
      });
      entries.splice(plan.from, plan.entries.length, entry);
      if (plan.full) {
        words = merged.words;
        lexicon = packLexicon(words);
        // What was added during the merge was split by the old lexicon.
        for (let e = 1; e < entries.length; e++) entries[e] = mergeOne(entries[e]!);
      }
      current = null;
    },
    releaseCaches: () => inverter.releaseCache(),
    trainingSet: () => (space === undefined && changes !== nothingToTrainAt ? nextTrainingSet(generation()) : null),
    installTraining(set, result) {
      if (result.model === null) {
        nothingToTrainAt = set.changes;
        return;
      }
      if (set.model === null) changes -= set.changes;
      model = result.model;
      const vectors = new Map(result.vectors.map((each) => [each.id, each.vectors]));
      entries.forEach((entry, e) => {
        const own = vectors.get(entry.id);
        if (own !== undefined) entries[e] = { ...entry, vectors: own };
        else if (entry.vectors?.space !== model!.space && entry.segment.size <= PROJECTED_AT_ONCE)
          entries[e] = { ...entry, vectors: projectSegment(entry.segment, model!) };
      });
      current = null;
    },
  };
}

/** Merges segments; a full merge learns the lexicon from their words first. */
export function runMerge(
  sources: readonly Source[],
  plan: Pick<MergePlan, 'full' | 'words' | 'base'>,
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
