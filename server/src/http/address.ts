/**
 * Applies rules to the route of a request instead of the spelling of its URL, because `/%61pi/…` or an absolute URL reaches the same call. Rejects a
 * request whose URL does not literally start with the prefix of its route. Otherwise such a URL would bypass rules of a reverse proxy, such as "do
 * not cache /api/".
 */
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const API = '/api/';

/** Returns whether the request is an API call. A call that does not exist reaches no route or the route of the client's files, so its URL decides. */
export const isApi = ({ routeOptions: { url: route }, url }: FastifyRequest): boolean =>
  (route === undefined || route === '/*' ? url : route).startsWith(API);

/** Path prefixes with their own caching rules. */
const PREFIXES = [API, '/content/', '/metrics'];

/** Target of page URLs that cannot be decoded: a page that explains the error. */
const UNREADABLE = `${href('error')}/invalid_path`;

/**
 * Returns the URL by which a request is routed. A page URL that cannot be decoded (`/class//x`, `/%E0%A4%A`) is replaced by the error page, because a
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

/** Rejects requests whose URL does not start with the prefix of their route, and sets `Cache-Control: no-store` as the default. */
export function checkAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const route = request.routeOptions.url;
    const prefix = route && PREFIXES.find((each) => route.startsWith(each));
    if (prefix && !request.raw.url?.startsWith(prefix)) throw new AppError('validation_failed', { details: { reason: 'address' } });
  });
}
