/**
 * Devices on which somebody signed in before. Their guesses have a budget of their own, so that nobody else can lock the person out by wrong
 * passwords (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie holds signed random numbers and no word about a person.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from './context.ts';
import { readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'portal_device';
const DAY = 86_400_000;
const DAYS = 90;
/** People who signed in on one device last, for a computer of the staff room. */
const MOST_MARKS = 10;

/** What signed in: one account, or learner codes, of which a tablet sees many. */
export type DeviceSubject = { person: string } | 'learner-codes';

type Source = Pick<Portal, 'secret' | 'now' | 'publicUrl'>;

const sign = (secret: string, subject: DeviceSubject, nonce: string, until: string): string =>
  createHmac('sha256', secret)
    .update(`device:${typeof subject === 'string' ? subject : `person:${subject.person}`}:${nonce}:${until}`)
    .digest('base64url')
    .slice(0, 22);

/** Marks are `nonce.until.signature`; `until` is a day, counted from 1970. */
const marksOf = (source: Source, request: FastifyRequest): string[] =>
  (readCookie(source, request, COOKIE) ?? '').split('~').slice(0, MOST_MARKS);

function nonceOf({ secret, now }: Source, subject: DeviceSubject, mark: string): string | null {
  const [nonce = '', until = '', signature = ''] = mark.split('.');
  if (!/^\d{1,6}$/.test(until) || Number(until) * DAY < now().getTime()) return null;
  const wanted = Buffer.from(sign(secret, subject, nonce, until));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? nonce : null;
}

/** A sign of this device, the same for 90 days after the last sign-in; null where the subject never signed in on it. */
export const knownDevice = (source: Source, request: FastifyRequest, subject: DeviceSubject): string | null =>
  marksOf(source, request)
    .map((mark) => nonceOf(source, subject, mark))
    .find((nonce) => nonce !== null) ?? null;

/** From now on the device is known for this subject. */
export function rememberDevice(portal: Portal, request: FastifyRequest, reply: FastifyReply, subject: DeviceSubject): void {
  const marks = marksOf(portal, request);
  const known = knownDevice(portal, request, subject);
  const until = String(Math.ceil(portal.now().getTime() / DAY) + DAYS);
  const nonce = known ?? randomBytes(12).toString('base64url');
  const others = marks.filter((mark) => mark !== '' && nonceOf(portal, subject, mark) === null);
  const value = [[nonce, until, sign(portal.secret, subject, nonce, until)].join('.'), ...others].slice(0, MOST_MARKS).join('~');
  writeCookie(portal, request, reply, COOKIE, value, { maxAge: (DAYS * DAY) / 1_000 });
}
