/**
 * `X-CSRF-Token` as in docs/behaviour/access.md#writing-calls: in the reply of every GET under `/api/`, required on every write. One per session, the same until
 * sign-in or sign-out; a guest's is a signed time of limited life without a cookie (docs/behaviour/access.md#writing-calls).
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
import { sessionCookie } from './session.ts';

const GUEST_LIFE = 12 * 3_600_000;
const SLOT = 3_600_000;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(`csrf:${text}`).digest('base64url');

/** The token of a request: of its session, or a guest's for this hour. */
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

/** Asked by machines, with a permission of their own. */
const UNPROTECTED = [BACKCHANNEL_PATH, ...SAML_PATHS, PAYMENT_PATH, `${UNSUBSCRIBE_PATH}/:token`];

/** Hands out and checks the token for everything under `/api/`, before anything else is read of the request. */
export function protectFromForgery(app: FastifyInstance, portal: Portal, publicUrl: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request) || UNPROTECTED.includes(request.routeOptions.url ?? '')) return;
    const sid = sessionCookie(portal, request);
    if (SAFE.has(request.method)) {
      reply.header('x-csrf-token', csrfToken(portal.secret, sid, portal.now()));
      return;
    }
    const token = request.headers['x-csrf-token'];
    if (isForeign(request, publicUrl) || typeof token !== 'string' || !isValid(portal.secret, sid, token, portal.now()))
      throw new AppError('csrf_invalid');
  });
}

/** A browser says where a request comes from; one from another site is refused even with a token. */
function isForeign(request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  // Where the operator named the portal's address, what a proxy or the request says of it counts for nothing.
  return origin !== (publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`);
}
