/**
 * Which rules hold for a request hangs on the route it reached, never on how its address was written: `/%61pi/…` or an address in absolute
 * form reaches the same call. Whoever writes the beginning of such an address in another way is refused, so that rules of a proxy in front
 * ("keep nothing under /api/") cannot be walked around either.
 */
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const API = '/api/';

/** A call of the programming interface, also one that does not exist: that reaches no route, or the one of the client's files. */
export const isApi = ({ routeOptions: { url: route }, url }: FastifyRequest): boolean =>
  (route === undefined || route === '/*' ? url : route).startsWith(API);

/** Addresses whose beginning decides who may keep what arrives. */
const PREFIXES = [API, '/content/', '/metrics'];

/** Where a browser is sent that asks for an address nobody can read: the page is shown, and says so. */
const UNREADABLE = `${href('error')}/invalid_path`;

/** The address a request is answered under. One of a page that cannot be read (`/class//x`, `/%E0%A4%A`) is no fault of a program: whoever typed it gets the error page. */
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

/** Refuses a request whose address does not begin as its route does, and lets nobody keep a reply that does not say otherwise. */
export function checkAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const route = request.routeOptions.url;
    const prefix = route && PREFIXES.find((each) => route.startsWith(each));
    if (prefix && !request.raw.url?.startsWith(prefix)) throw new AppError('validation_failed', { details: { reason: 'address' } });
  });
}
