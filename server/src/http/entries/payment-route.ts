/** Calls of the payment provider: without a browser, a cookie or our token. The signature of the call is the permission. */
import type { FastifyInstance } from 'fastify';

/** Not protected from forgery: nobody's browser is trusted here. */
export const PAYMENT_PATH = '/api/v1/payments/calls';

const MAX = 65_536;

/** What came of a call; `forged` is refused, and where nobody takes payments there is no such address. */
type Taken = 'taken' | 'forged' | 'closed';

export function servePayments(app: FastifyInstance, take: (body: Buffer, signature: string) => Promise<Taken>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // What was signed are these bytes, and not what they mean.
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
