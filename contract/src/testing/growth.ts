/** How the time of a function grows with its input. Ratios of times within one run also hold on a busy machine, absolute times do not. */

/** Numbers of repetitions, growing slowly as long as exponential time could still run away. */
const SHORT = [9, 12, 15, 18, 21, 24, 27, 30];

/** Ratio from which three more repetitions are exponential growth; linear is below 1.4. */
const EXPONENTIAL = 3;
/** Ratio from which four times the input is more than linear growth; linear is 4, quadratic is 16. */
const SUPER_LINEAR = 8;
/** A measurement is repeated before it counts as growth: a pause of the machine is not. */
const ATTEMPTS = 3;

export type Growth = { times: number; growth: number };

type Options = {
  /** Maximum number of repetitions. */
  most: number;
  /** Milliseconds below which a measurement is not judged. */
  floor: number;
};

/** Returns the number of repetitions at which `run` is slower than linear, and the ratio of its times; `undefined` if it is linear. */
export function superLinear<T>(run: (input: T) => unknown, input: (times: number) => T, { most, floor }: Options): Growth | undefined {
  for (const times of sizes(most)) {
    if (measure(run, input(times)) < floor) continue;
    const [before, limit] = times <= SHORT.at(-1)! ? [times - 3, EXPONENTIAL] : [times / 4, SUPER_LINEAR];
    const [small, large] = [input(Math.max(1, Math.floor(before))), input(times)];
    let growth = Infinity;
    for (let attempt = 0; attempt < ATTEMPTS && growth >= limit; attempt++) {
      const after = least(run, large);
      growth = after < floor ? 0 : after / least(run, small);
    }
    if (growth >= limit) return { times, growth };
  }
  return undefined;
}

function sizes(most: number): number[] {
  const all = SHORT.filter((times) => times <= most);
  for (let times = 64; times < most; times *= 4) all.push(times);
  return most > SHORT.at(-1)! ? [...all, most] : all;
}

function measure<T>(run: (input: T) => unknown, input: T): number {
  const start = performance.now();
  run(input);
  return performance.now() - start;
}

/** The least of up to three measurements; of one that takes long, a single one. */
function least<T>(run: (input: T) => unknown, input: T): number {
  let best = measure(run, input);
  for (let i = 0; i < 2 && best < 300; i++) best = Math.min(best, measure(run, input));
  return best;
}
