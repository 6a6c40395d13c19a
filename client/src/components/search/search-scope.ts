/** Where a search goes: the media library if this person may search it, else the catalogue, else nowhere. */
import { admission } from '@fundus/contract/access';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { screens } from '@fundus/contract/screens';
import type { Session } from '../../stores/session.ts';

export type SearchScope = 'search' | 'csearch';
/** Where results come from: the AI search beside them. */
export type ResultScope = SearchScope | 'ai-search';

export function searchScope({ user, config }: Pick<Session, 'user' | 'config'>): SearchScope | null {
  const scopes: SearchScope[] = ['search', 'csearch'];
  return scopes.find((name) => admission(screens[name], user || null, config) === 'admitted') ?? null;
}

/** The calls of a scope. */
export const SCOPE_CALLS = {
  search: { search: catalogue.search, distinct: catalogue.distinct, suggest: catalogue.suggest },
  csearch: { search: catalogue.catalogueSearch, distinct: catalogue.catalogueDistinct, suggest: catalogue.catalogueSuggest },
  // Words are completed as in the search by words.
  'ai-search': { search: catalogue.vectorSearch, distinct: catalogue.vectorDistinct, suggest: catalogue.suggest },
} as const;
