/** Returns the scope for links from a medium: the search in which it was found, or `null` if the user may not search. */
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { MediaContext } from '../../../../components/media/media-context.ts';
import { searchScope } from '../../../../components/search/search-scope.ts';
import { useSession } from '../../../../stores/session.ts';

export function useSearchScope(context: MediaContext): SearchScope | null {
  const scope = searchScope(useSession());
  return scope && context === 'catalogue' ? 'catalogue' : scope;
}
