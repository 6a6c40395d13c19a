/** The thread that changes the index. Large merges are done by a thread of its own, so that changes are never kept waiting. */
import { Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { bytesOf, meaningBytes, segmentBytes } from '../index/index-view.ts';
import { fieldsOf, revive } from '../index/segment.ts';
import { loadSnapshot, saveSnapshot, schemaHash } from '../writer/snapshot.ts';
import type { MergePlan } from '../writer/merge-plan.ts';
import { runMerge } from '../writer/run-merge.ts';
import type { Inverted } from '../writer/batch.ts';
import { Writer } from '../writer/writer.ts';
import { startInverters } from './inverters.ts';
import type { TrainingSet } from '../vectors/training.ts';
import { reviveModel } from '../index/model.ts';
import type { FromMerger, FromTrainer, FromWriter, ThreadData, ToApply, ToMerger, ToWriter } from './messages.ts';
import { failureOf, publish } from './messages.ts';
import { INVERTERS, MIN_PART, unpackRecords, type PackedChanges, type PackedRecords } from './pack.ts';
import { release, YOUNG } from './release.ts';

/** Merges of more records than this run in a thread of their own. */
const LARGE = 20_000;
/** Training waits until there was no change for so many milliseconds: a catalogue that is being filled is trained on once. */
const QUIET = 700;
/**
 * So many changes at a time fill a catalogue, and more come: what waits until they rest waits for three times as long as they were apart, in
 * milliseconds at least and at most. Otherwise it would be trained, merged and learned anew between every two of them.
 */
const FILLING = 1_000;
const REST_OF_FILLING = { apart: 3, least: 5_000, most: 60_000 };

function restAfter(changes: number, apart: number): number {
  if (changes < FILLING) return QUIET;
  const { apart: times, least, most } = REST_OF_FILLING;
  return apart > most ? least : Math.min(most, Math.max(least, apart * times));
}

export function serveChanges(port: MessagePort, options: OpenOptions): void {
  const fields = fieldsOf(options.schema);
  const vocabulary = options.vocabulary ?? [];
  const schema = schemaHash(options.schema, vocabulary, options.space);
  const kept = options.snapshot === undefined ? undefined : loadSnapshot(options.snapshot, schema);
  const writer = new Writer(fields, vocabulary, kept, options.space);
  const inverters = startInverters(options, INVERTERS);
  const known = new Set<number>();
  let merger: Worker | null = null;
  let mergeUnderWay: MergePlan | null = null;
  let trainer: Worker | null = null;
  let trainingSet: TrainingSet | null = null;
  let quiet: NodeJS.Timeout | undefined;
  let rest = QUIET;
  let appliedAt = -Infinity;
  /** Changes whose records are being inverted, or wait for those before; what waits until changes rest waits on. */
  let applying = 0;
  /** How many changes failed, and why the last ones did. */
  let failures = 0;
  let lastFailure: unknown;

  const say = (message: FromWriter): void => port.postMessage(message);
  const publishView = (): void => {
    const view = writer.view();
    say({ kind: 'view', publication: publish(view, bytesOf(view), known) });
    waitForRest();
  };
  const waitForRest = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(settle, rest).unref();
  };
  /** What waits until there are no more changes: merging small segments, and training. */
  const settle = (): void => {
    if (applying > 0) return waitForRest();
    writer.releaseCaches();
    inverters.end();
    const before = writer.view();
    merge(false);
    if (mergeUnderWay !== null) return;
    if (writer.view() === before) startTraining();
    else publishView();
  };
  const startTraining = (): void => {
    if (trainingSet !== null || mergeUnderWay !== null) return;
    trainingSet = writer.trainingSet();
    if (trainingSet === null) return;
    const data: ThreadData = { role: 'trainer', options };
    trainer = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: YOUNG })
      .on('message', finishTraining)
      .on('error', stopTraining);
    trainer.postMessage(trainingSet);
  };
  const finishTraining = ({ model, vectors }: FromTrainer): void => {
    if (trainingSet!.model === null) release(meaningBytes(writer.view()));
    writer.installTraining(trainingSet!, { model: model === null ? null : reviveModel(model), vectors });
    stopTraining();
    publishView();
  };
  /** The thread ends after each training, which gives its memory back. A training that failed is tried again after the next change. */
  const stopTraining = (): void => {
    void trainer?.terminate();
    trainer = null;
    trainingSet = null;
  };
  const releaseSources = (plan: MergePlan): void => release(plan.segments.reduce((sum, live) => sum + segmentBytes(live.segment), 0));
  const merge = (busy: boolean): void => {
    for (let plan = writer.nextMerge(mergeUnderWay, busy); plan !== null; plan = writer.nextMerge(mergeUnderWay, busy)) {
      const size = plan.segments.reduce((sum, live) => sum + live.segment.size, 0);
      if (size <= LARGE) {
        writer.applyMerge(plan, runMerge(plan.segments, plan, fields, vocabulary));
        releaseSources(plan);
      } else if (mergeUnderWay === null) {
        mergeUnderWay = plan;
        const data: ThreadData = { role: 'merger', options };
        merger ??= new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: YOUNG })
          .on('message', finishMerge)
          .on('error', abandonMerge);
        merger.postMessage({ plan } satisfies ToMerger);
      } else {
        return;
      }
    }
  };
  const finishMerge = ({ merged }: FromMerger): void => {
    const plan = mergeUnderWay!;
    mergeUnderWay = null;
    writer.applyMerge(plan, { ...merged, segment: revive(merged.segment) });
    releaseSources(plan);
    merge(true);
    publishView();
  };
  /** A merge that failed is tried again with the next change; the index is whole without it. */
  const abandonMerge = (): void => {
    merger = null;
    mergeUnderWay = null;
  };
  /** Few records here, more elsewhere: the next ones are inverted while this thread takes in those before. */
  const invertAll = async (parts: readonly PackedRecords[]): Promise<Inverted[]> => {
    const [only] = parts;
    const here = parts.length === 1 && only!.ids.length < 2 * MIN_PART;
    const segments = here ? [writer.invert(only!.ids, unpackRecords(only!))] : await Promise.all(inverters.invert(parts));
    return segments.map((segment, i) => ({ segment, vectors: parts[i]!.vectors }));
  };
  const takeIn = ({ parts: _, ...latest }: PackedChanges, inverted: readonly Inverted[]): void => {
    rest = restAfter(latest.ids.length, performance.now() - appliedAt);
    writer.take(latest, inverted);
    for (const { segment } of inverted) release(segmentBytes(segment));
    appliedAt = performance.now();
    merge(true);
    publishView();
  };
  /** Changes that follow failed ones are refused: with them the index would say that it knows everything up to them. */
  const apply = ({ changes, failures: known }: ToApply): (() => Promise<void>) => {
    applying++;
    const inverting = invertAll(changes.parts);
    // A failure is told in its turn.
    inverting.catch(() => undefined);
    return async () => {
      if (known < failures) {
        await inverting.catch(() => undefined).finally(() => applying--);
        throw lastFailure;
      }
      try {
        takeIn(changes, await inverting.finally(() => applying--));
      } catch (error) {
        failures++;
        lastFailure = error;
        throw error;
      }
    };
  };
  const handle = async (message: Exclude<ToWriter, ToApply>): Promise<void> => {
    if (message.kind === 'save') {
      if (options.snapshot !== undefined) saveSnapshot(options.snapshot, writer.view(), schema);
    } else {
      clearTimeout(quiet);
      inverters.end();
      void merger?.terminate();
      void trainer?.terminate();
    }
  };
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (message: ToWriter) => {
    const work = message.kind === 'apply' ? apply(message) : () => handle(message);
    turn = turn.then(work).then(
      () => say({ kind: 'done', job: message.job, failures }),
      (error: unknown) => say({ kind: 'done', job: message.job, failure: failureOf(error), failures }),
    );
  });
  publishView();
}
