/** The keys we sign with (docs/behaviour/lti.md#keys): the next one is shown before it signs, the one before stays shown after. */
import { seal, tryUnseal } from '../../secrets/sealed.ts';
import { makeKey, type NewKey } from '../../lti/signing.ts';
import type { Portal } from '../../http/context.ts';
import { insertKey, listKeys, removeKeys, type KeyRow } from './repository.ts';

type At = Pick<Portal, 'db' | 'secret'> & { now: Date };

const PURPOSE = 'lti-key';
const DAY = 86_400_000;
/** Before a key signs, so that every platform has had time to fetch it; platforms keep ours for a day at most. */
const SHOWN_BEFORE = DAY;
/** … after the next one signs. */
const SHOWN_AFTER = 2 * DAY;

async function addKey({ db, secret, now }: At, signs_from: Date): Promise<KeyRow & { pem: string }> {
  const { kid, pem, jwk } = await makeKey();
  const row = { kid, sealed: seal(secret, PURPOSE, pem), public_jwk: JSON.stringify(jwk), signs_from, made_at: now };
  await insertKey(db, row);
  return { ...row, public_jwk: jwk, pem };
}

/** Keys that platforms may meet today: a key goes some days after the next one has begun to sign. */
const shownOf = (keys: readonly KeyRow[], now: Date): KeyRow[] =>
  keys.filter((_, i) => {
    const next = keys[i - 1];
    return next === undefined || now.getTime() < next.signs_from.getTime() + SHOWN_AFTER;
  });

/** What platforms fetch. The first one that asks finds a key. */
export async function publicKeys(at: At): Promise<{ keys: unknown[] }> {
  const keys = await listKeys(at.db);
  if (keys.length === 0) keys.push(await addKey(at, at.now));
  return { keys: shownOf(keys, at.now).map(({ public_jwk }) => public_jwk) };
}

/** The key that signs now. Outside of a transaction: the first one is made here. */
export async function signingKey(at: At): Promise<Pick<NewKey, 'kid' | 'pem'>> {
  const keys = await listKeys(at.db);
  const signing = keys.find(({ signs_from }) => signs_from <= at.now);
  const pem = signing && tryUnseal(at.secret, PURPOSE, signing.sealed);
  if (pem) return { kid: signing.kid, pem };
  // There is none yet, or it was sealed under another secret.
  const { kid, pem: fresh } = await addKey(at, at.now);
  return { kid, pem: fresh };
}

/** Makes the next key and lets go of what is shown no more. Where one waits already it is that one. */
export async function rotateKeys(at: At): Promise<{ kid: string; signsFrom: Date }> {
  const keys = await listKeys(at.db);
  const shown = new Set(shownOf(keys, at.now));
  const gone = keys.filter((key) => !shown.has(key)).map(({ kid }) => kid);
  if (gone.length > 0) await removeKeys(at.db, gone);
  const waiting = keys.find(({ signs_from }) => signs_from > at.now);
  const next = waiting ?? (await addKey(at, new Date(at.now.getTime() + (keys.length === 0 ? 0 : SHOWN_BEFORE))));
  return { kid: next.kid, signsFrom: next.signs_from };
}
