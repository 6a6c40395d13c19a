/** One-click unsubscribe (RFC 8058): a mail program posts a form without browser, cookie or CSRF token. The signed URL authorises it. */
import type { FastifyInstance } from 'fastify';

const FORM = 16_384;

/** Serves `path/:token`. `unsubscribe` returns false for an invalid signature. A browser that opens the URL is redirected to `settings`. */
export function serveUnsubscribe(
  app: FastifyInstance,
  path: string,
  settings: string,
  unsubscribe: (token: string) => Promise<boolean>,
): void {
  app.register(async (scope) => {
    // The form is constant and may have either of two encodings, so it is not parsed.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM }, (_, __, done) => done(null, null));
    scope.post<{ Params: { token: string } }>(`${path}/:token`, { bodyLimit: FORM }, async (request, reply) =>
      (await unsubscribe(request.params.token)) ? reply.code(200).send() : reply.code(404).send({ error: { code: 'not_found' } }),
    );
    scope.get(`${path}/:token`, async (_, reply) => reply.redirect(settings, 303));
  });
}
