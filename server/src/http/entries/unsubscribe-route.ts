/** One-click unsubscribe (RFC 8058). Mail programs post a form to a signed URL, without browser, cookie or CSRF token. */
import type { FastifyInstance } from 'fastify';

const FORM = 16_384;

/** Serves `path/:token`. `unsubscribe` returns false if the signature is invalid. Browsers that open the URL are redirected to `settings`. */
export function serveUnsubscribe(
  app: FastifyInstance,
  path: string,
  settings: string,
  unsubscribe: (token: string) => Promise<boolean>,
): void {
  app.register(async (scope) => {
    // The form is not parsed, because its content is constant and may have either of two encodings.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM }, (_, __, done) => done(null, null));
    scope.post<{ Params: { token: string } }>(`${path}/:token`, { bodyLimit: FORM }, async (request, reply) =>
      (await unsubscribe(request.params.token)) ? reply.code(200).send() : reply.code(404).send({ error: { code: 'not_found' } }),
    );
    scope.get(`${path}/:token`, async (_, reply) => reply.redirect(settings, 303));
  });
}
