/**
 * Rules apply to the route a request reaches, not to the spelling of its URL: `/%61pi/…` or a URL in absolute form reaches the same call. A
 * request whose URL does not literally start with the prefix of its route is rejected, so that rules of a reverse proxy ("do not cache
 * /api/") cannot be bypassed either.
 */
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const API = '/api/';

/**
 * Returns whether the request is an API call, also one that does not exist and therefore reaches no route or the route of the client's
 * files.
 */
export const isApi = ({ routeOptions: { url: route }, url }: FastifyRequest): boolean =>
  (route === undefined || route === '/*' ? url : route).startsWith(API);

/** Path prefixes that decide how a response may be cached. */
const PREFIXES = [API, '/content/', '/metrics'];

/** Redirect target of page URLs that cannot be decoded; the page explains the error. */
const UNREADABLE = `${href('error')}/invalid_path`;

/**
 * Returns the URL to route a request by. A page URL that cannot be decoded (`/class//x`, `/%E0%A4%A`) leads to the error page, because a
 * user may have typed it.
 */
export function readableAddress({ method, url = '/' }: { method?: string | undefined; url?: string | undefined }): string {
  const path = url.split('?')[0] ?? '';
  const isPage = method === 'GET' && path.startsWith('/') && !PREFIXES.some((each) => path.startsWith(each));
  return isPage && (path.includes('//') || !canBeDecoded(path)) ? UNREADABLE : url;
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Rejects requests whose URL does not start like their route, and sets `Cache-Control: no-store` as the default of all replies. */
export function checkAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const route = request.routeOptions.url;
    const prefix = route && PREFIXES.find((each) => route.startsWith(each));
    if (prefix && !request.raw.url?.startsWith(prefix)) throw new AppError('validation_failed', { details: { reason: 'address' } });
  });
}
