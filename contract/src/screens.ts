/** Route table of the specification, row by row. Router, guards, menu and tests are derived from it. */
import type { Gate } from './access.ts';
import { ACCOUNT_SECTIONS } from './accounts/sections.ts';
import { fillPath } from './endpoint.ts';
import { LIBRARY_TABS } from './library/tabs.ts';
import { newsGate } from './news/rules.ts';

export type Screen = Gate & {
  /** Path of the screen. Parameters are in braces; optional parameters end with `?`. */
  path: string;
  /** Allowed values by parameter. Any other value is an unknown address. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Keeps the screen mounted while another screen is displayed. */
  keepAlive?: true;
  /** Restores the scroll position of each address when the user returns to it. */
  keepScroll?: true;
  /** Allows other sites to embed the screen in a frame, in which app bar and footer are hidden. */
  embeddable?: true;
  /** Shows the screen without app bar and footer. */
  bare?: true;
  /** Sign-in screen without app bar and with a layout of its own. */
  credential?: true;
};

const credential = { access: 'user', guests: 'always', credential: true } as const;
const legal = { access: 'user', guests: 'always', setting: 'LegalPages' } as const;

export const screens = {
  homepage: { path: '/', access: 'user', codes: true, guests: 'mediaCentre' },
  medialist: { path: '/medialists/{id}', access: 'user', codes: true, keepAlive: true },
  'medialist-media-detail': { path: '/medialists/{id}/{mediaId}', access: 'user', codes: true },
  /**
   * Media list for visitors with a link or code (docs/decisions/0042-separate-sessions-for-anonymous-visitors.md). Not in the specification's route
   * table.
   */
  link: { path: '/link/{token?}', access: 'user', codes: true, guests: 'always' },
  invitation: { path: '/invitation/{id}', access: 'user', codes: true, guests: 'always' },
  media: { path: '/media/{id}/{list?}', access: 'user', codes: true, guests: 'mediaCentre' },
  /** Overview of the marketplace (docs/behaviour/marketplace.md#screens). Not in the specification's route table. */
  marketplace: { path: '/marketplace', access: 'user', guests: 'always', setting: 'LinkToMP', keepScroll: true },
  marketplacemedia: { path: '/marketplace/{id}', access: 'user', guests: 'always' },
  classes: { path: '/classes', access: 'user', codes: true, advancedView: true, keepAlive: true },
  class: { path: '/class/{id}', access: 'user', codes: true, advancedView: true },
  'class-media-detail': { path: '/class/{id}/{mediaType}/{mediaId}/{codeId?}', access: 'user', codes: true },
  school: { path: '/school', access: 'user', advancedView: true },
  'school-media-detail': { path: '/school/{mediaId}/{codeId}', access: 'user' },
  search: { path: '/search', access: 'user', codes: true, guests: 'openSearch', setting: 'Search', keepAlive: true },
  'ai-search': {
    path: '/search/ai',
    access: 'user',
    codes: true,
    guests: 'openSearch',
    setting: ['Search', 'VectorSearch'],
    keepAlive: true,
  },
  'search-media-detail': { path: '/search/{mediaId}', access: 'user', codes: true, guests: 'openSearch', setting: 'Search' },
  csearch: { path: '/catalogue/search', access: 'user', codes: true, guests: 'always', setting: ['Search', 'Katalog'], keepAlive: true },
  'csearch-media-detail': {
    path: '/catalogue/search/{mediaId}',
    access: 'user',
    codes: true,
    guests: 'always',
    setting: ['Search', 'Katalog'],
  },
  library: { path: '/library/{tab?}', values: { tab: LIBRARY_TABS }, access: 'user', keepAlive: true },
  /** Editor of own material (docs/behaviour/own-material.md). */
  'own-material': { path: '/library/own/{id}', access: 'teacher' },
  'library-media-detail': { path: '/library/{mediaType}/{mediaId}/{codeId?}', access: 'user' },
  imprint: { path: '/imprint', ...legal },
  privacy: { path: '/privacy-policy', ...legal },
  terms: { path: '/terms-of-service', ...legal },
  contact: { path: '/contact', ...legal },
  accessibility: { path: '/accessibility', access: 'user', guests: 'always', trait: 'statementPage' },
  'catalogue-editing': { path: '/editing', access: 'catalogueEditor' },
  'medium-editing': { path: '/editing/{id}', access: 'catalogueEditor' },
  /**
   * Set-up of a portal. All other addresses redirect to it until a district exists (docs/behaviour/first-start.md). Not in the specification's route
   * table.
   */
  'first-start': { path: '/setup', access: 'user', guests: 'always', codes: true, credential: true },
  theme: { path: '/theme', access: 'districtAdmin' },
  translation: { path: '/translation', access: 'districtAdmin' },
  /** External sources of the district (docs/behaviour/external-sources.md#sources-of-a-district). Not in the specification's route table. */
  sources: { path: '/sources', access: 'districtAdmin', setting: ['Search', 'ExternSearch'] },
  /** Hosts from which exercises and packages may load content (docs/behaviour/files.md#other-servers). Not in the specification's route table. */
  'content-hosts': { path: '/content-hosts', access: 'districtAdmin' },
  /** Imports from files and repositories (docs/behaviour/imports.md). Not in the specification's route table. */
  imports: { path: '/imports', access: 'districtAdmin' },
  /** Duplicate records (docs/behaviour/duplicates.md). */
  duplicates: { path: '/duplicates', access: 'districtAdmin' },
  /** Hourly routine tasks (docs/behaviour/common.md#hourly-round). */
  routines: { path: '/routines', access: 'districtAdmin' },
  /** Identity providers (docs/behaviour/accounts.md#sign-on-in-the-administration). */
  'sign-on': { path: '/sign-on', access: 'districtAdmin' },
  'news-list': { path: '/news/{c?}', ...newsGate, keepScroll: true },
  news: { path: '/news/{id}', ...newsGate },
  login: { path: '/login', ...credential, guestsOnly: true },
  'password-reset': { path: '/login/password-reset', ...credential },
  'password-request': { path: '/login/password-request', ...credential },
  'password-reset-confirm': { path: '/login/password-reset/confirm', ...credential },
  'password-reset-new': { path: '/login/password-reset/new', ...credential },
  'password-reset-success': { path: '/login/password-reset/success', ...credential },
  register: { path: '/register', ...credential, guestsOnly: true, setting: 'Register' },
  /**
   * Registration with a personal invitation; available even if registration is closed (docs/behaviour/invitations.md#registering-by-an-invitation).
   */
  'register-invited': { path: '/register/invited/{id}', ...credential, guestsOnly: true },
  'register-success': { path: '/register/success', ...credential },
  // The user's account, and the page that confirms a new mail address (docs/behaviour/accounts.md#rationale). Not in the specification's route table.
  account: { path: '/account/{section?}', values: { section: ACCOUNT_SECTIONS }, access: 'user' },
  /** Notices of the visitor (docs/behaviour/mails.md#notices). */
  notices: { path: '/notices', access: 'user', codes: true },
  'email-confirm': { path: '/login/email-confirm', ...credential },
  // Help for all visitors. Not in the specification's route table.
  help: { path: '/help', access: 'user', codes: true, guests: 'always' },
  lti: { path: '/lti/search', access: 'user', guests: 'always', codes: true, embeddable: true },
  error: { path: '/error/{type?}', access: 'user', guests: 'always', embeddable: true },
  'hueber-app-download': { path: '/app-download', access: 'user', guests: 'always', trait: 'app' },
  'purchase-confirmed': { path: '/purchase/confirmed', access: 'user' },
  'purchase-cancelled': { path: '/purchase/cancelled', access: 'user' },
  /** Self-service tablet of a lending point (docs/behaviour/lending.md#kiosk). */
  'lending-kiosk': { path: '/tech-rental/kiosk', access: 'user', guests: 'always', setting: 'GeraeteVerleih', bare: true },
  /** Pages of borrowers and devices at the desk of a lending point (docs/behaviour/lending.md#borrowers-at-the-desk). */
  'lending-borrower': { path: '/tech-rental/borrowers/{id}', access: 'user', setting: 'GeraeteVerleih' },
  'lending-device': { path: '/tech-rental/devices/{id}', access: 'user', setting: 'GeraeteVerleih' },
  'tech-rental': { path: '/tech-rental', access: 'user', guests: 'mediaCentre', setting: 'GeraeteVerleih' },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Optional<P extends string> = Names<P> extends infer Name ? (Name extends `${infer Bare}?` ? Bare : never) : never;
type Required<P extends string> = Exclude<Names<P>, `${string}?`>;

/** Parameters in the path of a screen: `{ id: string; list?: string }` for `/media/{id}/{list?}`. */
export type ScreenParams<N extends ScreenName> = { [K in Required<(typeof screens)[N]['path']>]: string } & {
  [K in Optional<(typeof screens)[N]['path']>]?: string;
};

type HrefArgs<N extends ScreenName> = keyof ScreenParams<N> extends never
  ? [params?: Record<string, never>, query?: Query]
  : object extends ScreenParams<N>
    ? [params?: ScreenParams<N>, query?: Query]
    : [params: ScreenParams<N>, query?: Query];
type Query = Record<string, string | readonly string[] | undefined>;

/** Returns the address of a screen. A missing path parameter does not compile. Several values of a query parameter are joined with `|`. */
export function href<N extends ScreenName>(name: N, ...[params, query]: HrefArgs<N>): string {
  const path = fillPath(screens[name].path, params as Record<string, unknown>).replace(/(.)\/{1,8}$/, '$1');
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    const text = typeof value === 'string' ? value : value?.join('|');
    if (text) search.set(key, text);
  }
  return search.size ? `${path}?${search}` : path;
}

/** Allowed values of the path parameter `mediaType` (docs/specification.md#routes). */
const ROUTE_MEDIA_TYPES = ['media', 'app', 'book'] as const;

const DIGITS_OR_UUID = /^(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Returns whether the segment in `/news/{…}` is a news id (digits or a UUID) rather than a category (docs/behaviour/access.md#ambiguous-routes). */
export const isNewsId = (segment: string): boolean => DIGITS_OR_UUID.test(segment);

export type RouteMatch = { name: ScreenName; params: Record<string, string> };
export type RouteProblem = { problem: 'invalid_path' | 'missing_parameter' | 'array_parameter' | 'invalid_media_type'; detail: string };

const LITERALS_FIRST = (Object.keys(screens) as ScreenName[])
  .map((name) => ({ name, parts: screens[name].path.split('/').slice(1) }))
  .sort((a, b) => weight(b.parts) - weight(a.parts));

function weight(parts: string[]): number {
  return parts.reduce((sum, part, i) => sum + (part.startsWith('{') ? 0 : 2 ** (8 - i)), 0);
}

/**
 * Returns the screen and parameters of a path, or a routing error (docs/specification.md#routes). Literal segments take precedence over parameters.
 */
export function matchPath(pathname: string): RouteMatch | RouteProblem {
  if (pathname.includes('//')) return { problem: 'invalid_path', detail: pathname };
  let segments: string[];
  try {
    segments = pathname.replace(/\/$/, '').split('/').slice(1).map(decodeURIComponent);
  } catch {
    return { problem: 'invalid_path', detail: pathname };
  }
  if (segments.length === 0) segments = [''];
  for (const { name, parts } of LITERALS_FIRST) {
    const params = matchParts(parts, segments);
    if (!params) continue;
    if (name === 'news' && !isNewsId(params.id ?? '')) continue;
    if (name === 'news-list' && params.c && isNewsId(params.c)) continue;
    if (params.mediaType && !ROUTE_MEDIA_TYPES.includes(params.mediaType as never))
      return { problem: 'invalid_media_type', detail: params.mediaType };
    const { values = {} }: Screen = screens[name];
    if (Object.entries(params).some(([param, value]) => values[param]?.includes(value) === false))
      return { problem: 'invalid_path', detail: pathname };
    return { name, params };
  }
  const shorter = LITERALS_FIRST.find(
    ({ parts }) => parts.length > segments.length && matchParts(parts.slice(0, segments.length), segments),
  );
  const missing = shorter?.parts[segments.length];
  return missing?.startsWith('{')
    ? { problem: 'missing_parameter', detail: missing.slice(1, -1) }
    : { problem: 'invalid_path', detail: pathname };
}

/**
 * Returns a routing error if a query parameter is repeated, because several values must be joined with `|` (docs/specification.md#routes); null
 * otherwise.
 */
export function repeatedParameter(search: string): RouteProblem | null {
  const names = [...new URLSearchParams(search).keys()];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined ? null : { problem: 'array_parameter', detail: twice };
}

function matchParts(parts: string[], segments: string[]): Record<string, string> | null {
  if (segments.length > parts.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    const segment = segments[i] ?? '';
    if (part.startsWith('{')) {
      if (segment) params[part.replace(/[{}?]/g, '')] = segment;
      else if (!part.endsWith('?}')) return null;
    } else if (part !== segment) return null;
  }
  return params;
}
