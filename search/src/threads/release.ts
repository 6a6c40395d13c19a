/**
 * Shared memory is freed only when every thread has collected its garbage, and to the collector a segment of a gigabyte is a few
 * small objects: it would wait for long. So it is run here.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Worth a collection, which takes some milliseconds. */
const MUCH = 48e6;

/** Room for new objects of a thread. With more they are collected so rarely that each thread holds on to tens of megabytes. */
export const YOUNG = { maxYoungGenerationSizeMb: 16 };

let waiting = 0;
let collect: (() => void) | null = null;

/** Reports that this thread no longer needs `bytes` of shared memory. */
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
