/** Addresses of the medium page and of pages it links to. Pure. */
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { admission } from '@fundus/contract/access';
import type { FrontendConfig } from '@fundus/contract/config';
import { href, screens } from '@fundus/contract/screens';
import { mediaHref, type MediaContext } from '../../../components/media/media-context.ts';
import { parseTime } from '../../../i18n/parse-time.ts';
import { scopeHref } from '../../../components/search/search-scope.ts';

export type Excerpt = { start: number; end: number };

/** Parses start and end in seconds from `?t=` and `?e=`. An end that is not after the start is ignored. */
export function readTimes(search: string): { start: number | null; excerpt: Excerpt | null } {
  const query = new URLSearchParams(search);
  const start = parseTime(query.get('t'));
  const end = parseTime(query.get('e'));
  const from = start ?? 0;
  return { start, excerpt: end !== null && end > from ? { start: from, end } : null };
}

/**
 * Returns the context for a shared address that its recipients can open. This is the medium's own address, unless guests may open only the search.
 */
export function sharedContext(context: MediaContext, config: FrontendConfig): MediaContext {
  if (context !== 'search' && context !== 'media') return context;
  const opens = (name: 'media' | 'search-media-detail') => admission(screens[name], null, config) === 'admitted';
  return opens('search-media-detail') && !opens('media') ? 'search' : 'media';
}

/** Returns the address to share. A position of 0 seconds is omitted. */
export function shareAddress(origin: string, identifier: string, context: MediaContext, seconds: number, excerpt: Excerpt | null): string {
  const address = new URL(mediaHref(context, identifier), origin);
  const start = Math.floor(excerpt ? excerpt.start : seconds);
  if (start > 0) address.searchParams.set('t', String(start));
  if (excerpt) address.searchParams.set('e', String(Math.ceil(excerpt.end)));
  return address.href;
}

/** Returns the link back to the results or list from which the user came, else to an empty search. */
export function backLinkOf(
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
