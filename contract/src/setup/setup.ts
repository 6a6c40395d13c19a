/** Public endpoints for configuration, theme, texts and logo. */
import { z } from 'zod';
import { language } from '../fields.ts';
import { FrontendConfigReply } from '../config.ts';
import { endpoint } from '../endpoint.ts';
import { Messages } from '../locale.ts';
import { screens, type ScreenName } from '../screens.ts';
import { Theme } from './theme.ts';

const open = { access: 'user', guests: 'always' } as const;

/** Default and custom texts of one language, for one screen or all screens. The client merges them. */
export const LocaleReply = z.object({ locale: z.string(), default: Messages, custom: Messages });

export const setup = {
  config: endpoint({
    method: 'GET',
    path: '/api/v1/config/frontend',
    summary: 'Configuration of the frontend',
    ...open,
    reply: FrontendConfigReply,
  }),
  locales: endpoint({
    method: 'GET',
    path: '/api/v1/setup/locale/all',
    summary: 'Enabled languages',
    ...open,
    reply: z.object({ locales: z.array(z.object({ code: z.string(), name: z.string() })) }),
  }),
  locale: endpoint({
    method: 'GET',
    path: '/api/v1/setup/locale/{lang}',
    summary: 'Texts of a language, default and custom; of one screen, or all',
    ...open,
    etag: true,
    params: z.object({ lang: language }),
    query: z.object({ screen: z.enum(Object.keys(screens) as [ScreenName, ...ScreenName[]]).optional() }),
    reply: LocaleReply,
  }),
  theme: endpoint({
    method: 'GET',
    path: '/api/v1/setup/theme',
    summary: 'Colours, names and pictures of the portal',
    ...open,
    etag: true,
    reply: Theme,
  }),
  logo: endpoint({ method: 'GET', path: '/api/v1/setup/logo', summary: 'Logo, SVG or PNG', ...open, reply: 'stream' }),
  logoFooter: endpoint({ method: 'GET', path: '/api/v1/setup/files/logo_footer', summary: 'Logo of the footer', ...open, reply: 'stream' }),
  illustration: endpoint({
    method: 'GET',
    path: '/api/v1/setup/files/illustration',
    summary: 'Illustration of the home page',
    ...open,
    reply: 'stream',
  }),
};
