/** Default scope of a search: the media library if the user may search it, else the catalogue, else none. */
import { mediaHref } from '../media/media-context.ts';
import { admission } from '@fundus/contract/access';
import { catalogue, SCOPE_SCREENS, type SearchScope } from '@fundus/contract/catalogue/catalogue';
import { href, screens } from '@fundus/contract/screens';
import type { Session } from '../../stores/session.ts';

/** Scope of search results, including the AI search. */
export type ResultScope = SearchScope | 'meaning';

const SCREENS = { ...SCOPE_SCREENS, meaning: 'ai-search' } as const satisfies Record<ResultScope, keyof typeof screens>;

export const isScopeOpen = (scope: ResultScope, { user, config }: Pick<Session, 'user' | 'config'>): boolean =>
  admission(screens[SCREENS[scope]], user || null, config) === 'admitted';

export const searchScope = (session: Pick<Session, 'user' | 'config'>): SearchScope | null =>
  (['search', 'catalogue'] as const).find((scope) => isScopeOpen(scope, session)) ?? null;

export const scopeHref = (scope: ResultScope, query: Parameters<typeof href>[2] = {}): string => href(SCREENS[scope], {}, query);

/** Calls of each scope. */
export const SCOPE_CALLS = {
  search: { search: catalogue.search, distinct: catalogue.distinct, suggest: catalogue.suggest },
  catalogue: { search: catalogue.catalogueSearch, distinct: catalogue.catalogueDistinct, suggest: catalogue.catalogueSuggest },
  // The AI search uses the word completions of the library search.
  meaning: { search: catalogue.vectorSearch, distinct: catalogue.vectorDistinct, suggest: catalogue.suggest },
} as const;

/** Limits a scope to the media that its screen shows initially, so that the start page shows and counts no others. */
export const USABLE_ONLY_QUERY: Record<SearchScope, { usable?: 'true' }> = { search: { usable: 'true' }, catalogue: {} };

/** Returns the address of a suggested medium. Guests can open it only in the catalogue. */
export const suggestionHref = (scope: SearchScope, identifier: string): string =>
  mediaHref(scope === 'catalogue' ? 'catalogue' : 'media', identifier);
