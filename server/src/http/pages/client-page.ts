/** The page of the client with preloads for its address, so that the browser requests everything at once. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '@fundus/contract/accounts/accounts';
import { admission } from '@fundus/contract/access';
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { FirstPicture } from '@fundus/contract/catalogue/first-picture';
import type { FrontendConfig } from '@fundus/contract/config';
import { fillPath } from '@fundus/contract/endpoint';
import { firstCall } from '@fundus/contract/first-call';
import { chooseLanguage } from '@fundus/contract/locale';
import { matchPath, screens, type Screen, type ScreenName } from '@fundus/contract/screens';
import { setup } from '@fundus/contract/setup/setup';
import { escapeMarkup } from '../../escape-markup.ts';

export type Page = { html: string; etag: string };

/** Metadata of a medium's page (server/src/domains/exchange/page-head.ts). Title and description are text, the others are markup. */
export type PageMarks = { found: boolean; title: string; description: string; head: string; body: string };

/** Files by screen, written by the client build (client/screen-files.ts). */
type ScreenFiles = Record<string, string[]>;

/**
 * `languages`: Accept-Language. `signedIn`: the browser has a session cookie, which may be expired. `reload`: the tab has configuration,
 * theme and texts in its session storage (docs/behaviour/access.md#client-storage).
 */
type Visit = { url: string; languages: string; signedIn: boolean; reload: boolean };

type Portal = {
  config: FrontendConfig;
  /** Returns the URL of the start page's illustration. */
  illustration: () => Promise<string>;
  /** Returns the first image a guest sees of a medium; `null` if there is none. */
  picture: (scope: SearchScope, identifier: string) => Promise<FirstPicture | null>;
};

/**
 * Returns a function that renders the page for an address. The language of the texts is a guess: only the browser knows the language chosen
 * in the portal.
 */
export function makePages(folder: string, { config, illustration, picture }: Portal): (visit: Visit) => Promise<Page> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const listed = join(folder, 'screen-files.json');
  const files = existsSync(listed) ? (JSON.parse(readFileSync(listed, 'utf8')) as ScreenFiles) : {};
  const made = new Map<string, Page>();
  return async ({ url, languages, signedIn, reload }) => {
    const [path = '/', ...rest] = url.split('?');
    const match = matchPath(path);
    const screen = 'name' in match && Object.hasOwn(files, match.name) ? match.name : 'error';
    const locale = chooseLanguage(null, preferencesOf(languages), config.Locales);
    const key = `${screen} ${locale} ${reload}`;
    const page = made.get(key) ?? describe(html.replace('</head>', `${linksTo(files[screen] ?? [], { locale, screen, reload })}</head>`));
    made.set(key, page);
    const first = 'name' in match ? firstCall(match, rest.join('?'), config) : null;
    // A call that would be refused is not preloaded, because the console would report it.
    const preloaded = first && (signedIn || admission(first.endpoint, null, config) === 'admitted') ? first : null;
    // The image for a signed-in user depends on their rights.
    const seen = preloaded?.medium && !signedIn ? await picture(preloaded.medium.scope, preloaded.medium.identifier) : null;
    const largest = seen?.href ?? (hasIllustration(screen) ? await illustration() : null);
    if (!preloaded && largest === null) return page;
    const pieces: [before: string, piece: string][] = [
      // Inserted before the scripts, which are ten times as large.
      [FIRST_SCRIPT, largest === null ? '' : preload('image', largest)],
      ['</head>', preloaded ? preload('fetch', preloaded.address) : ''],
      // Query parameters may change the page around the player.
      [ROOT, seen?.film === true && rest.length === 0 ? renderPoster(seen.href) : ''],
    ];
    return describe(
      pieces.reduce((html, [before, piece]) => (piece ? html.replace(before, () => `${piece}\n    ${before}`) : html), page.html),
    );
  };
}

const FIRST_SCRIPT = '<script type="module"';
const ROOT = '<div id="root">';

/** The poster of a film in the place of the player; the client removes it (client/src/app/start/first-sight.ts). */
const renderPoster = (picture: string): string =>
  `<div class="first-sight" id="first-sight"><div class="wrap"><img src="${escapeMarkup(picture)}" alt="" /></div></div>`;

/** Returns whether the illustration is the largest element of a screen. */
const hasIllustration = (name: ScreenName): boolean => name === 'homepage' || (screens[name] as Screen).credential === true;

/** `de-DE,de;q=0.9,en;q=0.8` → languages in the order of the header. */
const preferencesOf = (header: string): string[] => header.split(',').map((wish) => wish.split(';')[0]!.trim());

type Head = { locale: string; screen: ScreenName; reload: boolean };

function linksTo(files: readonly string[], { locale, screen, reload }: Head): string {
  const texts = `${fillPath(setup.locale.path, { lang: locale })}?screen=${screen}`;
  const calls = reload ? [accounts.userinfo.path] : [setup.config.path, setup.theme.path, accounts.userinfo.path, texts];
  return [
    ...calls.map((path) => preload('fetch', path)),
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" href="/${file}" crossorigin />`
        : `<link rel="modulepreload" href="/${file}" crossorigin />`,
    ),
  ].join('\n    ');
}

const preload = (as: 'fetch' | 'image', path: string): string =>
  `<link rel="preload" as="${as}" href="${escapeMarkup(path)}" ${as === 'image' ? 'fetchpriority="high"' : 'crossorigin'} />`;

/** Returns the page with the metadata of a medium. */
export const markPage = ({ html }: Page, { title, description, head, body }: PageMarks): Page =>
  describe(
    html
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeMarkup(title)}</title>`)
      .replace(/(<meta name="description" content=")[^"]*/, (whole, start: string) =>
        description ? start + escapeMarkup(description) : whole,
      )
      .replace('</head>', () => `  ${head}\n  </head>`)
      .replace('</body>', () => `${body}</body>`),
  );

const describe = (html: string): Page => ({ html, etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` });
