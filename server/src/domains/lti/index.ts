/** Public API of learning platforms for requests by browsers and servers that are not API calls. */
import type { Portal } from '../../http/context.ts';
import type { LtiHandlers } from '../../http/entries/lti-routes.ts';
import { toolConfiguration } from './config.ts';
import { publicKeys } from './keys.ts';
import { launchForm } from './launch-form.ts';
import { launch } from './launch.ts';
import { beginLogin } from './login.ts';
import { offerPage, problemPage, renderRegisteredPage } from './pages.ts';
import { registerPlatform, previewRegistration } from './register.ts';

export { rotateKeys } from './keys.ts';

export const ltiHandlers = (portal: Portal<'intranetHosts' | 'platformKeys' | 'remote'>): LtiHandlers => ({
  login: ({ origin, sent }) => beginLogin({ ...portal, origin }, sent),
  launch: ({ origin, sent }) => launch({ ...portal, origin }, sent),
  launchForm: ({ origin, query, form }) => launchForm({ ...portal, origin }, { query, form }),
  keys: () => publicKeys({ ...portal, now: portal.now() }),
  configuration: (origin) => toolConfiguration(origin),
  offer: async ({ origin, sent, locale }) => offerPage(portal, await previewRegistration({ ...portal, origin }, sent), sent, locale),
  register: async ({ origin, sent, locale }) => renderRegisteredPage(portal, await registerPlatform({ ...portal, origin }, sent), locale),
  problem: (problem, locale) => problemPage(portal, problem, locale),
});
