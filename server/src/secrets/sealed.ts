/** Encrypts values that the portal can read but that are unreadable in a copy of the database. The keys are derived from the portal's secret. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const keyOf = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `sealed:${purpose}`, 32));

/** Encrypts a text with AES-256-GCM. Returns nonce, tag and ciphertext in base64url. */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a value. Throws if it was encrypted with another secret or modified. */
export function unseal(secret: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** Decrypts a stored value. Returns `null` if it was encrypted with another secret or is damaged. */
export function tryUnseal(secret: string, purpose: string, sealed: string): string | null {
  try {
    return unseal(secret, purpose, sealed);
  } catch {
    return null;
  }
}

/** Returns a keyed hash. Codes cannot be guessed offline from it without the secret. */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url');
