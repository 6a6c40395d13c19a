/**
 * Runs the garbage collector to free shared memory. It is freed only when every thread has collected its references, and to the collector a
 * segment of a gigabyte looks like a few small objects.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Minimum number of released bytes that justifies a garbage collection of a few milliseconds. */
const MIN_BYTES = 48e6;

/** Limit for new objects of a thread. With a higher one each thread would keep tens of megabytes. */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

let released = 0;
let collect: (() => void) | null = null;

/** Reports that this thread no longer needs `bytes` of shared memory. */
export function release(bytes: number): void {
  released += bytes;
  if (released < MIN_BYTES) return;
  released = 0;
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  // Runs after the current turn, when its variables are unreachable.
  setImmediate(collect);
}
