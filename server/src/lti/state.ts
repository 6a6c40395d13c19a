/** State of an OIDC login at a platform: a signed token that is valid for ten minutes and accepted only once. */
import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { LtiError } from './lti-error.ts';

const LASTS_S = 600;
const State = z.object({ p: z.uuid(), n: z.string(), t: z.string(), jti: z.string() });

export type LtiState = { platform: string; nonceHash: string; target: string; jti: string };

const keyOf = (secret: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'lti:state', 32));
const seconds = (now: Date): number => Math.floor(now.getTime() / 1_000);

export const writeState = (secret: string, { platform, nonceHash, target, jti }: LtiState, now: Date): Promise<string> =>
  new SignJWT({ p: platform, n: nonceHash, t: target })
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(jti)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now) + LASTS_S)
    .sign(keyOf(secret));

/** Verifies a state. Throws `LtiError` if it is invalid or expired. */
export async function readState(secret: string, state: string, now: Date): Promise<LtiState> {
  const read = await jwtVerify(state, keyOf(secret), { algorithms: ['HS256'], currentDate: now }).catch(() => null);
  const parsed = read && State.safeParse(read.payload);
  if (!parsed?.success) throw new LtiError('state_invalid');
  const { p, n, t, jti } = parsed.data;
  return { platform: p, nonceHash: n, target: t, jti };
}
