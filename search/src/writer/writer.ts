/** The writer of the index: new records become small segments, deletions bits, and segments are merged as they accumulate. */
import { learnLexicon } from '../analysis/compounds.ts';
import type { Change, SearchRecord } from '../api.ts';
import { bitWords, has } from '../index/bits.ts';
import { compareStrings, find, finderOf, stringAt } from '../index/dictionary.ts';
import { packLexicon, type IndexView, type LiveSegment } from '../index/index-view.ts';
import { sharedWords, shareWords } from '../index/memory.ts';
import type { Model } from '../index/model.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { suppliedVectors } from '../index/vector-rows.ts';
import { projectSegment } from '../vectors/project.ts';
import { nextTrainingSet, type TrainingResult, type TrainingSet } from '../vectors/training.ts';
import { latestOf, type Inverted, type Latest } from './batch.ts';
import { markDeleted } from './delete.ts';
import { createInverter } from './invert.ts';
import { liveSize, planMerge, type MergePlan } from './merge-plan.ts';
import { runMerge, type Merged, type Words } from './run-merge.ts';
import type { Source } from './source.ts';

/** The vectors of more new records than this are computed in the training thread. */
const PROJECTED_AT_ONCE = 1_000;

/** An index from a snapshot, with its lexicon. */
export type Kept = { view: IndexView; words: Words };

/** One index as it is written. What it gives out is never changed again: the next view is a new one. */
export class Writer {
  readonly #fields: Fields;
  readonly #vocabulary: readonly string[];
  /** Vectors of this space are supplied with records; otherwise meaning is learned from them. */
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
  /** The number of changes at which there was nothing to train. */
  #nothingToTrainAt = -1;

  constructor(fields: Fields, vocabulary: readonly string[], kept?: Kept, space?: string) {
    this.#fields = fields;
    this.#vocabulary = vocabulary;
    this.#space = space;
    this.#inverter = createInverter(fields);
    this.#segments = [...(kept?.view.segments ?? [])];
    this.#words = kept?.words ?? learnLexicon([], vocabulary, 0);
    this.#lexicon = kept?.view.lexicon ?? packLexicon(this.#words);
    this.#model = kept?.view.model ?? null;
    this.#seq = kept?.view.seq ?? 0;
    this.#changes = kept?.view.changes ?? 0;
    this.#lastId = this.#segments.reduce((most, { id }) => Math.max(most, id), 0);
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

  /** Applies the changes in their order; the next view has them. */
  apply(changes: readonly Change[]): void {
    const { records, ...latest } = latestOf(changes);
    const inverted = (): Inverted => {
      const ids = records.map(({ id }) => id);
      return { segment: this.invert(ids, records), vectors: records.map(({ vector }) => vector) };
    };
    this.take(latest, records.length > 0 ? [inverted()] : []);
  }

  /** A record that cannot be read stops here, before anything is changed. */
  invert(ids: readonly string[], records: Iterable<SearchRecord>): Segment {
    return this.#inverter.invert(ids, records);
  }

  /** Puts what was inverted in place of all that changed. */
  take({ seq, ids }: Omit<Latest, 'records'>, inverted: readonly Inverted[]): void {
    const raw = inverted.map(({ segment, vectors }): Source => {
      return { segment, deleted: null, vectors: this.#space === undefined ? undefined : suppliedVectors(vectors, this.#space), raw: true };
    });
    this.#remove(ids);
    if (raw.length > 0) this.#segments.push(this.#segments.length > 0 ? this.#complete(raw) : this.#makeBase(raw));
    this.#changes += ids.length;
    this.#seq = Math.max(this.#seq, seq);
    this.#view = null;
  }

  /** The merge that is due, if any; none that touches the sources of the one under way. `busy`: more changes are on their way. */
  nextMerge(underWay: MergePlan | null, busy = false): MergePlan | null {
    return planMerge(this.#segments, this.#words, underWay, busy);
  }

  /** Replaces the sources of a merge by its result; records deleted during the merge are deleted there too. */
  applyMerge(plan: MergePlan, merged: Merged): void {
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
      // What was added during the merge was split by the old lexicon.
      for (let e = 1; e < this.#segments.length; e++) this.#segments[e] = this.#complete([this.#segments[e]!]);
    }
    this.#view = null;
  }

  /** Frees what only helps while more changes are coming. */
  releaseCaches(): void {
    this.#inverter.releaseCache();
  }

  /** What is to be trained; `null` when everything is, or vectors are supplied with the records. */
  trainingSet(): TrainingSet | null {
    return this.#space === undefined && this.#changes !== this.#nothingToTrainAt ? nextTrainingSet(this.view()) : null;
  }

  /** Installs a trained model and its vectors. Vectors of segments merged away during the training are dropped. */
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
      else if (live.vectors?.space !== model.space && live.segment.size <= PROJECTED_AT_ONCE)
        this.#segments[e] = { ...live, vectors: projectSegment(live.segment, model) };
    });
    this.#view = null;
  }

  #useWords(words: Words): void {
    this.#words = words;
    this.#lexicon = packLexicon(words);
  }

  /** The first segment: words are learned from it. */
  #makeBase(raw: readonly Source[]): LiveSegment {
    const merged = runMerge(raw, { full: true, words: this.#words, base: null }, this.#fields, this.#vocabulary);
    this.#useWords(merged.words);
    return this.#liveSegment(merged);
  }

  #complete(sources: readonly Source[]): LiveSegment {
    const plan = { full: false, words: this.#words, base: this.#segments[0]!.segment };
    return this.#liveSegment(runMerge(sources, plan, this.#fields, this.#vocabulary));
  }

  #liveSegment({ segment, vectors }: Pick<Merged, 'segment' | 'vectors'>): LiveSegment {
    const own = vectors?.space === (this.#space ?? this.#model?.space) ? vectors : undefined;
    const projects = own === undefined && this.#model !== null && segment.size <= PROJECTED_AT_ONCE;
    return {
      id: ++this.#lastId,
      segment,
      deleted: sharedWords(bitWords(segment.size)),
      vectors: projects ? projectSegment(segment, this.#model!) : own,
    };
  }

  /** Bits of a published view stay as they are: a copy is changed. */
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
