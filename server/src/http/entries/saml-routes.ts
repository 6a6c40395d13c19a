/** Endpoints of the SAML 2.0 service provider. Browsers post signed forms to them from another site. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../network.ts';

const BASE = '/api/v1/auth/saml/:provider';

/** Exempt from the CSRF check, because browsers come from another site and send no cookie. */
export const SAML_PATHS = [`${BASE}/acs`, `${BASE}/slo`];

export type SamlHandlers = {
  metadata: (provider: string) => string;
  /** Returns the URL to redirect to, as does `logout`. */
  answer: (provider: string, response: string, network: string) => Promise<string>;
  logout: (
    provider: string,
    message: { query: string } | { form: string } | null,
    about: { relayState: string; network: string },
  ) => Promise<string>;
};

/** Maximum size of a form in bytes. Responses of identity providers are 5 to 60 kB. */
const MAX = 384 * 1024;

export function serveSaml(app: FastifyInstance, handlers: SamlHandlers): void {
  const providerOf = (request: FastifyRequest): string => (request.params as { provider: string }).provider;
  const field = (request: FastifyRequest, name: string): string =>
    request.body instanceof URLSearchParams && request.body.getAll(name).length === 1 ? request.body.get(name)! : '';
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'));
    scope.get(`${BASE}/metadata`, async (request, reply) =>
      reply.type('application/samlmetadata+xml; charset=utf-8').send(handlers.metadata(providerOf(request))),
    );
    scope.post(`${BASE}/acs`, { bodyLimit: MAX }, async (request, reply) => {
      const { network } = networkOf(request.ip);
      return reply.redirect(await handlers.answer(providerOf(request), field(request, 'SAMLResponse'), network), 303);
    });
    scope.get(`${BASE}/slo`, async (request, reply) => {
      const query = request.raw.url?.split('?')[1] ?? '';
      const sent = new URLSearchParams(query);
      const about = { relayState: sent.get('RelayState') ?? '', network: networkOf(request.ip).network };
      // The user returns from single logout at the provider, and the session in the portal has already ended.
      return reply.redirect(await handlers.logout(providerOf(request), sent.has('SAMLResponse') ? null : { query }, about), 302);
    });
    scope.post(`${BASE}/slo`, { bodyLimit: MAX }, async (request, reply) => {
      const message = field(request, 'SAMLResponse') ? null : { form: field(request, 'SAMLRequest') };
      const about = { relayState: field(request, 'RelayState'), network: networkOf(request.ip).network };
      return reply.redirect(await handlers.logout(providerOf(request), message, about), 303);
    });
  });
}
