/** Encrypts (RFC 8291) and authorizes (RFC 8292) Web Push messages with `web-push`. `remote.ts` sends them. */
import webPush from 'web-push';
import type { PortalKey } from './portal-key.ts';

/** Length of every message in bytes before encryption. It is constant, so that notices cannot be distinguished by their length. */
const PADDED = 1_024;

export type BrowserKeys = { p256dh: string; auth: string };

/** Returns the encrypted message. Throws if the keys are invalid. */
export function encrypt(message: object, { p256dh, auth }: BrowserKeys): Buffer {
  const text = JSON.stringify(message);
  // Padding with spaces is harmless, because JSON parsers ignore trailing white space.
  const padding = ' '.repeat(Math.max(0, PADDED - Buffer.byteLength(text)));
  return webPush.encrypt(p256dh, auth, text + padding, 'aes128gcm').cipherText;
}

/** Returns whether messages can be encrypted with these browser keys. */
export function areKeys(keys: BrowserKeys): boolean {
  try {
    return encrypt({}, keys).length > 0;
  } catch {
    return false;
  }
}

/** Returns the `Authorization` header for one push service, valid for twelve hours. `publicUrl` is the contact for the operator of the service. */
export function vapidHeader({ publicKey, privateKey }: PortalKey, endpoint: string, publicUrl: string | undefined): string {
  const contact = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:postmaster@localhost';
  return webPush.getVapidHeaders(new URL(endpoint).origin, contact, publicKey, privateKey, 'aes128gcm').Authorization;
}
