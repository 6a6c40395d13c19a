/** Merges segments: small ones immediately, a large one in a separate thread. */
import { Worker } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { segmentBytes } from '../index/index-view.ts';
import { revive, type Fields } from '../index/segment.ts';
import type { MergePlan } from '../writer/merge-plan.ts';
import { runMerge } from '../writer/run-merge.ts';
import type { Writer } from '../writer/writer.ts';
import type { FromMerger, ThreadData, ToMerger } from './messages.ts';
import { releaseMemory, THREAD_LIMITS } from './release.ts';

/** Minimum number of records for a merge in a separate thread. */
const MIN_SEPARATE = 20_000;

type Merges = {
  /** Executes the merges that are due. `busy` is true if further changes are pending. */
  run(busy: boolean): void;
  /** Returns whether a merge is running in the separate thread. */
  isRunning(): boolean;
  stop(): void;
};

/** Creates the merges of an index. `onMerged` is called when a merge in the separate thread has changed the index. */
export function createMerges(writer: Writer, fields: Fields, options: OpenOptions, onMerged: () => void): Merges {
  let merger: Worker | null = null;
  let running: MergePlan | null = null;

  const releaseSources = (plan: MergePlan): void => releaseMemory(plan.segments.reduce((sum, live) => sum + segmentBytes(live.segment), 0));
  const start = (plan: MergePlan): void => {
    running = plan;
    const data: ThreadData = { role: 'merger', options };
    merger ??= new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: THREAD_LIMITS })
      .on('message', finish)
      .on('error', abandon);
    merger.postMessage({ plan } satisfies ToMerger);
  };
  const run = (busy: boolean): void => {
    for (let plan = writer.nextMerge(running, busy); plan !== null; plan = writer.nextMerge(running, busy)) {
      const size = plan.segments.reduce((sum, live) => sum + live.segment.size, 0);
      if (size <= MIN_SEPARATE) {
        writer.applyMerge(plan, runMerge(plan.segments, plan, fields, options.vocabulary ?? []));
        releaseSources(plan);
      } else if (running === null) {
        start(plan);
      } else {
        return;
      }
    }
  };
  const finish = ({ merged }: FromMerger): void => {
    const plan = running!;
    running = null;
    writer.applyMerge(plan, { ...merged, segment: revive(merged.segment) });
    releaseSources(plan);
    run(true);
    onMerged();
  };
  /** Ends a failed merge. It is retried after the next change; the index is complete without it. */
  const abandon = (): void => {
    merger = null;
    running = null;
  };
  return { run, isRunning: () => running !== null, stop: () => void merger?.terminate() };
}
