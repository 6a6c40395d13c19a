/**
 * LTI routes outside of `/api/`. Browsers are sent to them by a page of the learning platform, without cookie or CSRF token. Requests are signed. An
 * invalid request gets a plain error page that may be framed.
 */
import { chooseLanguage } from '@fundus/contract/locale';
import { LTI_FORM_PATH, type LtiProblem } from '@fundus/contract/lti/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LtiError } from '../../lti/lti-error.ts';
import type { Portal } from '../context.ts';

type Sent = ReadonlyMap<string, string>;
/** LTI request. `sent` contains parameters that occur once. `query` and `form` contain all parameters unchanged. */
type Asked = { origin: string; sent: Sent; query: [string, string][]; form: [string, string][]; locale: string };
type Page = { html: string; policy: string };

export type LtiHandlers = {
  /** Returns the URL to redirect to, as do `launch` and `launchForm`. */
  login: (asked: Asked) => Promise<string>;
  launch: (asked: Asked) => Promise<string>;
  launchForm: (asked: Asked) => Promise<string>;
  keys: () => Promise<{ keys: unknown[] }>;
  configuration: (origin: string) => object;
  offer: (asked: Asked) => Promise<Page>;
  register: (asked: Asked) => Promise<Page>;
  problem: (problem: LtiProblem, locale: string) => Promise<Page>;
};

const MAX = 128 * 1024;
const STATUS: Partial<Record<LtiProblem, number>> = {
  not_allowed: 403,
  unknown_platform: 403,
  unknown_deployment: 403,
  platform_unreachable: 502,
};

export function serveLti(app: FastifyInstance, portal: Portal, handlers: LtiHandlers): void {
  const { log } = portal;

  const send = (reply: FastifyReply, { html, policy }: Page, status = 200): FastifyReply =>
    reply
      .code(status)
      .removeHeader('x-frame-options')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(html);

  const answer =
    (work: (asked: Asked, reply: FastifyReply) => Promise<FastifyReply>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const visitRequest = readAsked(portal, request);
      try {
        return await work(visitRequest, reply);
      } catch (error) {
        if (!(error instanceof LtiError)) throw error;
        log.info({ problem: error.problem, reason: error.message.slice(0, 300) }, 'LTI message refused');
        return send(reply, await handlers.problem(error.problem, visitRequest.locale), STATUS[error.problem] ?? 400);
      }
    };

  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    const login = answer(async (asked, reply) => reply.redirect(await handlers.login(asked), 302));
    scope.get('/lti/login', login);
    scope.post('/lti/login', { bodyLimit: MAX }, login);
    scope.post(
      '/lti/launch',
      { bodyLimit: MAX },
      answer(async (asked, reply) => reply.redirect(await handlers.launch(asked), 303)),
    );
    scope.post(
      LTI_FORM_PATH,
      { bodyLimit: MAX },
      answer(async (asked, reply) => reply.redirect(await handlers.launchForm(asked), 303)),
    );
    scope.get('/lti/jwks.json', async (_, reply) => reply.header('cache-control', 'public, max-age=3600').send(await handlers.keys()));
    scope.get('/lti/config.json', async (request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(handlers.configuration(originOf(portal, request))),
    );
    scope.get(
      '/lti/register',
      answer(async (asked, reply) => send(reply, await handlers.offer(asked))),
    );
    scope.post(
      '/lti/register',
      { bodyLimit: MAX },
      answer(async (asked, reply) => send(reply, await handlers.register(asked))),
    );
  });
}

const originOf = (portal: Portal, request: FastifyRequest): string => portal.publicUrl ?? `${request.protocol}://${request.host}`;

/** Reads the parameters of the form, or of the query if there is no form. `sent` omits parameters that occur more than once. */
function readAsked(portal: Portal, request: FastifyRequest): Asked {
  const query = new URLSearchParams(request.raw.url?.split(/\?(.*)/s)[1] ?? '');
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const pairs = request.body instanceof URLSearchParams ? form : query;
  const sent = new Map<string, string>();
  for (const name of new Set(pairs.keys())) {
    const values = pairs.getAll(name);
    if (values.length === 1) sent.set(name, values[0]!);
  }
  const wishes = (request.headers['accept-language'] ?? '').split(',').map((wish) => wish.split(';')[0]!.trim());
  return {
    origin: originOf(portal, request),
    sent,
    query: [...query],
    form: [...form],
    locale: chooseLanguage(null, wishes, portal.config.Locales),
  };
}
