/** How often somebody may be wrong (behaviour.md 5.9.1). Kept under a keyed hash: no list of names or addresses. */
import { createHmac } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../../db/open.ts';
import { findLimit, lockLimit, putLimit, removeLimits } from './limit-repository.ts';

export type Limit = { failures: number; first_at: Date; last_at: Date; blocked_until: Date | null };

/** `restMinutes`: how long nobody may try, where it is not the rest of the time counted in. */
export type LimitRule = { most: number; withinMinutes: number; grows: boolean; restMinutes?: number };

const MINUTE = 60_000;
const LONGEST_WAIT = 60;
/** Rows older than this count for nothing. */
export const LIMITS_KEPT = 24 * 60 * MINUTE;

/** Ten failures in a quarter of an hour, then 1, 2, 4 … 60 minutes. Never for good. */
export const PER_ACCOUNT: LimitRule = { most: 10, withinMinutes: 15, grows: true };
/** A whole school stands behind one address. */
export const PER_ADDRESS: LimitRule = { most: 100, withinMinutes: 15, grows: false };

/** Ten different wrong codes from one address in ten minutes, then a quarter of an hour of rest (behaviour.md 5.2.5). */
const WRONG_CODES: LimitRule = { most: 10, withinMinutes: 10, grows: false, restMinutes: 15 };
/** The same wrong code again within this time is a slip of a whole class, not another guess. */
const SAME_CODE: LimitRule = { most: Infinity, withinMinutes: 10, grows: false };

/** What one more failure makes of a row. */
export function afterFailure(before: Limit | undefined, now: Date, { most, withinMinutes, grows, restMinutes }: LimitRule): Limit {
  const age = before ? now.getTime() - before.first_at.getTime() : Infinity;
  const idle = before ? now.getTime() - before.last_at.getTime() : Infinity;
  const full = before !== undefined && before.failures >= most;
  const startsAnew = !before || (full && grows ? idle > LIMITS_KEPT : age > withinMinutes * MINUTE);
  const failures = startsAnew ? 1 : before.failures + 1;
  const first_at = startsAnew ? now : before.first_at;
  if (failures < most) return { failures, first_at, last_at: now, blocked_until: null };
  const rest = grows ? Math.min(LONGEST_WAIT, 2 ** (failures - most)) : restMinutes;
  const until = rest === undefined ? first_at.getTime() + withinMinutes * MINUTE : now.getTime() + rest * MINUTE;
  return { failures, first_at, last_at: now, blocked_until: new Date(until) };
}

/** The key under which something is counted. */
export const limitKey = (secret: string, kind: string, what: string): string =>
  createHmac('sha256', secret).update(`limit:${kind}:${what.toLowerCase()}`).digest('base64url');

/** What guesses at an account count under: one number for all names it signs in with. A name nobody has counts for itself. */
export const accountKey = (secret: string, personId: string | undefined, name = ''): string =>
  limitKey(secret, personId ? 'account-id' : 'account', personId ?? name);

/** Throws `too_many_attempts` with the seconds until the next attempt. */
export async function mustNotBeBlocked(db: Db, keys: readonly string[], now: Date): Promise<void> {
  const waits = await Promise.all(keys.map((key) => findLimit(db, key)));
  const until = Math.max(0, ...waits.map((row) => row?.blocked_until?.getTime() ?? 0));
  if (until > now.getTime())
    throw new AppError('too_many_attempts', { details: { retry_after: Math.ceil((until - now.getTime()) / 1_000) } });
}

type Guess = { db: Db; secret: string; address: string; now: Date };

/**
 * Looks a typed code up; undefined is a wrong one. Under the lock of the address it comes from: a thousand guesses at once are as many as a thousand
 * one after the other. A wrong code counts once however often it comes: a school stands behind one address, and a class types what is on the board.
 * Has a transaction of its own, so not to be called inside of one. Throws `too_many_attempts`.
 */
export const guessCode = <T>(
  { db, secret, address, now }: Guess,
  typed: string,
  find: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined> =>
  db.transaction().execute(async (trx) => {
    const key = limitKey(secret, 'code-address', address);
    const before = await lockLimit(trx, key, now);
    await mustNotBeBlocked(trx, [key], now);
    const found = await find(trx);
    if (found !== undefined) return found;
    const same = await count(trx, limitKey(secret, 'code', `${address}:${typed}`), now, SAME_CODE);
    if (same.failures === 1) await putLimit(trx, key, afterFailure(before, now, WRONG_CODES));
    return undefined;
  });

/**
 * Counts an attempt before it is made, under the lock of its key: a thousand at once are as many as a thousand one after the other. Whoever is right
 * has the count forgotten. Has a transaction of its own, so not to be called inside of one. Throws `too_many_attempts`.
 */
export const countAttempt = (db: Db, key: string, now: Date, rule: LimitRule): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lockLimit(trx, key, now);
    await mustNotBeBlocked(trx, [key], now);
    await putLimit(trx, key, afterFailure(before, now, rule));
  });

/** Counts a failure, in a transaction of its own: it stays whatever becomes of the request. */
export const countFailure = (db: Db, key: string, now: Date, rule: LimitRule): Promise<Limit> =>
  db.transaction().execute((trx) => count(trx, key, now, rule));

async function count(trx: Db, key: string, now: Date, rule: LimitRule): Promise<Limit> {
  const after = afterFailure(await lockLimit(trx, key, now), now, rule);
  await putLimit(trx, key, after);
  return after;
}

/** Forgets what counts for nothing any more. */
export const removeOldLimits = (db: Db, now: Date): Promise<unknown> => removeLimits(db, new Date(now.getTime() - LIMITS_KEPT));
