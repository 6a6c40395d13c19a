/** Rate limits for failed attempts (docs/behaviour/access.md#attempt-limits). Keys are keyed hashes, so that no names or addresses are stored. */
import { normalizeText } from '@fundus/contract/unicode';
import { createHmac } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../db/open.ts';
import { findLimit, lockLimit, saveLimit, removeLimits, type Limit } from './repository.ts';

/**
 * Number of failures within a period that causes a block. `restMinutes` is the duration of the block, by default the remainder of the period. If
 * `grows` is set, each block is twice as long as the previous one.
 */
export type LimitRule = { most: number; withinMinutes: number; grows: boolean; restMinutes?: number };

const MINUTE = 60_000;
const MAX_WAIT = 60;
/** Time in milliseconds without failures after which the block duration is reset. */
const GROWN_KEPT = 24 * 60 * MINUTE;

/** Limit per account: ten failures in a quarter of an hour, then blocks of 1, 2, 4 and up to 60 minutes. An account is never blocked permanently. */
export const PER_ACCOUNT: LimitRule = { most: 10, withinMinutes: 15, grows: true };

/** Repetitions of the same wrong code within this period count once, because a whole class may make the same mistake. */
const SAME_CODE: LimitRule = { most: Infinity, withinMinutes: 15, grows: false };

/** Returns the counter after one more failure. */
export function afterFailure(before: Limit | undefined, now: Date, { most, withinMinutes, grows, restMinutes }: LimitRule): Limit {
  const age = before ? now.getTime() - before.first_at.getTime() : Infinity;
  const idle = before ? now.getTime() - before.last_at.getTime() : Infinity;
  const full = before !== undefined && before.failures >= most;
  const restarts = !before || (full && grows ? idle > GROWN_KEPT : age > withinMinutes * MINUTE);
  const failures = restarts ? 1 : before.failures + 1;
  const first_at = restarts ? now : before.first_at;
  const within = new Date(first_at.getTime() + withinMinutes * MINUTE);
  if (failures < most) return { failures, first_at, last_at: now, blocked_until: null, ends_at: within };
  const rest = grows ? Math.min(MAX_WAIT, 2 ** (failures - most)) : restMinutes;
  const blocked_until = rest === undefined ? within : new Date(now.getTime() + rest * MINUTE);
  const ends_at = grows ? new Date(now.getTime() + GROWN_KEPT) : new Date(Math.max(within.getTime(), blocked_until.getTime()));
  return { failures, first_at, last_at: now, blocked_until, ends_at };
}

/** Returns the number of failures that count at the given time. */
export const failuresOf = (limit: Limit | undefined, now: Date): number => (limit && limit.ends_at > now ? limit.failures : 0);

/** Returns the hashed key of a counter. */
export const limitKey = (secret: string, kind: string, what: string): string =>
  createHmac('sha256', secret).update(`limit:${kind}:${what.toLowerCase()}`).digest('base64url');

/** Returns the counter key for wrong passwords of a name, regardless of whether an account with this name exists. */
export const nameKey = (secret: string, name: string): string => limitKey(secret, 'name', normalizeText(name).trim());

/** Returns the number of seconds until the next allowed attempt, or 0 if it is allowed immediately. */
export const secondsToWait = (limit: Limit | undefined, now: Date): number =>
  Math.max(0, Math.ceil(((limit?.blocked_until?.getTime() ?? 0) - now.getTime()) / 1_000));

/** Returns the error for an attempt that is allowed again after `retry_after` seconds. */
export const tooManyAttempts = (retry_after: number): AppError => new AppError('too_many_attempts', { details: { retry_after } });

/** Throws `too_many_attempts` with the number of seconds until the next allowed attempt. */
export async function requireNotBlocked(db: Db, keys: readonly string[], now: Date): Promise<void> {
  const limits = await Promise.all(keys.map((key) => findLimit(db, key)));
  const wait = Math.max(0, ...limits.map((limit) => secondsToWait(limit, now)));
  if (wait > 0) throw tooManyAttempts(wait);
}

/**
 * Looks up an entered value and counts a failure if the result is `undefined`. Locks the key, so that parallel guesses count like sequential ones.
 * Opens a transaction, so it must not be called inside another one. Throws `too_many_attempts`.
 */
export const limitGuesses = <T>(
  { db, now }: { db: Db; now: Date },
  { key, rule }: { key: string; rule: LimitRule },
  find: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined> =>
  db.transaction().execute(async (trx) => {
    const before = await lockLimit(trx, key, now);
    await requireNotBlocked(trx, [key], now);
    const found = await find(trx);
    if (found === undefined) await saveLimit(trx, key, afterFailure(before, now, rule));
    return found;
  });

/** Records a wrong value and returns whether the same value was already entered in the period of `SAME_CODE`. Must run in a transaction. */
export const isRepeatedMistake = async (trx: Db, key: string, now: Date): Promise<boolean> =>
  (await countAgainstLimit(trx, key, now, SAME_CODE)).failures > 1;

/**
 * Counts an attempt before it is verified. Locks its key, so that parallel attempts count like sequential ones. A correct attempt resets the count.
 * Opens a transaction. Throws `too_many_attempts`.
 */
export const countAttempt = (db: Db, key: string, now: Date, rule: LimitRule): Promise<Limit> =>
  db.transaction().execute(async (trx) => {
    const before = await lockLimit(trx, key, now);
    const wait = secondsToWait(before, now);
    if (wait > 0) throw tooManyAttempts(wait);
    const after = afterFailure(before, now, rule);
    await saveLimit(trx, key, after);
    return after;
  });

/**
 * Counts either all of the `times` attempts or none, in the caller's transaction. Returns the number of seconds to wait if they exceed the limit,
 * otherwise 0.
 */
export async function countAttempts(trx: Db, key: string, now: Date, rule: LimitRule, times = 1): Promise<number> {
  let limit: Limit | undefined = await lockLimit(trx, key, now);
  for (let attempt = 0; attempt < times; attempt++) {
    const wait = secondsToWait(limit, now);
    if (wait > 0) return wait;
    limit = afterFailure(limit, now, rule);
  }
  if (limit && times > 0) await saveLimit(trx, key, limit);
  return 0;
}

/** Counts a failure in a separate transaction, so that it is stored even if the request fails. */
export const countFailure = (db: Db, key: string, now: Date, rule: LimitRule): Promise<Limit> =>
  db.transaction().execute((trx) => countAgainstLimit(trx, key, now, rule));

export async function countAgainstLimit(trx: Db, key: string, now: Date, rule: LimitRule): Promise<Limit> {
  const after = afterFailure(await lockLimit(trx, key, now), now, rule);
  await saveLimit(trx, key, after);
  return after;
}

/** Removes expired counters. */
export const removeOldLimits = (db: Db, now: Date): Promise<unknown> => removeLimits(db, now);
