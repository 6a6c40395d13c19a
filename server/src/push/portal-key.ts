/** The portal's VAPID key pair, derived from its secret. */
import { createECDH, hkdfSync } from 'node:crypto';

/** The order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Both keys in base64url: the point uncompressed, the number with 32 bytes. */
export type PortalKey = { publicKey: string; privateKey: string };

/** Returns the same key pair in each process and after each start, so that it is not stored beside the secret. */
export function portalKey(secret: string): PortalKey {
  // Half as many bytes again as a key has keep the remainder uniform.
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'web-push', 48));
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') };
}
