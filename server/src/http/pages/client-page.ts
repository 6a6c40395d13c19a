/** Renders the page of the client with preloads for its URL, so that the browser requests everything in parallel. */
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

/** Metadata of the page of a medium (server/src/domains/exchange/page-head.ts). Title and description are plain text. The other fields are markup. */
export type PageMetadata = { found: boolean; title: string; description: string; head: string; body: string };

/** Files of each screen, written by the client build (client/screen-files.ts). */
type ScreenFiles = Record<string, string[]>;

/**
 * A page request. `languages` is the Accept-Language header. `signedIn` means that the browser has a session cookie, which may be expired. `reload`
 * means that the tab has configuration, theme and texts in its session storage (docs/behaviour/access.md#client-storage).
 */
type Visit = { url: string; languages: string; signedIn: boolean; reload: boolean };

type Portal = {
  config: FrontendConfig;
  /** Returns the URL of the illustration on the start page. */
  illustration: () => Promise<string>;
  /** Returns the first image of a medium that a guest can see, or `null` if there is none. */
  picture: (scope: SearchScope, identifier: string) => Promise<FirstPicture | null>;
};

/**
 * Returns a function that renders the page for a URL. The language of the preloaded texts is a guess, because only the browser stores the language
 * selected in the portal.
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
    // A call that would be rejected is not preloaded, because browsers log the failure to the console.
    const preloaded = first && (signedIn || admission(first.endpoint, null, config) === 'admitted') ? first : null;
    // No image is preloaded for signed-in users, because it depends on their rights.
    const seen = preloaded?.medium && !signedIn ? await picture(preloaded.medium.scope, preloaded.medium.identifier) : null;
    const largest = seen?.href ?? (hasIllustration(screen) ? await illustration() : null);
    if (!preloaded && largest === null) return page;
    const pieces: [before: string, piece: string][] = [
      // The image is preloaded before the scripts, which are ten times as large.
      [FIRST_SCRIPT, largest === null ? '' : preload('image', largest)],
      ['</head>', preloaded ? preload('fetch', preloaded.address) : ''],
      // No poster is shown with query parameters, because they may change the page around the player.
      [ROOT, seen?.film === true && rest.length === 0 ? renderPoster(seen.href) : ''],
    ];
    return describe(
      pieces.reduce((html, [before, piece]) => (piece ? html.replace(before, () => `${piece}\n    ${before}`) : html), page.html),
    );
  };
}

const FIRST_SCRIPT = '<script type="module"';
const ROOT = '<div id="root">';

/** Renders the poster of a film at the position of the player. The client removes it (client/src/app/start/first-sight.ts). */
const renderPoster = (picture: string): string =>
  `<div class="first-sight" id="first-sight"><div class="wrap"><img src="${escapeMarkup(picture)}" alt="" /></div></div>`;

/** Returns whether the illustration is the largest element of the screen. */
const hasIllustration = (name: ScreenName): boolean => name === 'homepage' || (screens[name] as Screen).credential === true;

/** Returns the languages of a header such as `de-DE,de;q=0.9,en;q=0.8` in its order. */
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

/** Adds the metadata of a medium to a page. */
export const addMetadata = ({ html }: Page, { title, description, head, body }: PageMetadata): Page =>
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
