/** The messages between threads. */
import type { Change, Engine, OpenOptions } from '../api.ts';
import { SearchError } from '../api.ts';
import type { Generation } from '../index/generation.ts';
import { segmentBytes } from '../index/generation.ts';
import { release } from './release.ts';
import type { Segment } from '../index/segment.ts';
import type { Dictionary } from '../index/dictionary.ts';
import { asBuffer } from '../index/dictionary.ts';
import { revive } from '../index/segment.ts';
import type { MergePlan, Merged } from '../writer/writer.ts';
import type { TrainingResult, TrainingSet } from '../vectors/training.ts';
import type { Model, Vectors } from '../index/model.ts';
import { reviveModel } from '../index/model.ts';

export type Method = 'search' | 'semantic' | 'facets' | 'suggest' | 'similar' | 'ids';

/** A generation in which segments the receiver has are left out. */
export type Publication = {
  entries: { id: number; deleted: Uint32Array; segment: Segment | null; vectors: Vectors | undefined }[];
  records: number;
  seq: number;
  bytes: number;
  lexicon: { words: Dictionary; counts: Uint32Array };
  model: Model | null;
  changes: number;
};

export type Failure = { code: SearchError['code'] | null; message: string };

export type ToSearcher =
  | { kind: 'generation'; publication: Publication }
  /** As one text, for it may be long: see `packGroups`. */
  | { kind: 'synonyms'; packed: string }
  | { kind: 'ask'; job: number; method: Method; query: Parameters<Engine[Method]>[0] };
export type FromSearcher =
  /** The thread has its first generation. */
  { kind: 'ready' } | { kind: 'answer'; job: number; answer?: unknown; failure?: Failure };

export type ToWriter = { kind: 'apply'; job: number; changes: readonly Change[] } | { kind: 'save' | 'close'; job: number };
export type FromWriter = { kind: 'generation'; publication: Publication } | { kind: 'done'; job: number; failure?: Failure };

export type ToMerger = { plan: MergePlan };
export type FromMerger = { merged: Merged };

export type ToTrainer = TrainingSet;
export type FromTrainer = TrainingResult;

export type ThreadData = { role: 'searcher' | 'writer' | 'merger' | 'trainer'; options: OpenOptions };

/** Groups of words as one text, which threads hand on quickly. */
export function packGroups(groups: readonly (readonly string[])[]): string {
  return groups.map((group) => group.join('\u001f')).join('\u001e');
}

export function unpackGroups(packed: string): string[][] {
  return packed.split('\u001e').map((group) => group.split('\u001f'));
}

export function failureOf(error: unknown): Failure {
  return error instanceof SearchError
    ? { code: error.code, message: error.message }
    : { code: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function errorOf(failure: Failure): Error {
  return failure.code === null ? new Error(failure.message) : new SearchError(failure.code, failure.message);
}

/** Prepares a generation for a receiver; `known` is brought up to date. */
export function publish(generation: Generation, bytes: number, known: Set<number>): Publication {
  const entries = generation.entries.map(({ id, deleted, segment, vectors }) => ({
    id,
    deleted,
    segment: known.has(id) ? null : segment,
    vectors,
  }));
  known.clear();
  for (const { id } of entries) known.add(id);
  return {
    entries,
    records: generation.records,
    seq: generation.seq,
    bytes,
    lexicon: generation.lexicon,
    model: generation.model,
    changes: generation.changes,
  };
}

/** The generation a publication stands for; `known` holds the segments so far and is brought up to date. */
export function receive(publication: Publication, known: Map<number, Segment>): Generation {
  const entries = publication.entries.map(({ id, deleted, segment, vectors }) => ({
    id,
    deleted,
    vectors,
    segment: segment === null ? known.get(id)! : revive(segment),
  }));
  const kept = new Set(entries.map(({ id }) => id));
  for (const [id, segment] of known) if (!kept.has(id)) release(segmentBytes(segment));
  known.clear();
  for (const { id, segment } of entries) known.set(id, segment);
  const { words, counts } = publication.lexicon;
  const { model, changes } = publication;
  return {
    entries,
    records: publication.records,
    seq: publication.seq,
    lexicon: { words: { bytes: asBuffer(words.bytes), offsets: words.offsets }, counts },
    model: model === null ? null : reviveModel(model),
    changes,
  };
}
