/**
 * Session of a kiosk tablet at a lending point. It is separate from user sessions and accepted only by kiosk calls (docs/behaviour/lending.md#kiosk).
 * It lasts until the staff ends it.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from '../context.ts';
import { readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'portal_kiosk';
/** Lifetime of the cookie in seconds, which is the maximum that browsers allow. */
const LASTS_SECONDS = 400 * 86_400;

export const hashOfKiosk = (token: string): string => createHash('sha256').update(token).digest('hex');

export function readKioskHash(portal: Pick<Portal, 'publicUrl'>, request: FastifyRequest): string | undefined {
  const token = readCookie(portal, request, COOKIE);
  return token === undefined ? undefined : hashOfKiosk(token);
}

export const writeKioskCookie = (portal: Pick<Portal, 'publicUrl'>, request: FastifyRequest, reply: FastifyReply, token: string): void =>
  writeCookie(portal, request, reply, COOKIE, token, { maxAge: LASTS_SECONDS });
