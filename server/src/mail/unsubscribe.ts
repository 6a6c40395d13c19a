/** The address by which mails of a kind are switched off: signed, so that it needs no session and nobody makes one up. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../secrets/sealed.ts';

export const UNSUBSCRIBE_PATH = '/api/v1/mails/unsubscribe';

/** Whose mails, and of which kind. */
export type Unsubscribe = { person: string; kind: string };

const signatureOf = (secret: string, { person, kind }: Unsubscribe): string => keyedHash(secret, 'unsubscribe', `${person}:${kind}`);

export const signUnsubscribe = (secret: string, what: Unsubscribe): string => `${what.person}.${what.kind}.${signatureOf(secret, what)}`;

/** Undefined for what the portal has not signed. */
export function readUnsubscribe(secret: string, token: string): Unsubscribe | undefined {
  const [person = '', kind = '', signature = ''] = token.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, { person, kind }))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? { person, kind } : undefined;
}
