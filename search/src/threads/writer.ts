/** Thread that changes the index. Large merges run in another thread, so that changes do not wait for them. */
import type { MessagePort } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { bytesOf, segmentBytes } from '../index/index-view.ts';
import { fieldsOf } from '../index/segment.ts';
import type { InvertedRecords } from '../writer/batch.ts';
import { loadSnapshot, saveSnapshot, schemaHash } from '../writer/snapshot.ts';
import { Writer } from '../writer/writer.ts';
import { startInverters } from './inverters.ts';
import { createMerges } from './merges.ts';
import type { FromWriter, ToApply, ToWriter } from './messages.ts';
import { failureOf, publish } from './messages.ts';
import { INVERTERS, MIN_PART, unpackRecords, type PackedChanges, type PackedRecords } from './pack.ts';
import { releaseMemory } from './release.ts';
import { createTrainings } from './training-thread.ts';

/** Time in milliseconds without changes after which training starts, so that a new catalogue is trained only once. */
const PAUSE = 700;
/**
 * Number of changes in a batch that counts as bulk loading. Merges and training then wait for a longer pause instead of running between batches:
 * three times the interval between batches, between `min` and `max` milliseconds.
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
  let timer: NodeJS.Timeout | undefined;
  let pause = PAUSE;
  let appliedAt = -Infinity;
  /** Number of batches that are being inverted or wait for earlier ones. Merges and training wait for them. */
  let applying = 0;
  /** Number of failed batches. `lastFailure` is the error of the last one. */
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
  const merges = createMerges(writer, fields, options, publishView);
  const trainings = createTrainings(writer, options, publishView);
  /** Merges small segments, or trains if no merge is due. Runs after a pause without changes. */
  const settle = (): void => {
    if (applying > 0) return waitForRest();
    writer.releaseCaches();
    inverters.end();
    const before = writer.view();
    merges.run(false);
    if (merges.isRunning()) return;
    if (writer.view() === before) trainings.start();
    else publishView();
  };
  /**
   * Inverts a few records in this thread and larger batches in other threads, so that the next batch is inverted while this thread applies the
   * previous one.
   */
  const invertAll = async (parts: readonly PackedRecords[]): Promise<InvertedRecords[]> => {
    const [only] = parts;
    const here = parts.length === 1 && only!.ids.length < 2 * MIN_PART;
    const segments = here ? [writer.invert(only!.ids, unpackRecords(only!))] : await Promise.all(inverters.invert(parts));
    return segments.map((segment, i) => ({ segment, vectors: parts[i]!.vectors }));
  };
  const takeIn = ({ parts: _, ...latest }: PackedChanges, inverted: readonly InvertedRecords[]): void => {
    pause = pauseAfter(latest.ids.length, performance.now() - appliedAt);
    writer.take(latest, inverted);
    for (const { segment } of inverted) releaseMemory(segmentBytes(segment));
    appliedAt = performance.now();
    merges.run(true);
    publishView();
  };
  /** Rejects changes that follow failed ones, because otherwise the index would seem to contain all changes up to them. */
  const apply = ({ changes, failures: known }: ToApply): (() => Promise<void>) => {
    applying++;
    const inverting = invertAll(changes.parts);
    // Ignores the error here; it is reported when the batch is applied.
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
      merges.stop();
      trainings.stop();
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
