/** Writes the index: new records become small segments, deletions set bits, and segments are merged as they accumulate. */
import { learnLexicon } from '../analysis/compounds.ts';
import type { Change, SearchRecord } from '../api.ts';
import { bitWords, has } from '../index/bits.ts';
import { compareStrings, find, finderOf, stringAt } from '../index/dictionary.ts';
import { packLexicon, type IndexView, type LiveSegment } from '../index/index-view.ts';
import { sharedWords, shareWords } from '../index/memory.ts';
import type { Model } from '../index/model.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { quantiseVectors } from '../index/vector-rows.ts';
import { projectSegment } from '../vectors/project.ts';
import { nextTrainingSet, type TrainingResult, type TrainingSet } from '../vectors/training.ts';
import { findLatestChanges, type InvertedRecords, type LatestChanges } from './batch.ts';
import { markDeleted } from './delete.ts';
import { createInverter } from './invert.ts';
import { liveSize, planMerge, type MergePlan } from './merge-plan.ts';
import { runMerge, type SegmentMergeResult, type Words } from './run-merge.ts';
import type { Source } from './source.ts';

/** Maximum number of new records whose vectors are computed immediately. Vectors of larger batches are computed by the training thread. */
const MAX_PROJECTED = 1_000;

/** An index from a snapshot, with its lexicon. */
export type StoredIndex = { view: IndexView; words: Words };

/** The writer of one index. Published views are never changed; each change creates a new view. */
export class Writer {
  readonly #fields: Fields;
  readonly #vocabulary: readonly string[];
  /** Vector space of the vectors supplied with records. If it is `undefined`, the model is trained on the records. */
  readonly #space: string | undefined;
  readonly #inverter: ReturnType<typeof createInverter>;
  readonly #segments: LiveSegment[];
  #words: Words;
  #lexicon: IndexView['lexicon'];
  #model: Model | null;
  #seq: number;
  #changes: number;
  #lastId: number;
  #view: IndexView | null = null;
  /** The number of changes at the last check that found nothing to train. */
  #nothingToTrainAt = -1;

  constructor(fields: Fields, vocabulary: readonly string[], stored?: StoredIndex, space?: string) {
    this.#fields = fields;
    this.#vocabulary = vocabulary;
    this.#space = space;
    this.#inverter = createInverter(fields);
    this.#segments = [...(stored?.view.segments ?? [])];
    this.#words = stored?.words ?? learnLexicon([], vocabulary, 0);
    this.#lexicon = stored?.view.lexicon ?? packLexicon(this.#words);
    this.#model = stored?.view.model ?? null;
    this.#seq = stored?.view.seq ?? 0;
    this.#changes = stored?.view.changes ?? 0;
    this.#lastId = this.#segments.reduce((max, { id }) => Math.max(max, id), 0);
  }

  view(): IndexView {
    this.#view ??= {
      segments: [...this.#segments],
      records: this.#segments.reduce((sum, live) => sum + liveSize(live), 0),
      seq: this.#seq,
      lexicon: this.#lexicon,
      model: this.#model,
      changes: this.#changes,
    };
    return this.#view;
  }

  /** Applies the changes in order. The next view includes them. */
  apply(changes: readonly Change[]): void {
    const { records, ...latest } = findLatestChanges(changes);
    const inverted = (): InvertedRecords => {
      const ids = records.map(({ id }) => id);
      return { segment: this.invert(ids, records), vectors: records.map(({ vector }) => vector) };
    };
    this.take(latest, records.length > 0 ? [inverted()] : []);
  }

  /** Inverts the records. Throws if a record cannot be read; nothing has been changed at that point. */
  invert(ids: readonly string[], records: Iterable<SearchRecord>): Segment {
    return this.#inverter.invert(ids, records);
  }

  /** Replaces all changed records by the inverted records. */
  take({ seq, ids }: Omit<LatestChanges, 'records'>, inverted: readonly InvertedRecords[]): void {
    const raw = inverted.map(({ segment, vectors }): Source => {
      return { segment, deleted: null, vectors: this.#space === undefined ? undefined : quantiseVectors(vectors, this.#space), raw: true };
    });
    this.#remove(ids);
    if (raw.length > 0) this.#segments.push(this.#segments.length > 0 ? this.#complete(raw) : this.#makeBase(raw));
    this.#changes += ids.length;
    this.#seq = Math.max(this.#seq, seq);
    this.#view = null;
  }

  /**
   * Returns the next due merge, or `null` if none is due. The merge shares no source with the merge `underWay`. `busy` means that more changes
   * follow.
   */
  nextMerge(underWay: MergePlan | null, busy = false): MergePlan | null {
    return planMerge(this.#segments, this.#words, underWay, busy);
  }

  /** Replaces the sources of a merge by its result. Records that were deleted during the merge are deleted in the result. */
  applyMerge(plan: MergePlan, merged: SegmentMergeResult): void {
    const live = this.#liveSegment(merged);
    plan.segments.forEach((old, i) => {
      const now = this.#segments[plan.from + i]!;
      for (let record = 0; record < old.segment.size; record++) {
        if (!has(now.deleted, record) || has(old.deleted, record)) continue;
        markDeleted(live, find(live.segment.ids, stringAt(old.segment.ids, record)), this.#fields.text.length, this.#inverter.words);
      }
    });
    this.#segments.splice(plan.from, plan.segments.length, live);
    if (plan.full) {
      this.#useWords(merged.words);
      // Records that were added during the merge were split by the old lexicon.
      for (let e = 1; e < this.#segments.length; e++) this.#segments[e] = this.#complete([this.#segments[e]!]);
    }
    this.#view = null;
  }

  /** Releases caches that are useful only while changes continue. */
  releaseCaches(): void {
    this.#inverter.releaseCache();
  }

  /** Returns the next training set, or `null` if no training is due or if vectors are supplied with the records. */
  trainingSet(): TrainingSet | null {
    return this.#space === undefined && this.#changes !== this.#nothingToTrainAt ? nextTrainingSet(this.view()) : null;
  }

  /** Installs a trained model and its vectors. Vectors of segments that were merged during the training are dropped. */
  installTraining(set: TrainingSet, result: TrainingResult): void {
    const { model } = result;
    if (model === null) {
      this.#nothingToTrainAt = set.changes;
      return;
    }
    if (set.model === null) this.#changes -= set.changes;
    this.#model = model;
    const trained = new Map(result.vectors.map((each) => [each.id, each.vectors]));
    this.#segments.forEach((live, e) => {
      const own = trained.get(live.id);
      if (own !== undefined) this.#segments[e] = { ...live, vectors: own };
      else if (live.vectors?.space !== model.space && live.segment.size <= MAX_PROJECTED)
        this.#segments[e] = { ...live, vectors: projectSegment(live.segment, model) };
    });
    this.#view = null;
  }

  #useWords(words: Words): void {
    this.#words = words;
    this.#lexicon = packLexicon(words);
  }

  /** Creates the first segment, from which the lexicon is learned. */
  #makeBase(raw: readonly Source[]): LiveSegment {
    const merged = runMerge(raw, { full: true, words: this.#words, base: null }, this.#fields, this.#vocabulary);
    this.#useWords(merged.words);
    return this.#liveSegment(merged);
  }

  #complete(sources: readonly Source[]): LiveSegment {
    const plan = { full: false, words: this.#words, base: this.#segments[0]!.segment };
    return this.#liveSegment(runMerge(sources, plan, this.#fields, this.#vocabulary));
  }

  #liveSegment({ segment, vectors }: Pick<SegmentMergeResult, 'segment' | 'vectors'>): LiveSegment {
    const own = vectors?.space === (this.#space ?? this.#model?.space) ? vectors : undefined;
    const projects = own === undefined && this.#model !== null && segment.size <= MAX_PROJECTED;
    return {
      id: ++this.#lastId,
      segment,
      deleted: sharedWords(bitWords(segment.size)),
      vectors: projects ? projectSegment(segment, this.#model!) : own,
    };
  }

  /** Deletes records in a copy of the bitmaps, because published views must not change. */
  #remove(ids: readonly string[]): void {
    const inOrder = [...ids].sort(compareStrings);
    this.#segments.forEach((live, e) => {
      const findRecord = finderOf(live.segment.ids);
      let changed: LiveSegment | null = null;
      for (const id of inOrder) {
        const record = findRecord(id);
        if (record < 0 || has((changed ?? live).deleted, record)) continue;
        changed ??= { ...live, deleted: shareWords(live.deleted) };
        markDeleted(changed, record, this.#fields.text.length, this.#inverter.words);
      }
      if (changed !== null) this.#segments[e] = changed;
    });
  }
}
