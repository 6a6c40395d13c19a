/** OpenID Connect Back-Channel Logout. The identity provider posts a signed form without a browser or cookie. */
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../network.ts';

/** Exempt from the CSRF check, because no browser session is used. */
export const BACKCHANNEL_PATH = '/api/v1/auth/oidc/backchannel-logout';

const MAX = 16_384;

export function serveBackchannel(app: FastifyInstance, logout: (token: string, address: string) => Promise<boolean>): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.post(BACKCHANNEL_PATH, { bodyLimit: MAX }, async (request, reply) => {
      const token = request.body instanceof URLSearchParams ? (request.body.get('logout_token') ?? '') : '';
      if (!token || !(await logout(token, networkOf(request.ip).network))) return reply.code(400).send({ error: 'invalid_request' });
      return reply.code(200).send();
    });
  });
}
