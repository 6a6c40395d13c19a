/** Thread that merges large segments while changes continue to be applied. */
import type { MessagePort } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { segmentBytes } from '../index/index-view.ts';
import { fieldsOf, revive } from '../index/segment.ts';
import { runMerge } from '../writer/run-merge.ts';
import { releaseMemory } from './release.ts';
import type { FromMerger, ToMerger } from './messages.ts';

export function serveMerges(port: MessagePort, options: OpenOptions): void {
  const fields = fieldsOf(options.schema);
  port.on('message', ({ plan }: ToMerger) => {
    const sources = plan.segments.map((live) => ({ ...live, segment: revive(live.segment) }));
    const base = plan.base === null ? null : revive(plan.base);
    const reply: FromMerger = { merged: runMerge(sources, { ...plan, base }, fields, options.vocabulary ?? []) };
    port.postMessage(reply);
    releaseMemory(sources.reduce((sum, source) => sum + segmentBytes(source.segment), 0));
  });
}
