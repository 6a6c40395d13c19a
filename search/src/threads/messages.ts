/** Messages between the threads of the engine. */
import type { Engine, OpenOptions, PreferredTerm } from '../api.ts';
import { SearchError } from '../api.ts';
import type { IndexView } from '../index/index-view.ts';
import { segmentBytes } from '../index/index-view.ts';
import { releaseMemory } from './release.ts';
import type { Segment } from '../index/segment.ts';
import type { PackedChanges, PackedRecords } from './pack.ts';
import type { Dictionary } from '../index/dictionary.ts';
import { toBuffer } from '../index/dictionary.ts';
import { revive } from '../index/segment.ts';
import type { MergePlan } from '../writer/merge-plan.ts';
import type { SegmentMergeResult } from '../writer/run-merge.ts';
import type { TrainingResult, TrainingSet } from '../vectors/training.ts';
import type { Model, Vectors } from '../index/model.ts';
import { reviveModel } from '../index/model.ts';

export type Method = 'search' | 'semantic' | 'facets' | 'suggest' | 'similar' | 'ids' | 'compare';

/** A view in which segments that the receiver already has are `null`. */
export type Publication = {
  segments: { id: number; deleted: Uint32Array; segment: Segment | null; vectors: Vectors | undefined }[];
  records: number;
  seq: number;
  bytes: number;
  lexicon: { words: Dictionary; counts: Uint32Array };
  model: Model | null;
  changes: number;
};

export type Failure = { code: SearchError['code'] | null; message: string };

export type ToSearcher =
  | { kind: 'view'; publication: Publication }
  /** Synonyms as a single string, because the list may be long (see `packSynonyms`). */
  | { kind: 'synonyms'; packed: string }
  | { kind: 'ask'; job: number; method: Method; query: Parameters<Engine[Method]>[0] };
export type FromSearcher =
  /** `ready` means that the thread has received its first view. An answer is JSON text, which is transferred much faster than objects. */
  { kind: 'ready' } | { kind: 'answer'; job: number; answer?: string; failure?: Failure };

/** `failures` is the number of failed changes that the sender had received when it read `changes`. */
export type ToApply = { kind: 'apply'; job: number; changes: PackedChanges; failures: number };
export type ToWriter = ToApply | { kind: 'save' | 'close'; job: number };
/** `failures` is the number of failed changes so far, excluding changes that were rejected because they follow failed ones. */
export type FromWriter = { kind: 'view'; publication: Publication } | { kind: 'done'; job: number; failure?: Failure; failures: number };

export type ToInverter = Omit<PackedRecords, 'vectors'>;
export type FromInverter = { segment?: Segment; failure?: Failure };

export type ToMerger = { plan: MergePlan };
export type FromMerger = { merged: SegmentMergeResult };

export type ToTrainer = TrainingSet;
export type FromTrainer = TrainingResult;

export type ThreadData = { role: 'searcher' | 'writer' | 'inverter' | 'merger' | 'trainer'; options: OpenOptions };

/** Packs synonyms into a single string, which is transferred quickly between threads. */
export function packSynonyms(groups: readonly (readonly string[])[], useInstead: readonly PreferredTerm[] = []): string {
  return [groups, useInstead].map((rows) => rows.map((row) => row.join('\u001f')).join('\u001e')).join('\u001d');
}

export function unpackSynonyms(packed: string): [groups: string[][], useInstead: PreferredTerm[]] {
  const [groups, useInstead] = packed
    .split('\u001d')
    .map((rows) => (rows === '' ? [] : rows.split('\u001e').map((row) => row.split('\u001f'))));
  return [groups!, useInstead as unknown as PreferredTerm[]];
}

export function failureOf(error: unknown): Failure {
  return error instanceof SearchError
    ? { code: error.code, message: error.message }
    : { code: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function errorOf(failure: Failure): Error {
  return failure.code === null ? new Error(failure.message) : new SearchError(failure.code, failure.message);
}

/** Returns a view for a receiver that already has the segments `known`. Adds the sent segments to `known`. */
export function publish(view: IndexView, bytes: number, known: Set<number>): Publication {
  const segments = view.segments.map(({ id, deleted, segment, vectors }) => ({
    id,
    deleted,
    segment: known.has(id) ? null : segment,
    vectors,
  }));
  known.clear();
  for (const { id } of segments) known.add(id);
  return {
    segments,
    records: view.records,
    seq: view.seq,
    bytes,
    lexicon: view.lexicon,
    model: view.model,
    changes: view.changes,
  };
}

/** Restores a view from a publication and the segments `known`, and updates `known`. */
export function receive(publication: Publication, known: Map<number, Segment>): IndexView {
  const segments = publication.segments.map(({ id, deleted, segment, vectors }) => ({
    id,
    deleted,
    vectors,
    segment: segment === null ? known.get(id)! : revive(segment),
  }));
  const current = new Set(segments.map(({ id }) => id));
  for (const [id, segment] of known) if (!current.has(id)) releaseMemory(segmentBytes(segment));
  known.clear();
  for (const { id, segment } of segments) known.set(id, segment);
  const { words, counts } = publication.lexicon;
  const { model, changes } = publication;
  return {
    segments,
    records: publication.records,
    seq: publication.seq,
    lexicon: { words: { bytes: toBuffer(words.bytes), offsets: words.offsets }, counts },
    model: model === null ? null : reviveModel(model),
    changes,
  };
}
