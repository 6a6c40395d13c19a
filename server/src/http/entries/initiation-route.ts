/** Third-party initiated login by POST (OpenID Connect Core, section 4). Redirects to the sign-in page and passes the parameters in the URL. */
import { HintName } from '@fundus/contract/accounts/oidc-settings';
import { href } from '@fundus/contract/screens';
import type { FastifyInstance } from 'fastify';

const MAX = 8_192;
const NAMES = new Set(['iss', 'target_link_uri']);

export function serveInitiation(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.post(href('login'), { bodyLimit: MAX }, async (request, reply) => {
      const sent = request.body instanceof URLSearchParams ? [...request.body] : [];
      // Unknown parameters and parameters that occur more than once are ignored.
      const accepted = sent.filter(
        ([name], _, all) => (NAMES.has(name) || HintName.safeParse(name).success) && all.filter(([other]) => other === name).length === 1,
      );
      return reply.header('cache-control', 'no-store').redirect(`${href('login')}?${new URLSearchParams(accepted)}`, 303);
    });
  });
}
