/**
 * Devices on which a subject has signed in before. Their failed attempts count separately, so that others cannot lock the user out with wrong
 * passwords (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie contains signed random numbers and no personal data.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from '../context.ts';
import { readCookie, writeCookie } from './cookies.ts';
import type { DeviceSubject } from './device-subject.ts';

const COOKIE = 'portal_device';
const DAY = 86_400_000;
const DAYS = 90;
/** Maximum number of subjects per device, for example the staff at a shared computer or the learners with a tablet. */
const MAX_MARKS = 20;

type Source = Pick<Portal, 'secret' | 'now' | 'publicUrl'>;

const sign = (secret: string, subject: DeviceSubject, nonce: string, until: string): string =>
  createHmac('sha256', secret)
    .update(`device:${typeof subject === 'string' ? subject : Object.entries(subject)[0]!.join(':')}:${nonce}:${until}`)
    .digest('base64url')
    .slice(0, 22);

/** Returns the marks in the cookie. Each has the form `nonce.until.signature`, where `until` is in days since 1970. */
const marksOf = (source: Source, request: FastifyRequest): string[] =>
  (readCookie(source, request, COOKIE) ?? '').split('~').slice(0, MAX_MARKS);

function nonceOf({ secret, now }: Source, subject: DeviceSubject, mark: string): string | null {
  const [nonce = '', until = '', signature = ''] = mark.split('.');
  if (!/^\d{1,6}$/.test(until) || Number(until) * DAY < now().getTime()) return null;
  const wanted = Buffer.from(sign(secret, subject, nonce, until));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? nonce : null;
}

/** Returns an id of the device, or `null` if the subject has not signed in on it. The id is constant for 90 days after the last sign-in. */
export const findKnownDevice = (source: Source, request: FastifyRequest, subject: DeviceSubject): string | null =>
  marksOf(source, request)
    .map((mark) => nonceOf(source, subject, mark))
    .find((nonce) => nonce !== null) ?? null;

/** Remembers the device for the given subjects. */
export function setDeviceCookie(portal: Portal, request: FastifyRequest, reply: FastifyReply, subjects: readonly DeviceSubject[]): void {
  const until = String(Math.ceil(portal.now().getTime() / DAY) + DAYS);
  const marks = subjects.map((subject) => {
    const nonce = findKnownDevice(portal, request, subject) ?? randomBytes(12).toString('base64url');
    return [nonce, until, sign(portal.secret, subject, nonce, until)].join('.');
  });
  const isReplaced = (mark: string): boolean => subjects.some((subject) => nonceOf(portal, subject, mark) !== null);
  const others = marksOf(portal, request).filter((mark) => mark !== '' && !isReplaced(mark));
  const value = [...marks, ...others].slice(0, MAX_MARKS).join('~');
  writeCookie(portal, request, reply, COOKIE, value, { maxAge: (DAYS * DAY) / 1_000 });
}
