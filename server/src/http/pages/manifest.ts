/** Web app manifest and icons with the name and colour of the portal (https://www.w3.org/TR/appmanifest/). */
import { languageOf } from '@fundus/contract/locale';
import { de, en } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance } from 'fastify';

type App = {
  /** Returns the name and the primary colour of the published theme. */
  theme: () => Promise<{ productName: string; primaryColor: string }>;
  locales: readonly string[];
  /** Returns an icon as PNG, or `null` if the name is unknown. */
  icon: (name: string, colour: string) => Promise<Uint8Array | null>;
};

const ICONS = [
  { name: 'app-192', sizes: '192x192', purpose: 'any' },
  { name: 'app-512', sizes: '512x512', purpose: 'any' },
  { name: 'maskable-192', sizes: '192x192', purpose: 'maskable' },
  { name: 'maskable-512', sizes: '512x512', purpose: 'maskable' },
] as const;

/** Maximum length of the short name. Systems truncate longer names below the icon. */
const MAX_SHORT_NAME = 12;

export function serveManifest(app: FastifyInstance, { theme, locales, icon }: App): void {
  app.get('/manifest.webmanifest', async (_, reply) => {
    const { productName, primaryColor } = await theme();
    const lang = locales[0] ?? 'de';
    const texts = languageOf(lang) === 'de' ? de : en;
    const short = [...productName].length > MAX_SHORT_NAME ? productName.split(/\s/, 1)[0]! : productName;
    const version = primaryColor.slice(1);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        JSON.stringify({
          id: '/',
          name: productName,
          short_name: short,
          lang,
          dir: 'ltr',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: primaryColor,
          categories: ['education'],
          icons: ICONS.map(({ name, sizes, purpose }) => ({
            src: `/app-icons/${name}.png?v=${version}`,
            sizes,
            type: 'image/png',
            purpose,
          })),
          shortcuts: [
            { name: texts['nav.search'], url: href('search') },
            { name: texts['nav.classes'], url: href('classes') },
          ],
        }),
      );
  });
  app.get<{ Params: { name: string } }>('/app-icons/:name.png', async (request, reply) => {
    const png = await icon(request.params.name, (await theme()).primaryColor);
    if (!png) throw new AppError('not_found');
    // The icon can be cached, because its URL in the manifest contains the colour.
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(Buffer.from(png));
  });
}
