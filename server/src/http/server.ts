/** Creates the HTTP server without calls: headers, cookies, compression, CSRF protection and errors. */
import cookie from '@fastify/cookie';
import type { AppError } from '@fundus/contract/errors';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify';
import { checkAddresses, readableAddress } from './address.ts';
import { serveContentSeparately } from './pages/content-host.ts';
import type { Portal } from './context.ts';
import { byFormat } from './entries/exchange-routes.ts';
import { protectFromForgery } from './sessions/csrf.ts';
import { replyToUnreadable, replyWithError } from './errors.ts';
import type { Front } from './pages/front.ts';
import { readJson } from './bodies/json-body.ts';
import { packReplies } from './bodies/pack.ts';
import { setSecurityHeaders } from './pages/security-headers.ts';

export type Server = FastifyInstance;

export type ServerOptions = {
  /** Public URL of the portal. */
  publicUrl?: string | undefined;
  /** Proxies whose forwarding headers are trusted, as addresses, ranges or names such as `loopback`. */
  trustProxy?: readonly string[] | undefined;
  front?: Front | undefined;
};

/** Creates the server. It receives its requests from `front` once that is open. Without `front`, requests are injected. */
export async function makeServer(
  portal: Portal<'contentUrl'>,
  { publicUrl, trustProxy = ['loopback'], front }: ServerOptions,
): Promise<Server> {
  const app: FastifyInstance = Fastify({
    ...(front && { serverFactory: () => front.server }),
    loggerInstance: portal.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // X-Forwarded-For is trusted only if it comes from these proxies.
    trustProxy: [...trustProxy],
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 1_000, constraints: { format: byFormat } },
    rewriteUrl: readableAddress,
    frameworkErrors: (error, request, reply) => void replyWithError(portal, error, request, reply),
    clientErrorHandler: replyToUnreadable,
  });
  // Only JSON bodies are parsed, because forms of other sites cannot send them.
  app.removeContentTypeParser('text/plain');
  readJson(app);
  const { CoverService } = portal.config;
  const pictures = URL.canParse(CoverService) ? [new URL(CoverService).origin] : [];
  await setSecurityHeaders(app, { publicUrl, contentUrl: portal.contentUrl, pictures });
  checkAddresses(app);
  if (portal.contentUrl) serveContentSeparately(app, portal.contentUrl);
  await app.register(cookie);
  packReplies(app);
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => replyWithError(portal, error, request, reply));
  protectFromForgery(app, portal, publicUrl);
  return app;
}
