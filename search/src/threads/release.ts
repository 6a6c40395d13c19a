/**
 * Runs the garbage collector to free shared memory. Shared memory is freed only when every thread has collected its references. To the collector, a
 * segment of a gigabyte looks like a few small objects.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Minimum number of unused bytes that justifies a garbage collection of a few milliseconds. */
const MIN_BYTES = 48e6;

/** Heap limit for new objects of a thread. With a higher limit, each thread would use tens of megabytes more. */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

let released = 0;
let collect: (() => void) | null = null;

/** Records that this thread no longer needs `bytes` of shared memory, and runs the garbage collector if enough memory is unused. */
export function releaseMemory(bytes: number): void {
  released += bytes;
  if (released < MIN_BYTES) return;
  released = 0;
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  // Runs after the current task, because its variables are still reachable now.
  setImmediate(collect);
}
