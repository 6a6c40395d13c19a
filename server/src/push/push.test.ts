import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { areKeys, CURVE, encrypt } from './encrypt.ts';
import { portalKey, vapidHeader } from './vapid.ts';

/** RFC 8291, appendix A. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  own: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('encrypts as RFC 8291 shows it; whatever is said has one length', () => {
  const own = createECDH(CURVE);
  own.setPrivateKey(Buffer.from(RFC.own, 'base64url'));
  const sealed = encrypt(RFC.text, RFC, { own, salt: Buffer.from(RFC.salt, 'base64url'), padded: 0 });
  expect(sealed.toString('base64url')).toBe(RFC.sealed);
  expect(encrypt('a', RFC).length).toBe(encrypt('b'.repeat(400), RFC).length);
  expect(encrypt('a', RFC).equals(encrypt('a', RFC))).toBe(false);
});

test.each([
  ['of a browser', RFC, true],
  ['no point of the curve', { ...RFC, p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url') }, false],
  ['too short', { ...RFC, p256dh: RFC.p256dh.slice(2) }, false],
  ['a secret of another length', { ...RFC, auth: 'BTBZMqHH6r4' }, false],
])('keys: %s', (_, keys, are) => expect(areKeys(keys)).toBe(are));

test('the portal is the same to every service, and says so by a signature for one of them and for some hours', () => {
  const key = portalKey('s'.repeat(40));
  expect(portalKey('s'.repeat(40)).publicKey).toBe(key.publicKey);
  expect(portalKey('t'.repeat(40)).publicKey).not.toBe(key.publicKey);
  const now = new Date('2026-03-02T10:00:00Z');
  const header = vapidHeader(key, 'https://push.example/send/abc?x=1', { now, contact: 'https://portal.example' });
  const [, token, point] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header)!;
  expect(point).toBe(key.publicKey);
  const [head, claims, signature] = token!.split('.') as [string, string, string];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example',
    exp: now.getTime() / 1_000 + 12 * 3_600,
    sub: 'https://portal.example',
  });
  const bytes = Buffer.from(point!, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: bytes.subarray(1, 33).toString('base64url'), y: bytes.subarray(33).toString('base64url') };
  const checks = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), checks, Buffer.from(signature, 'base64url'))).toBe(true);
});
