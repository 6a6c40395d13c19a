/**
 * CSRF token (`X-CSRF-Token`, docs/behaviour/access.md#writing-calls). Every GET reply under `/api/` contains it, and every write requires it. It is
 * constant from sign-in to sign-out. The token of a guest is a signed time with a limited lifetime and needs no cookie.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isApi } from '../address.ts';
import { UNSUBSCRIBE_PATH } from '../../mail/unsubscribe.ts';
import { BACKCHANNEL_PATH } from '../entries/backchannel-route.ts';
import type { Portal } from '../context.ts';
import { PAYMENT_PATH } from '../entries/payment-route.ts';
import { SAML_PATHS } from '../entries/saml-routes.ts';
import { readSessionCookie } from './session.ts';

const GUEST_LIFE = 12 * 3_600_000;
const SLOT = 3_600_000;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(`csrf:${text}`).digest('base64url');

/** Returns the token of a session, or a guest's token for the current hour. */
export function csrfToken(secret: string, sid: string | undefined, now: Date): string {
  if (sid) return sign(secret, `session:${sid}`);
  const slot = String(Math.floor(now.getTime() / SLOT));
  return `${slot}.${sign(secret, `guest:${slot}`)}`;
}

function isValid(secret: string, sid: string | undefined, token: string, now: Date): boolean {
  if (sid) return equal(token, sign(secret, `session:${sid}`));
  const [slot = ''] = token.split('.');
  const age = now.getTime() - Number(slot) * SLOT;
  return age >= 0 && age <= GUEST_LIFE && equal(token, `${slot}.${sign(secret, `guest:${slot}`)}`);
}

function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/** Routes for other systems, which authorise their requests in other ways. */
const UNPROTECTED = [BACKCHANNEL_PATH, ...SAML_PATHS, PAYMENT_PATH, `${UNSUBSCRIBE_PATH}/:token`];

/** Issues and checks the token for all paths under `/api/` before the body is read. */
export function protectFromForgery(app: FastifyInstance, portal: Portal, publicUrl: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request) || UNPROTECTED.includes(request.routeOptions.url ?? '')) return;
    const sid = readSessionCookie(portal, request);
    if (SAFE.has(request.method)) {
      reply.header('x-csrf-token', csrfToken(portal.secret, sid, portal.now()));
      return;
    }
    const token = request.headers['x-csrf-token'];
    if (isForeign(request, publicUrl) || typeof token !== 'string' || !isValid(portal.secret, sid, token, portal.now()))
      throw new AppError('csrf_invalid');
  });
}

/** Returns whether the request comes from another site according to the browser. Such requests are rejected even with a token. */
function isForeign(request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  // If `PUBLIC_URL` is set, the protocol and host of the request or proxy are ignored.
  return origin !== (publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`);
}
