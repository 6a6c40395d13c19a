/** The thread that changes the index. Large merges run in another thread, so that changes do not wait. */
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
import { release, THREAD_LIMITS } from './release.ts';

/** Minimum number of records of a merge in a separate thread. */
const MIN_SEPARATE_MERGE = 20_000;
/** Time in milliseconds without changes before training, so that a new catalogue is trained once. */
const PAUSE = 700;
/**
 * Number of changes in one batch that count as bulk loading. Merges and training then wait three times as long as the batches are apart,
 * between the minimum and the maximum in milliseconds, instead of running between every two batches.
 */
const MIN_BULK = 1_000;
const BULK_PAUSE = { apart: 3, min: 5_000, max: 60_000 };

function pauseAfter(changes: number, apart: number): number {
  if (changes < MIN_BULK) return PAUSE;
  const { apart: factor, min, max } = BULK_PAUSE;
  return apart > max ? min : Math.min(max, Math.max(min, apart * factor));
}

export function serveChanges(port: MessagePort, options: OpenOptions): void {
  const fields = fieldsOf(options.schema);
  const vocabulary = options.vocabulary ?? [];
  const schema = schemaHash(options.schema, vocabulary, options.space);
  const stored = options.snapshot === undefined ? undefined : loadSnapshot(options.snapshot, schema);
  const writer = new Writer(fields, vocabulary, stored, options.space);
  const inverters = startInverters(options, INVERTERS);
  const known = new Set<number>();
  let merger: Worker | null = null;
  let runningMerge: MergePlan | null = null;
  let trainer: Worker | null = null;
  let trainingSet: TrainingSet | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pause = PAUSE;
  let appliedAt = -Infinity;
  /** Number of changes that are being inverted or wait for earlier ones; merges and training wait for them. */
  let applying = 0;
  /** Number of failed changes, and the reason of the last failure. */
  let failures = 0;
  let lastFailure: unknown;

  const send = (message: FromWriter): void => port.postMessage(message);
  const publishView = (): void => {
    const view = writer.view();
    send({ kind: 'view', publication: publish(view, bytesOf(view), known) });
    waitForRest();
  };
  const waitForRest = (): void => {
    clearTimeout(timer);
    timer = setTimeout(settle, pause).unref();
  };
  /** Runs after a pause in the changes: merges small segments and trains. */
  const settle = (): void => {
    if (applying > 0) return waitForRest();
    writer.releaseCaches();
    inverters.end();
    const before = writer.view();
    merge(false);
    if (runningMerge !== null) return;
    if (writer.view() === before) startTraining();
    else publishView();
  };
  const startTraining = (): void => {
    if (trainingSet !== null || runningMerge !== null) return;
    trainingSet = writer.trainingSet();
    if (trainingSet === null) return;
    const data: ThreadData = { role: 'trainer', options };
    trainer = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: THREAD_LIMITS })
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
  /** The thread ends after each training to release its memory. A failed training is repeated after the next change. */
  const stopTraining = (): void => {
    void trainer?.terminate();
    trainer = null;
    trainingSet = null;
  };
  const releaseSources = (plan: MergePlan): void => release(plan.segments.reduce((sum, live) => sum + segmentBytes(live.segment), 0));
  const merge = (busy: boolean): void => {
    for (let plan = writer.nextMerge(runningMerge, busy); plan !== null; plan = writer.nextMerge(runningMerge, busy)) {
      const size = plan.segments.reduce((sum, live) => sum + live.segment.size, 0);
      if (size <= MIN_SEPARATE_MERGE) {
        writer.applyMerge(plan, runMerge(plan.segments, plan, fields, vocabulary));
        releaseSources(plan);
      } else if (runningMerge === null) {
        runningMerge = plan;
        const data: ThreadData = { role: 'merger', options };
        merger ??= new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: THREAD_LIMITS })
          .on('message', finishMerge)
          .on('error', abandonMerge);
        merger.postMessage({ plan } satisfies ToMerger);
      } else {
        return;
      }
    }
  };
  const finishMerge = ({ merged }: FromMerger): void => {
    const plan = runningMerge!;
    runningMerge = null;
    writer.applyMerge(plan, { ...merged, segment: revive(merged.segment) });
    releaseSources(plan);
    merge(true);
    publishView();
  };
  /** A failed merge is repeated with the next change; the index is complete without it. */
  const abandonMerge = (): void => {
    merger = null;
    runningMerge = null;
  };
  /**
   * Inverts few records in this thread and more in others, so that the next batch is inverted while this thread applies the previous one.
   */
  const invertAll = async (parts: readonly PackedRecords[]): Promise<Inverted[]> => {
    const [only] = parts;
    const here = parts.length === 1 && only!.ids.length < 2 * MIN_PART;
    const segments = here ? [writer.invert(only!.ids, unpackRecords(only!))] : await Promise.all(inverters.invert(parts));
    return segments.map((segment, i) => ({ segment, vectors: parts[i]!.vectors }));
  };
  const takeIn = ({ parts: _, ...latest }: PackedChanges, inverted: readonly Inverted[]): void => {
    pause = pauseAfter(latest.ids.length, performance.now() - appliedAt);
    writer.take(latest, inverted);
    for (const { segment } of inverted) release(segmentBytes(segment));
    appliedAt = performance.now();
    merge(true);
    publishView();
  };
  /** Changes after failed ones are rejected; otherwise the index would claim to contain all changes up to them. */
  const apply = ({ changes, failures: known }: ToApply): (() => Promise<void>) => {
    applying++;
    const inverting = invertAll(changes.parts);
    // The failure is reported when the batch is applied.
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
      clearTimeout(timer);
      inverters.end();
      void merger?.terminate();
      void trainer?.terminate();
    }
  };
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (message: ToWriter) => {
    const work = message.kind === 'apply' ? apply(message) : () => handle(message);
    turn = turn.then(work).then(
      () => send({ kind: 'done', job: message.job, failures }),
      (error: unknown) => send({ kind: 'done', job: message.job, failure: failureOf(error), failures }),
    );
  });
  publishView();
}
