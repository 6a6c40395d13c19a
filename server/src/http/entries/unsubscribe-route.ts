/** One-click unsubscribing (RFC 8058): a mail program posts a form, without a browser, a cookie or our token. The signed address is the permission. */
import type { FastifyInstance } from 'fastify';

const FORM = 16_384;

/** `path` ends where the signature begins. `unsubscribe` gives false for what the portal did not sign; whoever opens the address in a browser is sent to `settings`. */
export function serveUnsubscribe(
  app: FastifyInstance,
  path: string,
  settings: string,
  unsubscribe: (token: string) => Promise<boolean>,
): void {
  app.register(async (scope) => {
    // What the form says is always the same; it may come in either of two encodings.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM }, (_, __, done) => done(null, null));
    scope.post<{ Params: { token: string } }>(`${path}/:token`, { bodyLimit: FORM }, async (request, reply) =>
      (await unsubscribe(request.params.token)) ? reply.code(200).send() : reply.code(404).send({ error: { code: 'not_found' } }),
    );
    scope.get(`${path}/:token`, async (_, reply) => reply.redirect(settings, 303));
  });
}
