/** Where the words and names of a medium lead: the search it was found in, if this person may search there. */
import type { MediaPlace } from '../../components/media-place.ts';
import { searchScope, type SearchScope } from '../../components/search-scope.ts';
import { useSession } from '../../stores/session.ts';

export function useScopeOf(place: MediaPlace): SearchScope | null {
  const scope = searchScope(useSession());
  return scope && place === 'csearch' ? 'csearch' : scope;
}
