/** Tries that are slowed: those from one network wait one behind the other, and only few of them. */
import { tooManyAttempts } from './limits.ts';

const MOST_WAITING = 4;
/** The longest a try waits, in seconds. */
const LONGEST = 8;

/** 1, 2, 4, 8 seconds, and no more, for the first, second … try from the one at which slowing begins. */
export const secondsAt = (failures: number, slowFrom: number): number =>
  failures < slowFrom ? 0 : Math.min(LONGEST, 2 ** (failures - slowFrom));

type Line = { waiting: number; last: Promise<void> };
const lines = new Map<string, Line>();

/** Waits behind those that wait already under this key. Throws `too_many_attempts` where four do. */
export async function waitInTurn(key: string, seconds: number, pause: (ms: number) => Promise<void>): Promise<void> {
  const line = lines.get(key) ?? { waiting: 0, last: Promise.resolve() };
  if (line.waiting >= MOST_WAITING) throw tooManyAttempts(seconds * (line.waiting + 1));
  line.waiting += 1;
  lines.set(key, line);
  line.last = line.last.then(() => pause(seconds * 1_000));
  try {
    await line.last;
  } finally {
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(key);
  }
}
