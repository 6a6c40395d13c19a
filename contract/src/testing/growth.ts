/** Detects functions whose CPU time grows faster than their input. Compares ratios of times, because absolute times depend on the machine. */

/** Numbers of repetitions in small steps, so that exponential growth is detected before a run takes too long. */
const SHORT = [9, 12, 15, 18, 21, 24, 27, 30];

/** Minimum time ratio that counts as exponential when three repetitions are added. Linear growth has less than 1.4. */
const EXPONENTIAL = 3;
/** Minimum time ratio, compared with four inputs of a quarter of the length, that counts as superlinear. Linear growth has 1, quadratic growth 4. */
const SUPER_LINEAR = 2;
/** Minimum time ratio, compared with two inputs of half the length, that counts as superlinear. Linear growth has 1, quadratic growth 2. */
const STILL_SUPER_LINEAR = 1.4;
/** Time in milliseconds above which no larger input is measured. */
const SLOW = 1_000;
/** Number of measurements that must all show growth, because a single one may be delayed by the machine. */
const ATTEMPTS = 3;

export type Growth = { times: number; growth: number };

type Options = {
  /** Maximum number of repetitions. */
  most: number;
  /** Time in milliseconds below which a measurement is ignored as too imprecise. */
  floor: number;
};

/** Returns the number of repetitions at which `run` is slower than linear, and the ratio of times; `undefined` if its time is linear. */
export async function superLinear<T>(
  run: (input: T) => unknown,
  input: (times: number) => T,
  { most, floor }: Options,
): Promise<Growth | undefined> {
  for (const times of sizes(most)) {
    if ((await measure(run, input(times))) < floor) continue;
    const isShort = times <= SHORT.at(-1)!;
    const found = isShort
      ? await compare(run, { small: input(times - 3), large: input(times), share: 1, limit: EXPONENTIAL, floor })
      : await compare(run, { small: input(Math.floor(times / 4)), large: input(times), share: 4, limit: SUPER_LINEAR, floor });
    if (found === undefined) continue;
    // Measures the doubled input too, because a single jump, such as the first garbage collection, is not growth.
    const doubled = { small: input(times), large: input(times * 2), share: 2, limit: STILL_SUPER_LINEAR, floor };
    if (isShort || found.ms > SLOW || (await compare(run, doubled))) return { times, growth: found.growth };
  }
  return undefined;
}

type Pair<T> = { small: T; large: T; share: number; limit: number; floor: number };

/**
 * Returns the time of the large input and the ratio to `share` runs of the small input, if every attempt reaches the limit. Both take about equally
 * long if growth is linear, so garbage collection affects them equally. Short runs are repeated until their CPU time is precise, because other
 * processes interrupt a long run more often than a short one.
 */
async function compare<T>(
  run: (input: T) => unknown,
  { small, large, share, limit, floor }: Pair<T>,
): Promise<{ ms: number; growth: number } | undefined> {
  let growth = Infinity;
  let ms = 0;
  let times = 1;
  for (let attempt = 0; attempt < ATTEMPTS && growth >= limit; attempt++) {
    ms = (await least(run, large, times)) / times;
    growth = ms < floor ? 0 : ms / ((await least(run, small, share * times)) / times);
    if (ms < COARSE) times = Math.ceil((COARSE * 2) / ms);
  }
  return growth >= limit ? { ms, growth } : undefined;
}

function sizes(most: number): number[] {
  const all = SHORT.filter((times) => times <= most);
  for (let times = 64; times < most; times *= 4) all.push(times);
  return most > SHORT.at(-1)! ? [...all, most] : all;
}

/** Time in milliseconds above which CPU time is precise enough, because some systems count it in steps of 4 ms. */
const COARSE = 50;

/** Returns the duration in milliseconds. For longer runs, returns the CPU time of this thread, which other processes do not affect. */
async function measure<T>(run: (input: T) => unknown, input: T, times = 1): Promise<number> {
  const start = performance.now();
  const before = process.threadCpuUsage();
  for (let i = 0; i < times; i++) {
    const result = run(input);
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.threadCpuUsage(before);
  const elapsed = performance.now() - start;
  return elapsed < COARSE ? elapsed : Math.min(elapsed, (user + system) / 1_000);
}

/** Returns the minimum of three measurements. A run of 300 ms or more is measured only once. */
async function least<T>(run: (input: T) => unknown, input: T, times: number): Promise<number> {
  let best = await measure(run, input, times);
  for (let i = 0; i < 2 && best < 300; i++) best = Math.min(best, await measure(run, input, times));
  return best;
}

/** Fragments of markup, captions, tables, addresses and queries that are unclosed or match several rules of a parser. */
export const HOSTILE_PIECES: readonly string[] = [
  ...[
    'a',
    ' ',
    '\n',
    '\r\n',
    '"',
    "'",
    '-',
    '.',
    '/',
    '\\',
    '0',
    ',',
    ';',
    ':',
    '(',
    '[',
    '[[',
    '{',
    '{{',
    '<',
    '>',
    '&',
    '=',
    '@',
    '%',
    '#',
    '*',
    '~',
  ],
  ...[
    '<!---->',
    '<!--',
    '<![CDATA[',
    '<a ',
    '<a>',
    '</a>',
    '<br',
    '<p></p>',
    '<g>',
    '{\\',
    '&amp;',
    '-->',
    '"a",',
    '";"',
    '""x\n',
    'a\n',
    ' a',
    'a.',
    'a-',
  ],
  ...['00:00 --> ', '1\n00:00:00,000 --> 00:00:01,000\na\n\n', '\u0301\u0323', 'ß', '\u{1f600}', '[{"a":'],
];

type Reading = { read: (text: string) => unknown; before?: string; most?: number };

/**
 * Returns the parsers whose time grows superlinearly with repeated hostile pieces, with the piece and the ratio. `share` scales the maximum input
 * length: a third takes a third of the time and still reveals quadratic growth.
 */
export async function findSuperLinear(readings: Readonly<Record<string, Reading>>, share = 1): Promise<string[]> {
  const found: string[] = [];
  for (const [name, { read, before = '', most = 32_000 }] of Object.entries(readings))
    for (const piece of HOSTILE_PIECES) {
      const tryRead = (text: string): unknown => {
        try {
          const result = read(text);
          return result instanceof Promise ? result.catch(refused) : result;
        } catch (error) {
          return refused(error);
        }
      };
      const input = (times: number): string => before + piece.repeat(times);
      const slow = await superLinear(tryRead, input, { most: Math.ceil((most * share) / piece.length), floor: 10 });
      if (slow) found.push(`${name} on ${JSON.stringify(piece)} × ${slow.times}: ${slow.growth.toFixed(1)} times as long`);
    }
  return found;
}

/** Rethrows a RangeError, which signals stack overflow or lack of memory. Any other error is an expected result. */
function refused(error: unknown): unknown {
  if (error instanceof RangeError) throw error;
  return error;
}
