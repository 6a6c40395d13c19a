/** The portal's VAPID key pair, derived from its secret. */
import { createECDH, hkdfSync } from 'node:crypto';

/** Order of the elliptic curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Keys in base64url: the uncompressed public point and the 32-byte private number. */
export type PortalKey = { publicKey: string; privateKey: string };

/** Derives the key pair. It is the same in each process and after each start, so it need not be stored. */
export function portalKey(secret: string): PortalKey {
  // Derives 48 bytes for a 32-byte key, so that the distribution of the remainder is nearly uniform.
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'web-push', 48));
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') };
}
