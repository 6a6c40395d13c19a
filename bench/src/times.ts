/** How long something takes, again and again. */
import { setTimeout as pause } from 'node:timers/promises';

export const TIMES = 60;
/** What is not yet as fast as it will be. */
const WARM = 5;

/** Milliseconds of each time, the first ones left out; `nth` counts them too. */
export async function timesOf(work: (nth: number) => Promise<unknown>, times = TIMES): Promise<number[]> {
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

/** Milliseconds of each time, ten times a second until it is ended, as people go on asking while something else is done. */
export function timesMeanwhile(work: () => Promise<unknown>): { end(): Promise<number[]> } {
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
