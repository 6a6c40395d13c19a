/** What is told to a browser, so that the service on its way reads nothing of it: RFC 8291 with the one content encoding it knows (RFC 8188). */
import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

export const CURVE = 'prime256v1';
/** Of a point that is not compressed, and of the secret a browser gives. */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
/** One record holds all of it. */
const RECORD_BYTES = 4_096;
/** However long the words are, so much of it is sent: nobody tells notices apart by their length. */
const PADDED = 1_024;

const hkdf = (salt: Uint8Array, key: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

export type BrowserKeys = { p256dh: string; auth: string };

/** Whether a browser could open what is encrypted with these. */
export function areKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(point);
    return true;
  } catch {
    // Of the right length, and no point of the curve.
    return false;
  }
}

/** `own` and `salt` are new for each message; tests say theirs. */
export function encrypt(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { own = freshKey(), salt = randomBytes(SALT_BYTES), padded = PADDED }: { own?: ECDH; salt?: Buffer; padded?: number } = {},
): Buffer {
  const [theirs, ours, secret] = [Buffer.from(p256dh, 'base64url'), own.getPublicKey(), Buffer.from(auth, 'base64url')];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = hkdf(secret, own.computeSecret(theirs), info, 32);
  const key = hkdf(salt, shared, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, shared, Buffer.from('Content-Encoding: nonce\0'), 12);
  const plain = Buffer.from(text);
  // A 2 ends the last record; what comes behind it is padding.
  const content = Buffer.concat([plain, Buffer.from([2]), Buffer.alloc(Math.max(0, padded - plain.length - 1))]);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES, 0);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, head, ours, sealed]);
}

function freshKey(): ECDH {
  const own = createECDH(CURVE);
  own.generateKeys();
  return own;
}
