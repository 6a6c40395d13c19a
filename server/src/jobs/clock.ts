/**
 * Decides whether to trust the system clock (docs/behaviour/common.md#a-clock-that-jumps). A clock that is far ahead of the last round is not trusted
 * for a day, because it may be wrong temporarily. The portal may also have been off for a long time. A clock that is behind is trusted, because it
 * causes no deletions.
 */
import { DAY } from '@fundus/contract/days';
import type { Db } from '../db/open.ts';
import { findClock, writeClock, type ClockRow } from './clock-repository.ts';

const HOUR = DAY / 24;
/** Maximum time since the last round for which the clock is trusted. */
const MAX_GAP = 2 * DAY;
/** Time after which a clock that remains ahead is trusted again. */
const DOUBT = DAY;
/** Minimum interval between updates of the stored state. */
const PRECISION = HOUR / 2;

const gap = (later: Date, earlier: Date): number => later.getTime() - earlier.getTime();

/** Returns the new state of the clock for the previous state and the current time. */
export function checkClock(before: ClockRow | undefined, now: Date): ClockRow {
  const trusted: ClockRow = { trusted_at: now, doubted_since: null, seen_at: null };
  if (!before || gap(now, before.trusted_at) <= MAX_GAP) return trusted;
  const { trusted_at, doubted_since: since, seen_at } = before;
  const goesOn = since && seen_at && gap(now, since) >= 0 && Math.abs(gap(now, seen_at)) <= MAX_GAP;
  if (!goesOn) return { trusted_at, doubted_since: now, seen_at: now };
  return gap(now, since) >= DOUBT ? trusted : { trusted_at, doubted_since: since, seen_at: now };
}

const isSame = (a: ClockRow, b: ClockRow): boolean =>
  a.doubted_since?.getTime() === b.doubted_since?.getTime() &&
  Math.abs(gap(a.seen_at ?? a.trusted_at, b.seen_at ?? b.trusted_at)) < PRECISION;

/** Checks the clock in each round and stores its state. Returns whether the clock is trusted. */
export async function watchClock(db: Db, now: Date): Promise<boolean> {
  const before = await findClock(db);
  const after = checkClock(before, now);
  if (!before || !isSame(before, after)) await writeClock(db, after);
  return after.doubted_since === null;
}

/** Returns the time at which the clock will be trusted again, or `null` if it is trusted. */
export async function untrustedUntil(db: Db, now: Date): Promise<Date | null> {
  const before = await findClock(db);
  const { doubted_since: since } = before ? checkClock(before, now) : { doubted_since: null };
  return since && new Date(since.getTime() + DOUBT);
}
