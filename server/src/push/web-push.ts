/**
 * Encryption (RFC 8291) and authorization (RFC 8292) of Web Push messages by `web-push`. Messages are sent by the guarded client
 * `remote.ts`.
 */
import webPush from 'web-push';
import type { PortalKey } from './portal-key.ts';

/** Length in bytes of every message before encryption, so that notices cannot be distinguished by their length. */
const PADDED = 1_024;

export type BrowserKeys = { p256dh: string; auth: string };

/** Returns the encrypted message. Throws for invalid keys. */
export function encrypt(message: object, { p256dh, auth }: BrowserKeys): Buffer {
  const text = JSON.stringify(message);
  // The browser's JSON parser ignores trailing white space.
  const padding = ' '.repeat(Math.max(0, PADDED - Buffer.byteLength(text)));
  return webPush.encrypt(p256dh, auth, text + padding, 'aes128gcm').cipherText;
}

/** Returns whether messages can be encrypted for a browser with these keys. */
export function areKeys(keys: BrowserKeys): boolean {
  try {
    return encrypt({}, keys).length > 0;
  } catch {
    return false;
  }
}

/** Returns the header `Authorization` for one push service, valid for twelve hours. `publicUrl` is the contact for its operator. */
export function vapidHeader({ publicKey, privateKey }: PortalKey, endpoint: string, publicUrl: string | undefined): string {
  const contact = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:postmaster@localhost';
  return webPush.getVapidHeaders(new URL(endpoint).origin, contact, publicKey, privateKey, 'aes128gcm').Authorization;
}
