/** Serves the built client: hashed files that are cached indefinitely, and the page for every route. */
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
import { makePages, addMetadata, type PageMetadata } from './client-page.ts';
import { isOwnHost } from './content-host.ts';
import { allowFrames, H5P_PAGE, type Frames } from './frames.ts';
import { readSessionCookie } from '../sessions/session.ts';

export const CLIENT_FOLDER = join(import.meta.dirname, '../../../../client/dist');

const H5P_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * Returns the content security policy of the H5P player page. The page runs in an opaque origin, like content packages
 * (docs/decisions/0089-packages-in-an-opaque-origin.md). It loads from the content and player folders and from allowed hosts.
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

/** Assets other than pages and workers: scripts, styles, fonts and images. */
const PART_OF_A_PAGE = /[\\/]assets[\\/](?![^\\/]*worker)[^\\/]+\.(js|css|woff2?|webp|png|gif)$/;
/**
 * Headers that only pages and workers need. They add a kilobyte to each file. On a first visit, more than twenty files are requested over HTTP/1.1,
 * which does not compress headers.
 */
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
  /** Returns the HTTP methods of the API calls at a path. */
  methodsAt: (path: string) => readonly string[];
  config: FrontendConfig;
  /** Returns the URL of the illustration on the start page. */
  illustration: () => Promise<string>;
  /** Returns the first image of a medium that a guest can see. */
  picture: (scope: SearchScope, identifier: string) => Promise<FirstPicture | null>;
  /** Returns the metadata of a page that displays a medium. */
  describe?: (path: string, origin: string) => Promise<PageMetadata | undefined>;
  /** Returns the new URL of a page that has moved. */
  movedTo?: (url: string) => Promise<string | undefined>;
  publicUrl?: string | undefined;
  frames: Frames;
  contentUrl?: string | undefined;
  /** Returns the hosts that H5P exercises may load from, as content security policy sources. */
  otherHosts: () => Promise<string>;
  /** Origin of the portal, if H5P exercises are played on another host. */
  framedBy?: string | undefined;
};

/** Registers the routes. An unknown URL gets the page with status 404, which displays an error screen. A call with an unsupported method gets 405. */
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
        // Content packages load these files from an opaque origin.
        if (path.startsWith(join(folder, 'packages')))
          response.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
        // Learning platforms display this icon for the tool.
        if (path === join(folder, 'favicon.svg')) response.header('cross-origin-resource-policy', 'cross-origin');
        if (PART_OF_A_PAGE.test(path))
          for (const name of OF_PAGES) {
            response.removeHeader(name);
            response.raw.removeHeader(name);
          }
        // The page itself is sent by `sendPage`, which determines its status.
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
        signedIn: readSessionCookie({ publicUrl }, request) !== undefined,
        // Browsers send these directives when a page is reloaded.
        reload: /\b(?:max-age=0|no-cache)\b/.test(request.headers['cache-control'] ?? ''),
      }),
      movedTo?.(request.url),
      describe?.(path, publicUrl ?? `${request.protocol}://${request.host}`),
    ]);
    // The redirect is temporary, because the merge of two media can be undone.
    if (moved !== undefined) return reply.header('cache-control', 'no-cache').redirect(moved, 302);
    const { html, etag } = marks ? addMetadata(plain, marks) : plain;
    // A signed-in user may see more than a guest, so for them the client decides whether the medium exists.
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
