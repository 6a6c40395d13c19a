/** How often somebody may be wrong (docs/behaviour/access.md#attempt-limits). Kept under a keyed hash: no list of names or addresses. */
import { normalizeText } from '@fundus/contract/unicode';
import { createHmac } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../db/open.ts';
import { findLimit, lockLimit, putLimit, removeLimits, type Limit } from './repository.ts';

/** `restMinutes`: how long nobody may try, where it is not the rest of the time counted in. */
export type LimitRule = { most: number; withinMinutes: number; grows: boolean; restMinutes?: number };

const MINUTE = 60_000;
const MAX_WAIT = 60;
/** Where waits grow, failures count until there was none for so long. */
const GROWN_KEPT = 24 * 60 * MINUTE;

/** Ten failures in a quarter of an hour, then 1, 2, 4 … 60 minutes. Never for good. */
export const PER_ACCOUNT: LimitRule = { most: 10, withinMinutes: 15, grows: true };

/** The same wrong code again within this time is a slip of a whole class, not another guess. */
const SAME_CODE: LimitRule = { most: Infinity, withinMinutes: 15, grows: false };

/** What one more failure makes of a row. */
export function afterFailure(before: Limit | undefined, now: Date, { most, withinMinutes, grows, restMinutes }: LimitRule): Limit {
  const age = before ? now.getTime() - before.first_at.getTime() : Infinity;
  const idle = before ? now.getTime() - before.last_at.getTime() : Infinity;
  const full = before !== undefined && before.failures >= most;
  const startsAnew = !before || (full && grows ? idle > GROWN_KEPT : age > withinMinutes * MINUTE);
  const failures = startsAnew ? 1 : before.failures + 1;
  const first_at = startsAnew ? now : before.first_at;
  const within = new Date(first_at.getTime() + withinMinutes * MINUTE);
  if (failures < most) return { failures, first_at, last_at: now, blocked_until: null, ends_at: within };
  const rest = grows ? Math.min(MAX_WAIT, 2 ** (failures - most)) : restMinutes;
  const blocked_until = rest === undefined ? within : new Date(now.getTime() + rest * MINUTE);
  const ends_at = grows ? new Date(now.getTime() + GROWN_KEPT) : new Date(Math.max(within.getTime(), blocked_until.getTime()));
  return { failures, first_at, last_at: now, blocked_until, ends_at };
}

/** Failures that count now. */
export const failuresOf = (limit: Limit | undefined, now: Date): number => (limit && limit.ends_at > now ? limit.failures : 0);

/** The key under which something is counted. */
export const limitKey = (secret: string, kind: string, what: string): string =>
  createHmac('sha256', secret).update(`limit:${kind}:${what.toLowerCase()}`).digest('base64url');

/** What wrong passwords count under: the name as it was typed, whether or not somebody has it. */
export const nameKey = (secret: string, name: string): string => limitKey(secret, 'name', normalizeText(name).trim());

/** Seconds until the next attempt; 0 where it may be made now. */
export const secondsToWait = (limit: Limit | undefined, now: Date): number =>
  Math.max(0, Math.ceil(((limit?.blocked_until?.getTime() ?? 0) - now.getTime()) / 1_000));

/** The refusal of an attempt that may be made again in so many seconds. */
export const tooManyAttempts = (retry_after: number): AppError => new AppError('too_many_attempts', { details: { retry_after } });

/** Throws `too_many_attempts` with the seconds until the next attempt. */
export async function requireNotBlocked(db: Db, keys: readonly string[], now: Date): Promise<void> {
  const limits = await Promise.all(keys.map((key) => findLimit(db, key)));
  const wait = Math.max(0, ...limits.map((limit) => secondsToWait(limit, now)));
  if (wait > 0) throw tooManyAttempts(wait);
}

/**
 * Looks something typed up; undefined is a wrong guess. Under the lock of its key: a thousand guesses at once are as many as a thousand one after
 * the other. Has a transaction of its own, so not to be called inside of one. Throws `too_many_attempts`.
 */
export const guess = <T>(
  { db, now }: { db: Db; now: Date },
  { key, rule }: { key: string; rule: LimitRule },
  find: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined> =>
  db.transaction().execute(async (trx) => {
    const before = await lockLimit(trx, key, now);
    await requireNotBlocked(trx, [key], now);
    const found = await find(trx);
    if (found === undefined) await putLimit(trx, key, afterFailure(before, now, rule));
    return found;
  });

/** Whether something wrong was typed before, within the time a class needs to type it. It was now. In a transaction. */
export const isSlip = async (trx: Db, key: string, now: Date): Promise<boolean> => (await count(trx, key, now, SAME_CODE)).failures > 1;

/**
 * Counts an attempt before it is verified, under the lock of its key, so that parallel attempts count like sequential ones. A correct attempt resets
 * the count. Has a transaction of its own. Throws `too_many_attempts`.
 */
export const countAttempt = (db: Db, key: string, now: Date, rule: LimitRule): Promise<Limit> =>
  db.transaction().execute(async (trx) => {
    const before = await lockLimit(trx, key, now);
    const wait = secondsToWait(before, now);
    if (wait > 0) throw tooManyAttempts(wait);
    const after = afterFailure(before, now, rule);
    await putLimit(trx, key, after);
    return after;
  });

/** Counts attempts as part of the transaction that makes them: all or, where they are too many, none; then it gives the seconds to wait instead of 0. */
export async function countWithin(trx: Db, key: string, now: Date, rule: LimitRule, times = 1): Promise<number> {
  let limit: Limit | undefined = await lockLimit(trx, key, now);
  for (let attempt = 0; attempt < times; attempt++) {
    const wait = secondsToWait(limit, now);
    if (wait > 0) return wait;
    limit = afterFailure(limit, now, rule);
  }
  if (limit && times > 0) await putLimit(trx, key, limit);
  return 0;
}

/** Counts a failure, in a transaction of its own: it stays whatever becomes of the request. */
export const countFailure = (db: Db, key: string, now: Date, rule: LimitRule): Promise<Limit> =>
  db.transaction().execute((trx) => count(trx, key, now, rule));

export async function count(trx: Db, key: string, now: Date, rule: LimitRule): Promise<Limit> {
  const after = afterFailure(await lockLimit(trx, key, now), now, rule);
  await putLimit(trx, key, after);
  return after;
}

/** Forgets what counts for nothing any more. */
export const removeOldLimits = (db: Db, now: Date): Promise<unknown> => removeLimits(db, now);
