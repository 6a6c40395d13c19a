/**
 * Guesses from one network (docs/behaviour/access.md#attempt-limits). A whole school stands behind one address: its guesses are slowed, and
 * refused only where no school makes so many. A device somebody signed in on before is never kept waiting for the others.
 */
import type { Ctx } from '../http/context.ts';
import type { Db } from '../db/open.ts';
import { count, failuresOf, isSlip, limitKey, secondsToWait, tooManyAttempts, type LimitRule } from './limits.ts';
import { findLimit, findLimits, lockLimit } from './repository.ts';
import { secondsAt, waitInTurn } from './turns.ts';

type Source = Pick<Ctx, 'db' | 'secret' | 'address' | 'range' | 'now' | 'pause'>;

/** `slowFrom` failures within the minutes further tries wait; from `most` on they are refused. A range of networks may fail ten times as often. */
type Pace = LimitRule & { slowFrom: number };

const WRONG_PASSWORDS: Pace = { slowFrom: 100, most: 1_000, withinMinutes: 15, grows: false };
/** Different wrong codes. */
const WRONG_CODES: Pace = { slowFrom: 10, most: Infinity, withinMinutes: 15, grows: false };
const CODES_AN_HOUR: LimitRule = { most: 300, withinMinutes: 60, grows: false, restMinutes: 15 };
/** Join codes are short: where so many different wrong ones come from all the world in an hour, whoever had one wrong waits. */
const JOIN_CODES: LimitRule = { most: Infinity, withinMinutes: 60, grows: false };
const MANY_JOIN_CODES = 1_000;
const RANGE_TIMES = 10;

/** Keys of the network, and of the range it lies in, each with how often more it may fail. */
const keysOf = ({ secret, address, range }: Source, kind: string): [key: string, times: number][] => [
  [limitKey(secret, `${kind}-network`, address), 1],
  ...(range === null ? [] : [[limitKey(secret, `${kind}-range`, range), RANGE_TIMES] as [string, number]]),
];

const times = (rule: LimitRule, factor: number): LimitRule => ({ ...rule, most: rule.most * factor });

/** Seconds a try waits, the longest of all keys. Throws `too_many_attempts` where one of them is refused. */
async function findSecondsToWait(db: Db, now: Date, keys: readonly [key: string, slowFrom: number][]): Promise<number> {
  const limits = await findLimits(
    db,
    keys.map(([key]) => key),
  );
  let seconds = 0;
  for (const [key, slowFrom] of keys) {
    const limit = limits.get(key);
    const wait = secondsToWait(limit, now);
    if (wait > 0) throw tooManyAttempts(wait);
    seconds = Math.max(seconds, secondsAt(failuresOf(limit, now), slowFrom));
  }
  return seconds;
}

/** Waits where many wrong passwords came from this network. Outside of a transaction. Throws `too_many_attempts`. */
export async function slowPasswords(from: Source): Promise<void> {
  const keys = keysOf(from, 'password');
  const seconds = await findSecondsToWait(
    from.db,
    from.now,
    keys.map(([key, factor]) => [key, WRONG_PASSWORDS.slowFrom * factor]),
  );
  if (seconds > 0) await waitInTurn(keys[0]![0], seconds, from.pause);
}

/** Counts a wrong password, in a transaction of its own. */
export const countWrongPassword = (from: Source): Promise<void> =>
  from.db.transaction().execute(async (trx) => {
    for (const [key, factor] of keysOf(from, 'password')) await count(trx, key, from.now, times(WRONG_PASSWORDS, factor));
  });

/** What was typed, and as what. */
type Typed = {
  kind: 'learner-code' | 'join-code' | 'pictures' | 'sheet' | 'link' | 'kiosk';
  text: string;
  /** The device is known, and what was typed cannot be guessed. */ trusted?: boolean;
};

/**
 * Looks a code up that somebody typed; undefined is a wrong one. What is right is found at once on a device that is `trusted`. Under the lock of the
 * network: a thousand guesses at once are as many as a thousand one after the other. Has a transaction of its own. Throws `too_many_attempts`.
 */
export async function guessCode<T>(
  from: Source,
  { kind, text, trusted = false }: Typed,
  find: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (trusted) {
    const found = await find(from.db);
    if (found !== undefined) return found;
  }
  const first = await tryCode(from, { kind, text }, find, true);
  if ('found' in first) return first.found;
  await waitInTurn(limitKey(from.secret, 'code-network', from.address), first.seconds, from.pause);
  const second = await tryCode(from, { kind, text }, find, false);
  return 'found' in second ? second.found : undefined;
}

/** One try; `mayWait` gives the seconds to wait instead, where there are some. */
const tryCode = <T>(
  from: Source,
  { kind, text }: Typed,
  find: (db: Db) => Promise<T | undefined>,
  mayWait: boolean,
): Promise<{ found: T | undefined } | { seconds: number }> =>
  from.db.transaction().execute(async (trx) => {
    const { secret, address, now } = from;
    const hours = keysOf(from, 'code-hour');
    const keys = keysOf(from, 'code');
    const portalKey = limitKey(secret, 'join-codes', '');
    await lockLimit(trx, keys[0]![0], now);
    const many = kind === 'join-code' && failuresOf(await findLimit(trx, portalKey), now) >= MANY_JOIN_CODES;
    const seconds = await findSecondsToWait(trx, now, [
      ...hours.map(([key]) => [key, Infinity] as [string, number]),
      ...keys.map(([key, factor]) => [key, many ? 1 : WRONG_CODES.slowFrom * factor] as [string, number]),
    ]);
    if (seconds > 0 && mayWait) return { seconds };
    const found = await find(trx);
    if (found !== undefined) return { found };
    if (await isSlip(trx, limitKey(secret, 'code', `${address}:${text}`), now)) return { found };
    for (const [key] of keys) await count(trx, key, now, WRONG_CODES);
    for (const [key, factor] of hours) await count(trx, key, now, times(CODES_AN_HOUR, factor));
    if (kind === 'join-code') await count(trx, portalKey, now, JOIN_CODES);
    return { found };
  });
