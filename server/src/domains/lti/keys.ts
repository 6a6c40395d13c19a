/** Signing keys (docs/behaviour/lti.md#keys). Each key is published before its first signature and stays published after its last. */
import { seal, tryUnseal } from '../../secrets/sealed.ts';
import { makeKey, type NewKey } from '../../lti/signing.ts';
import type { Portal } from '../../http/context.ts';
import { insertKey, listKeys, removeKeys, type KeyRow } from './repository.ts';

type At = Pick<Portal, 'db' | 'secret'> & { now: Date };

const PURPOSE = 'lti-key';
const DAY = 86_400_000;
/** Time for which a key is published before its first signature. Platforms cache keys for a day at most. */
const SHOWN_BEFORE = DAY;
/** Time for which a key stays published after its successor signed for the first time. */
const SHOWN_AFTER = 2 * DAY;

async function addKey({ db, secret, now }: At, signs_from: Date): Promise<KeyRow & { pem: string }> {
  const { kid, pem, jwk } = await makeKey();
  const row = { kid, sealed: seal(secret, PURPOSE, pem), public_jwk: JSON.stringify(jwk), signs_from, made_at: now };
  await insertKey(db, row);
  return { ...row, public_jwk: jwk, pem };
}

/** Returns the keys to publish. */
const shownOf = (keys: readonly KeyRow[], now: Date): KeyRow[] =>
  keys.filter((_, i) => {
    const next = keys[i - 1];
    return next === undefined || now.getTime() < next.signs_from.getTime() + SHOWN_AFTER;
  });

/** Returns the public keys. Creates the first key if there is none. */
export async function publicKeys(at: At): Promise<{ keys: unknown[] }> {
  const keys = await listKeys(at.db);
  if (keys.length === 0) keys.push(await addKey(at, at.now));
  return { keys: shownOf(keys, at.now).map(({ public_jwk }) => public_jwk) };
}

/** Returns the current signing key. Creates the first key if there is none. Call it outside a transaction. */
export async function signingKey(at: At): Promise<Pick<NewKey, 'kid' | 'pem'>> {
  const keys = await listKeys(at.db);
  const signing = keys.find(({ signs_from }) => signs_from <= at.now);
  const pem = signing && tryUnseal(at.secret, PURPOSE, signing.sealed);
  if (pem) return { kid: signing.kid, pem };
  // There is no key yet, or it was encrypted with another secret.
  const { kid, pem: fresh } = await addKey(at, at.now);
  return { kid, pem: fresh };
}

/** Creates the next key and removes expired ones. If there is already a next key that has not signed yet, returns that one. */
export async function rotateKeys(at: At): Promise<{ kid: string; signsFrom: Date }> {
  const keys = await listKeys(at.db);
  const shown = new Set(shownOf(keys, at.now));
  const retired = keys.filter((key) => !shown.has(key)).map(({ kid }) => kid);
  if (retired.length > 0) await removeKeys(at.db, retired);
  const waiting = keys.find(({ signs_from }) => signs_from > at.now);
  const next = waiting ?? (await addKey(at, new Date(at.now.getTime() + (keys.length === 0 ? 0 : SHOWN_BEFORE))));
  return { kid: next.kid, signsFrom: next.signs_from };
}
