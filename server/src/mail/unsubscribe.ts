/** Signed unsubscribe links. They work without a session and cannot be forged. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../secrets/sealed.ts';

export const UNSUBSCRIBE_PATH = '/api/v1/mails/unsubscribe';

/** User and kind of mail to unsubscribe. */
export type Unsubscribe = { person: string; kind: string };

const signatureOf = (secret: string, { person, kind }: Unsubscribe): string => keyedHash(secret, 'unsubscribe', `${person}:${kind}`);

export const signUnsubscribe = (secret: string, what: Unsubscribe): string => `${what.person}.${what.kind}.${signatureOf(secret, what)}`;

/** Verifies a link and returns its content, or `undefined` if the signature is invalid. */
export function readUnsubscribe(secret: string, token: string): Unsubscribe | undefined {
  const [person = '', kind = '', signature = ''] = token.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, { person, kind }))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? { person, kind } : undefined;
}
