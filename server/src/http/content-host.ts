/** A host of its own for what others uploaded (`CONTENT_URL`): a page out of a package then shares nothing with the portal, not even its name. */
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance } from 'fastify';

/** What is served there: content, and the page that plays H5P. */
const THERE = /^\/(content|h5p)\//;

/** Content only on its own host, and nothing else there. */
export function separateContent(app: FastifyInstance, contentUrl: string): void {
  const { host } = new URL(contentUrl);
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions;
    const there = THERE.test(url === undefined || url === '/*' ? request.url : url);
    if (there !== (request.host === host)) throw new AppError('not_found');
  });
}
