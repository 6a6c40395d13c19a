/** Addresses of the medium page and of what it leads to. Pure. */
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { admission } from '@fundus/contract/access';
import type { FrontendConfig } from '@fundus/contract/config';
import { href, screens } from '@fundus/contract/screens';
import { mediaHref, type MediaContext } from '../../../components/media/media-context.ts';
import { parseTime } from '../../../i18n/parse-time.ts';
import { scopeHref } from '../../../components/search/search-scope.ts';

export type Excerpt = { start: number; end: number };

/** `?t=` and `?e=`: where playing begins and stops, in seconds. An end without or before its beginning does not count. */
export function readTimes(search: string): { start: number | null; excerpt: Excerpt | null } {
  const query = new URLSearchParams(search);
  const start = parseTime(query.get('t'));
  const end = parseTime(query.get('e'));
  const from = start ?? 0;
  return { start, excerpt: end !== null && end > from ? { start: from, end } : null };
}

/** Where everybody may open what was found: the medium's own address, but where guests may search and not open that one. */
export function sharedContext(context: MediaContext, config: FrontendConfig): MediaContext {
  if (context !== 'search' && context !== 'media') return context;
  const opens = (name: 'media' | 'search-media-detail') => admission(screens[name], null, config) === 'admitted';
  return opens('search-media-detail') && !opens('media') ? 'search' : 'media';
}

/** The address to hand on. `seconds` 0 is the beginning and is left out. */
export function shareAddress(origin: string, identifier: string, context: MediaContext, seconds: number, excerpt: Excerpt | null): string {
  const address = new URL(mediaHref(context, identifier), origin);
  const start = Math.floor(excerpt ? excerpt.start : seconds);
  if (start > 0) address.searchParams.set('t', String(start));
  if (excerpt) address.searchParams.set('e', String(Math.ceil(excerpt.end)));
  return address.href;
}

/** The way back: to the results or the shelf the person came from, else to an empty search of the same kind. */
export function crumb(
  from: { href: string; title: string } | null,
  scope: SearchScope | null,
): { href: string; title: string | null } | null {
  if (from && isList(from.href)) return from;
  return scope ? { href: scopeHref(scope), title: null } : null;
}

const isList = (address: string): boolean => {
  const path = address.split(/[?#]/)[0] ?? '';
  return path === href('search') || path === href('csearch') || /^\/library(\/[a-z]+)?$/.test(path);
};
