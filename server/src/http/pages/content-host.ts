/**
 * Separate hosts for uploaded content (`CONTENT_URL`), so that pages of content packages do not share the origin of the portal. If the host name
 * starts with `*.`, each package has its own host, and therefore its own origin, for each visitor.
 */
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Paths served on content hosts: uploaded content, the runtime of content packages, and the H5P player page. */
const THERE = /^\/(content|h5p|packages)\//;
const WILDCARD = '*.';
/** Label of the host for content that does not need its own origin. */
const SHARED = 'dateien';

/** Returns whether packages have their own hosts. */
export const hasOwnHosts = (contentUrl: string | undefined): boolean =>
  contentUrl !== undefined && new URL(contentUrl).host.startsWith(WILDCARD);

/** Returns the origin of content: that of a package if a label is given, otherwise the shared one. An empty string means the origin of the portal. */
export function contentOrigin(contentUrl: string | undefined, label: string | null): string {
  return contentUrl === undefined ? '' : contentUrl.replace(WILDCARD, `${label ?? SHARED}.`);
}

/** Returns the label of a content host, or `null` if the host is not a content host or content hosts have no labels. */
export function labelOf(contentUrl: string | undefined, host: string): string | null {
  if (contentUrl === undefined || !hasOwnHosts(contentUrl)) return null;
  const base = new URL(contentUrl).host.slice(WILDCARD.length - 1);
  const label = host.endsWith(base) ? host.slice(0, -base.length) : '';
  return /^[a-z0-9-]{1,63}$/.test(label) ? label : null;
}

/** Returns whether the host is reserved for one package and one visitor. */
export const isOwnHost = (contentUrl: string | undefined, host: string): boolean =>
  /^p-[0-9a-f]{32}$/.test(labelOf(contentUrl, host) ?? '');

/** Restricts content to content hosts, and content hosts to content. */
export function serveContentSeparately(app: FastifyInstance, contentUrl: string): void {
  const { host } = new URL(contentUrl);
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions;
    const there = THERE.test(url === undefined || url === '/*' ? request.url : url);
    const isThere = hasOwnHosts(contentUrl) ? labelOf(contentUrl, request.host) !== null : request.host === host;
    if (there !== isThere) throw new AppError('not_found');
  });
}
