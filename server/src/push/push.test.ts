import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { portalKey } from './portal-key.ts';
import { areKeys, encrypt, vapidHeader } from './web-push.ts';

/** Browser keys from RFC 8291, appendix A. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('pads every message to the same length', () => {
  expect(encrypt({ title: 'ä' }, KEYS).length).toBe(encrypt({ title: 'b'.repeat(400) }, KEYS).length);
});

test('encrypts the same message differently each time', () => {
  expect(encrypt({ title: 'a' }, KEYS).equals(encrypt({ title: 'a' }, KEYS))).toBe(false);
});

test.each([
  ['of a browser', KEYS, true],
  ['no point of the curve', { ...KEYS, p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url') }, false],
  ['too short', { ...KEYS, p256dh: KEYS.p256dh.slice(2) }, false],
  ['a secret of another length', { ...KEYS, auth: 'BTBZMqHH6r4' }, false],
])('validates browser keys: %s', (_, keys, are) => expect(areKeys(keys)).toBe(are));

test('derives the same key pair from the same secret', () => {
  // Existing subscriptions are bound to this public key, so changing the derivation would invalidate them.
  expect(portalKey('s'.repeat(40)).publicKey).toBe(
    'BNVXoxq-iWlWk7QSurYxm1Pt4o8UN_DBUeFUdwDbj5-kNnVk1dc9gisJuCbaVxoriSYvr_BxvZ85rqtA_B11vEk',
  );
  expect(portalKey('t'.repeat(40)).publicKey).not.toBe(
    'BNVXoxq-iWlWk7QSurYxm1Pt4o8UN_DBUeFUdwDbj5-kNnVk1dc9gisJuCbaVxoriSYvr_BxvZ85rqtA_B11vEk',
  );
});

test.each([
  ['https://portal.example', 'https://portal.example'],
  ['http://portal.example', 'mailto:postmaster@localhost'],
  [undefined, 'mailto:postmaster@localhost'],
])('signs a token that is valid for twelve hours with the contact of a portal at %s', (publicUrl, sub) => {
  const key = portalKey('s'.repeat(40));
  const [, token, point] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(vapidHeader(key, 'https://push.example/send/abc?x=1', publicUrl))!;
  expect(point).toBe(key.publicKey);
  const [head, claims, signature] = token!.split('.') as [string, string, string];
  const { exp, ...others } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
  expect(others).toEqual({ aud: 'https://push.example', sub });
  expect(Math.abs(exp - Date.now() / 1_000 - 12 * 3_600)).toBeLessThan(60);
  const bytes = Buffer.from(point!, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: bytes.subarray(1, 33).toString('base64url'), y: bytes.subarray(33).toString('base64url') };
  const checks = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), checks, Buffer.from(signature, 'base64url'))).toBe(true);
});
