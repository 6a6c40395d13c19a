/** Where a search goes: the media library if this person may search it, else the catalogue, else nowhere. */
import { mediaHref } from '../media/media-context.ts';
import { admission } from '@fundus/contract/access';
import { catalogue, SCOPE_SCREENS, type SearchScope } from '@fundus/contract/catalogue/catalogue';
import { href, screens } from '@fundus/contract/screens';
import type { Session } from '../../stores/session.ts';

/** Where results come from: the AI search beside them. */
export type ResultScope = SearchScope | 'meaning';

const SCREENS = { ...SCOPE_SCREENS, meaning: 'ai-search' } as const satisfies Record<ResultScope, keyof typeof screens>;

export const isScopeOpen = (scope: ResultScope, { user, config }: Pick<Session, 'user' | 'config'>): boolean =>
  admission(screens[SCREENS[scope]], user || null, config) === 'admitted';

export const searchScope = (session: Pick<Session, 'user' | 'config'>): SearchScope | null =>
  (['search', 'catalogue'] as const).find((scope) => isScopeOpen(scope, session)) ?? null;

export const scopeHref = (scope: ResultScope, query: Parameters<typeof href>[2] = {}): string => href(SCREENS[scope], {}, query);

/** The calls of a scope. */
export const SCOPE_CALLS = {
  search: { search: catalogue.search, distinct: catalogue.distinct, suggest: catalogue.suggest },
  catalogue: { search: catalogue.catalogueSearch, distinct: catalogue.catalogueDistinct, suggest: catalogue.catalogueSuggest },
  // Words are completed as in the search by words.
  meaning: { search: catalogue.vectorSearch, distinct: catalogue.vectorDistinct, suggest: catalogue.suggest },
} as const;

/** Where a medium is opened that was suggested by its title: guests know it from the catalogue alone. */
export const suggestedHref = (scope: SearchScope, identifier: string): string =>
  mediaHref(scope === 'catalogue' ? 'catalogue' : 'media', identifier);
