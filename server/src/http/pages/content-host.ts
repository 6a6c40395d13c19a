/**
 * Hosts of their own for what others uploaded (`CONTENT_URL`): a page out of a package then shares nothing with the portal, not even its name. With
 * `*.` before the name each package has a host, and thereby an origin, for each visitor.
 */
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance } from 'fastify';

/** What is served there: content, the run-time of packages, and the page that plays H5P. */
const THERE = /^\/(content|h5p|packages)\//;
const WILDCARD = '*.';
/** Host of everything that needs no origin of its own. */
const SHARED = 'dateien';

/** Whether packages have hosts of their own. */
export const hasOwnHosts = (contentUrl: string | undefined): boolean =>
  contentUrl !== undefined && new URL(contentUrl).host.startsWith(WILDCARD);

/** Returns the origin of content: of a package by its label, else the one all files share; '' is the portal itself. */
export function contentOrigin(contentUrl: string | undefined, label: string | null): string {
  return contentUrl === undefined ? '' : contentUrl.replace(WILDCARD, `${label ?? SHARED}.`);
}

/** Returns the label of a host for content; null if the host is none, or the name has no labels. */
export function labelOf(contentUrl: string | undefined, host: string): string | null {
  if (contentUrl === undefined || !hasOwnHosts(contentUrl)) return null;
  const base = new URL(contentUrl).host.slice(WILDCARD.length - 1);
  const label = host.endsWith(base) ? host.slice(0, -base.length) : '';
  return /^[a-z0-9-]{1,63}$/.test(label) ? label : null;
}

/** Whether the host belongs to one package and one visitor. */
export const isOwnHost = (contentUrl: string | undefined, host: string): boolean =>
  /^p-[0-9a-f]{32}$/.test(labelOf(contentUrl, host) ?? '');

/** Content only on its own host, and nothing else there. */
export function separateContent(app: FastifyInstance, contentUrl: string): void {
  const { host } = new URL(contentUrl);
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions;
    const there = THERE.test(url === undefined || url === '/*' ? request.url : url);
    const isThere = hasOwnHosts(contentUrl) ? labelOf(contentUrl, request.host) !== null : request.host === host;
    if (there !== isThere) throw new AppError('not_found');
  });
}
