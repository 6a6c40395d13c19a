/** Composition root: registers the calls of all domains and all other routes on one server. */
import { endpoints } from '@fundus/contract/endpoints';
import { href } from '@fundus/contract/screens';
import { listCalls } from './all-domains/list.ts';
import { selectDomainServices, selectServices, type WholePortal } from './all-domains/portal-of.ts';
import { logoutByProvider, samlHandlers } from './domains/accounts/index.ts';
import { findFirstPicture, mayOpenFiles } from './domains/catalogue/index.ts';
import { answerers, describePage, findMovedPage, exportsMetadata } from './domains/exchange/index.ts';
import { ltiHandlers } from './domains/lti/index.ts';
import { allowedSources, makeContentReader, touchUpload, uploadSize } from './domains/files/index.ts';
import { unsubscribe } from './domains/mails/index.ts';
import { processNotification } from './domains/marketplace/index.ts';
import { APP_ICONS, drawAppIcon, findIllustration, readTheme, type AppIconName } from './domains/setup/index.ts';
import { serveBackchannel } from './http/entries/backchannel-route.ts';
import { CLIENT_FOLDER, serveClient } from './http/pages/client-files.ts';
import { serveContent } from './http/entries/content-route.ts';
import { serveManifest } from './http/pages/manifest.ts';
import { readScreenTexts } from './http/pages/screen-texts.ts';
import { serveExchange } from './http/entries/exchange-routes.ts';
import { serveLti } from './http/entries/lti-routes.ts';
import { serveInitiation } from './http/entries/initiation-route.ts';
import { serveHealth } from './http/health.ts';
import { implement } from './http/implement.ts';
import { methodsOf } from './http/methods.ts';
import { serveOpenApi } from './http/pages/openapi.ts';
import { servePayments } from './http/entries/payment-route.ts';
import { makeServer, type Server, type ServerOptions } from './http/server.ts';
import { serveSaml } from './http/entries/saml-routes.ts';
import { serveWellKnown } from './http/pages/well-known.ts';
import { serveUnsubscribe } from './http/entries/unsubscribe-route.ts';
import { serveUploads } from './http/entries/upload-route.ts';
import { listAllOrigins, listOrigins, listOriginsOfVisit } from './visitors/lti-repository.ts';
import { countWork } from './jobs/count-work.ts';
import { UNSUBSCRIBE_PATH } from './mail/unsubscribe.ts';
import { routinesOf } from './sweep.ts';

type AppOptions = ServerOptions & {
  metricsHosts?: readonly string[];
  clientFolder?: string;
  securityContact?: string | undefined;
  frameAncestors?: readonly string[];
};

/** Returns the server with all routes, without listening. */
export async function makeApp(portal: WholePortal, options: AppOptions = {}): Promise<Server> {
  portal.routines = routinesOf(portal);
  const folder = options.clientFolder ?? CLIENT_FOLDER;
  portal.screenTexts = readScreenTexts(folder);
  const app = await makeServer(portal, options);

  for (const { endpoints, handlers, services } of listCalls()) implement(app, selectServices(portal, services), endpoints, handlers);

  const files = selectDomainServices(portal, 'files');
  const accounts = selectDomainServices(portal, 'accounts');
  const catalogue = selectDomainServices(portal, 'catalogue');
  const exchange = selectDomainServices(portal, 'exchange');
  const mails = selectDomainServices(portal, 'mails');
  const marketplace = selectDomainServices(portal, 'marketplace');
  const lti = selectDomainServices(portal, 'lti');

  await serveUploads(app, portal, {
    size: (user, id) => uploadSize(files, user, id),
    touch: (id) => touchUpload(files, id),
  });
  serveUnsubscribe(app, UNSUBSCRIBE_PATH, href('account', { section: 'notifications' }), (token) => unsubscribe(mails, token));
  serveBackchannel(app, (token, address) => logoutByProvider(accounts, token, address));
  serveInitiation(app);
  serveSaml(app, samlHandlers(accounts));
  servePayments(app, (body, signature) => processNotification(marketplace, body, signature));
  serveLti(app, portal, ltiHandlers(lti));
  serveContent(
    app,
    makeContentReader(
      files,
      (asked) => mayOpenFiles(catalogue, asked),
      (visit) => listOriginsOfVisit(portal.db, visit),
    ),
  );
  serveHealth(app, {
    ready: () => portal.ping(),
    disk: portal.disk,
    search: () => portal.search.status(),
    work: () => countWork(portal),
    now: () => portal.now(),
    metricsHosts: options.metricsHosts ?? [],
  });
  serveWellKnown(app, {
    exportsMetadata: () => exportsMetadata(exchange),
    publicUrl: portal.publicUrl,
    securityContact: options.securityContact,
    now: () => portal.now(),
  });
  serveManifest(app, {
    theme: () => readTheme(portal.db),
    locales: portal.config.Locales,
    icon: async (name, colour) => (Object.hasOwn(APP_ICONS, name) ? drawAppIcon(name as AppIconName, colour) : null),
  });
  serveExchange(app, {
    publicUrl: portal.publicUrl,
    isOpen: () => exportsMetadata(exchange),
    answerers: answerers(exchange),
  });
  serveOpenApi(app, endpoints);
  await serveClient(app, {
    folder,
    methodsAt: methodsOf(endpoints),
    config: portal.config,
    illustration: () => findIllustration(portal.db),
    picture: (scope, identifier) => findFirstPicture(catalogue, scope, identifier),
    describe: (path, origin) => describePage(exchange, path, origin),
    movedTo: (url) => findMovedPage(exchange, url),
    publicUrl: portal.publicUrl,
    frames: {
      everywhere: options.frameAncestors ?? [],
      ofPlatform: (platform) => listOrigins(portal.db, platform),
      ofPlatforms: () => listAllOrigins(portal.db),
    },
    contentUrl: portal.contentUrl,
    otherHosts: () => allowedSources(files),
    framedBy: portal.contentUrl ? portal.publicUrl : undefined,
  });
  await app.ready();
  options.front?.open((request, response) => app.routing(request, response));
  return app;
}
