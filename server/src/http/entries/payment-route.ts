/** Webhooks of the payment provider, without browser, cookie or CSRF token. They are authorised by their signature. */
import type { FastifyInstance } from 'fastify';

/** Exempt from the CSRF check, because no browser session is used. */
export const PAYMENT_PATH = '/api/v1/payments/calls';

const MAX = 65_536;

/** Result of a webhook call. `forged` means that the signature is invalid, and `closed` that no payment provider is configured. */
type Taken = 'taken' | 'forged' | 'closed';

export function servePayments(app: FastifyInstance, take: (body: Buffer, signature: string) => Promise<Taken>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The raw body is needed, because the signature covers its bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX }, (_, body, done) => done(null, body));
    scope.post(PAYMENT_PATH, { bodyLimit: MAX }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const taken = await take(body, typeof signature === 'string' ? signature : '');
      if (taken === 'closed') return reply.code(404).send({ error: { code: 'not_found' } });
      if (taken === 'forged') return reply.code(400).send({ error: { code: 'forbidden' } });
      return reply.code(200).send({ ok: true });
    });
  });
}
