/** How long something takes, again and again. */

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
