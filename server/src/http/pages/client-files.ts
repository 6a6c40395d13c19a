/** Serves the built client: hashed files for ever, the page for every route of the route table. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { FirstPicture } from '@fundus/contract/catalogue/first-picture';
import type { FrontendConfig } from '@fundus/contract/config';
import { matchPath } from '@fundus/contract/screens';
import { AppError } from '@fundus/contract/errors';
import { PACKAGE_SANDBOX } from '@fundus/contract/files/package-sandbox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makePages, markPage, type PageMarks } from './client-page.ts';
import { isOwnHost } from './content-host.ts';
import { allowFrames, H5P_PAGE, type Frames } from './frames.ts';
import { sessionCookie } from '../sessions/session.ts';

export const CLIENT_FOLDER = join(import.meta.dirname, '../../../../client/dist');

const H5P_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * The page that plays H5P runs in an opaque origin, and what exercises bring runs in it as pages of packages do
 * (docs/decisions/0089-packages-in-an-opaque-origin.md). It loads from the folders of content and of the player, and from allowed hosts.
 */
function h5pPolicy(host: string, { framedBy, others, ownOrigin }: { framedBy: string; others: string; ownOrigin: boolean }): string {
  const own = /^[\w.-]+(:\d+)?$/.test(host) ? ['h5p', 'packages', 'content'].map((folder) => `${host}/${folder}/`).join(' ') : "'self'";
  const sources = [own, 'data: blob:', others].filter(Boolean).join(' ');
  return [
    "default-src 'none'",
    `script-src ${sources} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `style-src ${sources} 'unsafe-inline'`,
    ...['img-src', 'media-src', 'font-src', 'connect-src', 'frame-src', 'worker-src'].map((name) => `${name} ${sources}`),
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
    "form-action 'none'",
    `sandbox ${PACKAGE_SANDBOX}${ownOrigin ? ' allow-same-origin' : ''}`,
  ].join('; ');
}

/** No page: scripts that run beside none (workers have a policy of their own), styles, fonts, pictures. */
const PART_OF_A_PAGE = /[\\/]assets[\\/](?![^\\/]*worker)[^\\/]+\.(js|css|woff2?|webp|png|gif)$/;
/** What only a page heeds. It is a kilobyte, and a first visit asks for twenty files and more over HTTP/1.1, which does not pack it. */
const OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

type ClientOptions = {
  folder: string;
  /** The methods that calls at a path take. */
  methodsAt: (path: string) => readonly string[];
  config: FrontendConfig;
  /** Where the picture of the start page is. */
  illustration: () => Promise<string>;
  /** The picture a guest sees first of a medium. */
  picture: (scope: SearchScope, identifier: string) => Promise<FirstPicture | null>;
  /** What the page at a path says of itself, where it shows one medium. */
  describe?: (path: string, origin: string) => Promise<PageMarks | undefined>;
  /** Where a page has moved to; undefined for one that has not. */
  movedTo?: (url: string) => Promise<string | undefined>;
  publicUrl?: string | undefined;
  frames: Frames;
  contentUrl?: string | undefined;
  /** Hosts exercises may load from, as sources of a policy. */
  otherHosts: () => Promise<string>;
  /** The portal's address where H5P is played on another host. */
  framedBy?: string | undefined;
};

/**
 * Unknown addresses get the page too (it shows the error screen), with status 404; a call asked for by a method it does not take gets 405.
 */
export async function serveClient(
  app: FastifyInstance,
  {
    folder,
    methodsAt,
    config,
    illustration,
    picture,
    frames,
    describe,
    movedTo,
    publicUrl,
    contentUrl,
    otherHosts,
    framedBy = "'self'",
  }: ClientOptions,
): Promise<void> {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.split('?')[0] === H5P_PAGE)
      reply.header(
        'content-security-policy',
        h5pPolicy(request.host, { framedBy, others: await otherHosts(), ownOrigin: isOwnHost(contentUrl, request.host) }),
      );
  });
  allowFrames(app, frames);
  const built = existsSync(join(folder, 'index.html'));
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      preCompressed: true,
      redirect: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        if (path.startsWith(join(folder, 'h5p'))) for (const [name, value] of Object.entries(H5P_HEADERS)) response.header(name, value);
        // Pages of packages load it from an opaque origin.
        if (path.startsWith(join(folder, 'packages')))
          response.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
        // Learning platforms show it as the picture of the tool.
        if (path === join(folder, 'favicon.svg')) response.header('cross-origin-resource-policy', 'cross-origin');
        if (PART_OF_A_PAGE.test(path))
          for (const name of OF_PAGES) {
            response.removeHeader(name);
            response.raw.removeHeader(name);
          }
        // The page is sent below: there it is known whether it is one of the portal's.
        if (path !== join(folder, 'index.html'))
          response.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  const pageOf = built ? makePages(folder, { config, illustration, picture }) : null;
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!pageOf) throw new AppError('not_found');
    const [path = '/'] = request.url.split('?');
    const [plain, moved, marks] = await Promise.all([
      pageOf({
        url: request.url,
        languages: request.headers['accept-language'] ?? '',
        signedIn: sessionCookie({ publicUrl }, request) !== undefined,
        // Sent by browsers when a page is reloaded.
        reload: /\b(?:max-age=0|no-cache)\b/.test(request.headers['cache-control'] ?? ''),
      }),
      movedTo?.(request.url),
      describe?.(path, publicUrl ?? `${request.protocol}://${request.host}`),
    ]);
    // Not for ever: what was put together can be taken apart again.
    if (moved !== undefined) return reply.header('cache-control', 'no-cache').redirect(moved, 302);
    const { html, etag } = marks ? markPage(plain, marks) : plain;
    // Whoever is signed in may see more than a guest; the page finds out.
    if (marks?.found === false && request.headers.cookie === undefined) reply.code(404).header('cache-control', 'no-store');
    reply.header('etag', etag).header('vary', 'accept-language');
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  };
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    const methods = methodsAt(path);
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '));
      throw new AppError('method_not_allowed');
    }
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !path.startsWith('/content/') && !/\.\w{1,8}$/.test(path);
    if (!isPage) throw new AppError('not_found');
    const unknown = 'problem' in matchPath(request.originalUrl.split('?')[0] ?? '/');
    return sendPage(request, reply.code(unknown ? 404 : 200).header('cache-control', unknown ? 'no-store' : 'no-cache'));
  });
  if (built) app.get('/', (request, reply) => sendPage(request, reply.header('cache-control', 'no-cache')));
}
