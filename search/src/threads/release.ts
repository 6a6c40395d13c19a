/**
 * Shared memory is given back only when every thread has collected its garbage, and a thread does not notice that its
 * garbage is large: to the collector a segment of a gigabyte is a few small objects. So it is told.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Worth a collection, which takes some milliseconds. */
const MUCH = 48e6;

/** Room for new objects of a thread. With more they are collected so rarely that each thread holds on to tens of megabytes. */
export const YOUNG = { maxYoungGenerationSizeMb: 16 };

let waiting = 0;
let collect: (() => void) | null = null;

/** Says that so many bytes of shared memory are no longer needed by this thread. */
export function release(bytes: number): void {
  waiting += bytes;
  if (waiting < MUCH) return;
  waiting = 0;
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  // After the turn at hand, when its variables are gone.
  setImmediate(collect);
}
