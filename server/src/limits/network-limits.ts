/**
 * Limits for guessing secrets (docs/behaviour/access.md#attempt-limits). A school shares one address, so failures of a network delay its wrong
 * answers but never block it. Secrets that are short enough to be guessed also have a limit per secret, above which unknown devices are rejected.
 */
import type { Ctx } from '../http/context.ts';
import type { Db } from '../db/open.ts';
import {
  afterFailure,
  countAgainstLimit,
  failuresOf,
  isRepeatedMistake,
  limitKey,
  secondsToWait,
  tooManyAttempts,
  type LimitRule,
} from './limits.ts';
import { delayAfter, waitForAttempt } from './pace.ts';
import { findLimit, findLimits, lockLimit, saveLimit } from './repository.ts';

type Source = Pick<Ctx<'pause'>, 'db' | 'secret' | 'address' | 'range' | 'now' | 'pause'>;

/** Number of failures per quarter of an hour that are answered without delay. Repetitions of the same wrong code count once. */
const FREE = { password: 100, code: 10 };
type Kind = keyof typeof FREE;
const IN_A_QUARTER: LimitRule = { most: Infinity, withinMinutes: 15, grows: false };
const IN_AN_HOUR: LimitRule = { most: Infinity, withinMinutes: 60, grows: false };
/** Number of different wrong short codes per hour in the whole portal. Above it, the second wrong code of a network is already delayed. */
const MANY_IN_THE_PORTAL = 1_000;
const SHORT_CODES: readonly Typed['kind'][] = ['join-code', 'link', 'kiosk'];
/** Factor by which the limit of a network range exceeds that of a single network. */
const RANGE_FACTOR = 10;
/** Limit per guessable secret: after this number of wrong guesses in an hour, unknown devices are rejected. */
const PER_TARGET: LimitRule = { most: 30, withinMinutes: 60, grows: false };

type NetworkKey = { key: string; free: number };

/** Returns the counter keys of the network and of its range. */
const keysOf = ({ secret, address, range }: Source, kind: Kind): NetworkKey[] => [
  { key: limitKey(secret, `${kind}-network`, address), free: FREE[kind] },
  ...(range === null ? [] : [{ key: limitKey(secret, `${kind}-range`, range), free: FREE[kind] * RANGE_FACTOR }]),
];

/** Returns the first key above its limit, or `undefined` if there is none. */
async function findLimitedKey(db: Db, now: Date, keys: readonly NetworkKey[]): Promise<NetworkKey | undefined> {
  const limits = await findLimits(
    db,
    keys.map(({ key }) => key),
  );
  return keys.find(({ key, free }) => failuresOf(limits.get(key), now) >= free);
}

/** Slows down guesses from a network above its limit. Must not be called inside a transaction. Throws `too_many_attempts`. */
export async function throttleGuess(from: Source, kind: Kind): Promise<void> {
  const slowed = await findLimitedKey(from.db, from.now, keysOf(from, kind));
  if (slowed) await waitForAttempt(slowed.key, from.pause);
}

/** Counts a wrong password of a network and delays its answer. Opens a transaction. */
export async function delayWrongPassword(from: Source): Promise<void> {
  const seconds = await from.db.transaction().execute((trx) => countInNetwork(trx, from, keysOf(from, 'password')));
  if (seconds > 0) await from.pause(seconds * 1_000);
}

/** Counts a failure of a network. Returns the delay of the answer in seconds. */
async function countInNetwork(trx: Db, { now }: Source, keys: readonly NetworkKey[]): Promise<number> {
  let seconds = 0;
  for (const { key, free } of keys)
    seconds = Math.max(seconds, delayAfter((await countAgainstLimit(trx, key, now, IN_A_QUARTER)).failures, free));
  return seconds;
}

/** A secret that is short enough to be guessed, such as the picture password of a class. */
type Target<T> = {
  kind: string;
  id: string;
  /** Returns whether the device has used the secret before. Such devices are not rejected. */
  isKnown: (found: T) => boolean;
  /** Called in the counting transaction when the limit is reached and unknown devices start to be rejected. */
  onRefused: (db: Db) => Promise<unknown>;
};

type Typed = {
  kind: 'learner-code' | 'join-code' | 'pictures' | 'sheet' | 'link' | 'link-password' | 'kiosk' | 'first-start';
  text: string;
};

/**
 * Looks up a code, and returns `undefined` if it is wrong. The answer to a wrong code is delayed if the network is above its limit. A `target` is
 * looked up while its limit is locked, so that parallel guesses count one by one. Opens a transaction. Throws `too_many_attempts`.
 */
export async function guessCode<T>(
  from: Source,
  typed: Typed,
  find: (db: Db) => Promise<T | undefined>,
  target?: (db: Db) => Promise<Target<T> | undefined>,
): Promise<T | undefined> {
  await throttleGuess(from, 'code');
  const outcome = await from.db.transaction().execute(async (trx): Promise<{ found: T } | { wait: number } | { delay: number }> => {
    const of = await target?.(trx);
    const key = of && targetKey(from.secret, of);
    const limit = key === undefined ? undefined : await lockLimit(trx, key, from.now);
    const wait = secondsToWait(limit, from.now);
    const found = await find(trx);
    if (found !== undefined && (wait === 0 || of?.isKnown(found))) return { found };
    if (wait > 0) return { wait };
    if (await isRepeatedMistake(trx, limitKey(from.secret, 'code', `${from.address}:${typed.text}`), from.now)) return { delay: 0 };
    if (of && key !== undefined) await countAtTarget(trx, { key, limit, now: from.now, onRefused: of.onRefused });
    return { delay: await countCode(trx, from, typed) };
  });
  if ('found' in outcome) return outcome.found;
  if ('wait' in outcome) throw tooManyAttempts(outcome.wait);
  if (outcome.delay > 0) await from.pause(outcome.delay * 1_000);
  return undefined;
}

export const targetKey = (secret: string, { kind, id }: { kind: string; id: string }): string => limitKey(secret, `target-${kind}`, id);

type AtTarget = { key: string; limit: Parameters<typeof afterFailure>[0]; now: Date; onRefused: (db: Db) => Promise<unknown> };

async function countAtTarget(trx: Db, { key, limit, now, onRefused }: AtTarget): Promise<void> {
  const after = afterFailure(limit, now, PER_TARGET);
  await saveLimit(trx, key, after);
  if (after.failures === PER_TARGET.most) await onRefused(trx);
}

/** Counts a wrong code. Returns the delay of the answer in seconds. */
async function countCode(trx: Db, from: Source, { kind }: Typed): Promise<number> {
  if (!SHORT_CODES.includes(kind)) return countInNetwork(trx, from, keysOf(from, 'code'));
  const portalKey = limitKey(from.secret, 'codes-of-portal', kind);
  const many = failuresOf(await findLimit(trx, portalKey), from.now) >= MANY_IN_THE_PORTAL;
  const seconds = await countInNetwork(
    trx,
    from,
    keysOf(from, 'code').map(({ key, free }) => ({ key, free: many ? 1 : free })),
  );
  await countAgainstLimit(trx, portalKey, from.now, IN_AN_HOUR);
  return seconds;
}

/** Counts a wrong guess of a target that cannot be verified in a transaction, such as a password, and delays its answer. Opens a transaction. */
export async function delayWrongAtTarget(
  from: Source,
  target: { key: string; text: string; onRefused: (db: Db) => Promise<unknown> },
): Promise<void> {
  const { now, secret } = from;
  const seconds = await from.db.transaction().execute(async (trx) => {
    if (await isRepeatedMistake(trx, limitKey(secret, 'code', `${from.address}:${target.text}`), now)) return 0;
    await countAtTarget(trx, { key: target.key, limit: await lockLimit(trx, target.key, now), now, onRefused: target.onRefused });
    return countInNetwork(trx, from, keysOf(from, 'code'));
  });
  if (seconds > 0) await from.pause(seconds * 1_000);
}
