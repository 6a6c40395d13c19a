/** Composition root: one line per domain; the only file that knows them all. */
import { endpoints } from '@fundus/contract/endpoints';
import { logoutByProvider } from './domains/accounts/index.ts';
import { handlers as accounts } from './domains/accounts/routes.ts';
import { excerptHandlers } from './domains/catalogue/excerpts.ts';
import { handlers as catalogueEdit } from './domains/catalogue/edit-routes.ts';
import { handlers as audit } from './domains/audit/routes.ts';
import { handlers as catalogue } from './domains/catalogue/routes.ts';
import { handlers as synonyms } from './domains/catalogue/synonym-routes.ts';
import { handlers as classes } from './domains/classes/routes.ts';
import { readContent, touchUpload, uploadSize } from './domains/files/index.ts';
import { codeHandlers } from './domains/classes/code-routes.ts';
import { learnerHandlers } from './domains/classes/learner-routes.ts';
import { handlers as files } from './domains/files/routes.ts';
import { handlers as invitations } from './domains/invitations/routes.ts';
import { handlers as legal } from './domains/legal/routes.ts';
import { handlers as library } from './domains/library/routes.ts';
import { handlers as licences } from './domains/licences/routes.ts';
import { handlers as news } from './domains/news/routes.ts';
import { handlers as mails } from './domains/mails/routes.ts';
import { handlers as people } from './domains/people/routes.ts';
import { handlers as schools } from './domains/schools/routes.ts';
import { handlers as reviews } from './domains/reviews/routes.ts';
import { handlers as setup } from './domains/setup/routes.ts';
import { handlers as sharedMedia } from './domains/shared-media/routes.ts';
import { serveBackchannel } from './http/backchannel-route.ts';
import { CLIENT_FOLDER, serveClient } from './http/client-files.ts';
import { serveContent } from './http/content-route.ts';
import type { Portal } from './http/context.ts';
import type { Front } from './http/front.ts';
import { serveHealth } from './http/health.ts';
import { implement } from './http/implement.ts';
import { methodsOf } from './http/methods.ts';
import { openapi } from './http/openapi.ts';
import { makeServer, type Server } from './http/server.ts';
import { serveUploads } from './http/upload-route.ts';
import { waitingJobs } from './jobs/queue.ts';

export type AppOptions = { publicUrl?: string | undefined; metricsHosts?: readonly string[]; clientFolder?: string; front?: Front };

/** The server without its port: everything a request can reach. */
export async function makeApp(portal: Portal, options: AppOptions = {}): Promise<Server> {
  const app = await makeServer(portal, options.publicUrl, options.front);

  implement(app, portal, endpoints.accounts, accounts);
  implement(app, portal, endpoints.audit, audit);
  implement(app, portal, endpoints.catalogue, { ...catalogue, ...catalogueEdit, ...excerptHandlers });
  implement(app, portal, endpoints.classes, classes);
  implement(app, portal, endpoints.files, files);
  implement(app, portal, endpoints.invitations, invitations);
  implement(app, portal, endpoints.learners, { ...learnerHandlers, ...codeHandlers });
  implement(app, portal, endpoints.legal, legal);
  implement(app, portal, endpoints.library, library);
  implement(app, portal, endpoints.licences, licences);
  implement(app, portal, endpoints.news, news);
  implement(app, portal, endpoints.people, people);
  implement(app, portal, endpoints.schools, schools);
  implement(app, portal, endpoints.reviews, reviews);
  implement(app, portal, endpoints.setup, { ...setup, ...mails });
  implement(app, portal, endpoints.sharedMedia, sharedMedia);
  implement(app, portal, endpoints.synonyms, synonyms);

  await serveUploads(app, portal, {
    size: (user, id) => uploadSize(portal, user, id),
    touch: (id) => touchUpload(portal, id),
  });
  serveBackchannel(app, (token, address) => logoutByProvider(portal, token, address));
  serveContent(app, (request) => readContent(portal, request));
  serveHealth(app, {
    ready: () => portal.ping(),
    disk: portal.disk,
    search: () => portal.search.status(),
    jobs: () => waitingJobs(portal.db),
    now: () => portal.now(),
    metricsHosts: options.metricsHosts ?? [],
  });
  let document: ReturnType<typeof openapi> | undefined;
  app.get('/api/v1/openapi.json', () => (document ??= openapi(endpoints)));
  await serveClient(app, options.clientFolder ?? CLIENT_FOLDER, methodsOf(endpoints));
  await app.ready();
  options.front?.open((request, response) => app.routing(request, response));
  return app;
}
