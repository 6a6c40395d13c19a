/**
 * Slows down guesses from a network above its limit. Attempts are verified first and only wrong answers are delayed, so guesses by others never block
 * a correct attempt. A flood of guesses is verified at a few attempts per second.
 */
import { randomInt } from 'node:crypto';
import { tooManyAttempts } from './limits.ts';

/** Number of attempts of a slowed network that are verified without waiting. */
const BURST = 40;
/** Interval in milliseconds between further attempts. */
const GAP = 300;
/** Maximum number of attempts of one network that wait to be verified. */
const MAX_WAITING = 64;
/** Maximum delay of a wrong answer in seconds. */
const MAX_DELAY = 8;
/** Number of stored networks above which idle ones are removed. */
const MAX_PACES = 1_000;

type Pause = (ms: number) => Promise<void>;
type Waiter = { verify: () => void; refuse: (error: Error) => void };
type Pace = { left: number; countedAt: number; waiting: Waiter[] };

const paces = new Map<string, Pace>();

/** Returns the delay of a wrong answer in seconds: 0 for the first `free` failures, then 1, 2, 4 and 8. */
export const delayAfter = (failures: number, free: number): number =>
  failures <= free ? 0 : Math.min(MAX_DELAY, 2 ** (failures - free - 1));

/** Returns the state of a key. The number of immediate attempts has been replenished according to the elapsed time. */
function paceOf(key: string): Pace {
  const now = performance.now();
  if (paces.size > MAX_PACES) removeIdlePaces(now);
  const pace = paces.get(key) ?? { left: BURST, countedAt: now, waiting: [] };
  paces.set(key, pace);
  if (pace.waiting.length > 0) return pace;
  const free = Math.floor((now - pace.countedAt) / GAP);
  pace.left = Math.min(BURST, pace.left + free);
  pace.countedAt += free * GAP;
  return pace;
}

/** Removes networks that may again make the maximum number of immediate attempts. */
function removeIdlePaces(now: number): void {
  for (const [key, pace] of paces) if (pace.waiting.length === 0 && now - pace.countedAt > BURST * GAP) paces.delete(key);
}

/** Waits until an attempt of a slowed network may be verified. If too many attempts wait, a random one is rejected with `too_many_attempts`. */
export async function waitForAttempt(key: string, pause: Pause): Promise<void> {
  const pace = paceOf(key);
  if (pace.left > 0) {
    pace.left -= 1;
    return;
  }
  await new Promise<void>((verify, refuse) => {
    const out = pace.waiting.length < MAX_WAITING ? null : randomInt(MAX_WAITING + 1);
    if (out === MAX_WAITING) return refuse(tooManyAttempts(MAX_DELAY));
    if (out !== null) pace.waiting.splice(out, 1)[0]!.refuse(tooManyAttempts(MAX_DELAY));
    pace.waiting.push({ verify, refuse });
    if (pace.waiting.length === 1) void verifyInTurn(pace, pause);
  });
}

async function verifyInTurn(pace: Pace, pause: Pause): Promise<void> {
  while (pace.waiting.length > 0) {
    await pause(GAP);
    pace.waiting.shift()?.verify();
  }
  pace.countedAt = performance.now();
}
