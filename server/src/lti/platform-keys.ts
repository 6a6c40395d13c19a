/** Fetches and caches the public keys of learning platforms. */
import { importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import type { RemoteFetch } from '../remote/remote.ts';
import { callPlatform } from './call-platform.ts';
import { LtiError } from './lti-error.ts';

const Keys = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional(), use: z.string().optional() })).max(100),
});
type Known = { at: number; keys: JWK[] };

const FRESH = 3_600_000;
/** Minimum interval between fetches, so that forged key ids do not cause requests. */
const AGAIN = 60_000;
const MAX_PLATFORMS = 1_000;
const MIN_KEY = 2_048;

export type PlatformKeys = {
  /** Returns the key with which a message was signed, identified by `kid`. Throws `LtiError`. */
  find: (jwksUrl: string, kid: string | undefined, now: Date) => Promise<CryptoKey>;
};

export function makePlatformKeys(remote: RemoteFetch): PlatformKeys {
  const known = new Map<string, Known>();
  const fetching = new Map<string, Promise<Known>>();
  /** Cache of imported keys. Entries are garbage-collected together with the fetched keys. */
  const ready = new WeakMap<JWK, CryptoKey>();

  async function load(url: string, at: number): Promise<Known> {
    const parsed = Keys.safeParse(await callPlatform(remote, { url, enteredBy: 'administrator' }));
    if (!parsed.success) throw new LtiError('bad_signature', `no keys at ${url}`);
    const fresh = { at, keys: parsed.data.keys as JWK[] };
    known.delete(url);
    known.set(url, fresh);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_PLATFORMS) break;
      known.delete(oldest);
    }
    return fresh;
  }

  function loadOnce(url: string, at: number): Promise<Known> {
    const begun = fetching.get(url) ?? load(url, at).finally(() => fetching.delete(url));
    fetching.set(url, begun);
    return begun;
  }

  const pick = (keys: readonly JWK[], kid: string | undefined): JWK | undefined => {
    const fit = keys.filter((key) => key.kty === 'RSA' && (key.use ?? 'sig') === 'sig' && (kid === undefined || key.kid === kid));
    return fit.length === 1 ? fit[0] : undefined;
  };

  return {
    find: async (url, kid, now) => {
      let has = known.get(url);
      const age = now.getTime() - (has?.at ?? 0);
      if (!has || age > FRESH || (!pick(has.keys, kid) && age > AGAIN)) has = await loadOnce(url, now.getTime());
      const key = pick(has.keys, kid);
      if (!key) throw new LtiError('bad_signature', 'no key of this name');
      const made = ready.get(key);
      if (made) return made;
      const imported = await importJWK({ ...key, alg: 'RS256' }, 'RS256').catch(() => null);
      if (!imported || imported instanceof Uint8Array || bitsOf(key) < MIN_KEY) throw new LtiError('bad_signature', 'no usable key');
      ready.set(key, imported);
      return imported;
    },
  };
}

const bitsOf = (key: JWK): number => Buffer.from(key.n ?? '', 'base64url').length * 8;
