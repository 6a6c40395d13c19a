/** How the portal says who it is to the services of browsers (RFC 8292), by a key that follows from the portal's secret. */
import { createECDH, createPrivateKey, hkdfSync, sign, type KeyObject } from 'node:crypto';
import { CURVE } from './encrypt.ts';

/** So many points the curve has. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const HOURS = 12;

export type PortalKey = { publicKey: string; privateKey: KeyObject };

/** Of this portal: the same in each of its processes and after each start, and kept nowhere beside its secret. */
export function portalKey(secret: string): PortalKey {
  // Half as many bytes again as a key has, so that each number is as likely as another.
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'web-push', 48));
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const own = createECDH(CURVE);
  own.setPrivateKey(d);
  const point = own.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x, y };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk as never, format: 'jwk' }) };
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The header `Authorization` for one service, for some hours. `contact` is whom it may write to. */
export function vapidHeader(
  { publicKey, privateKey }: PortalKey,
  endpoint: string,
  { now, contact }: { now: Date; contact: string },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now.getTime() / 1_000) + HOURS * 3_600, sub: contact };
  const said = `${base64({ typ: 'JWT', alg: 'ES256' })}.${base64(claims)}`;
  const signature = sign('sha256', Buffer.from(said), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${said}.${signature}, k=${publicKey}`;
}
