/** Measures how long repeated work takes. */
import { setTimeout as pause } from 'node:timers/promises';

export const REPETITIONS = 60;
/** Number of warm-up runs. */
const WARM = 5;

/** Returns the time of each run in milliseconds without the warm-up runs. `nth` counts the warm-up runs too. */
export async function timesOf(work: (nth: number) => Promise<unknown>, times = REPETITIONS): Promise<number[]> {
  const warm = Math.min(WARM, times - 1);
  for (let nth = 0; nth < warm; nth += 1) await work(nth);
  const found: number[] = [];
  for (let nth = warm; nth < warm + times; nth += 1) {
    const start = performance.now();
    await work(nth);
    found.push(performance.now() - start);
  }
  return found;
}

/** Runs `work` ten times per second until `end` is called. Returns the time of each run in milliseconds. */
export function timeRepeatedly(work: () => Promise<unknown>): { end(): Promise<number[]> } {
  const found: number[] = [];
  let going = true;
  const run = (async () => {
    while (going) {
      const start = performance.now();
      await work();
      found.push(performance.now() - start);
      await pause(100);
    }
  })();
  return {
    async end() {
      going = false;
      await run;
      return found;
    },
  };
}
