import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { useQuery } from '@tanstack/react-query';
import { isScopeOpen } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import { searchHref } from './search-state.ts';
import { countQuery } from './use-results.ts';

/** Links from the end of a short list of usable media to the other matches, and shows their number. Renders nothing if there are none. */
export function WiderResults({ state, shown }: { state: SearchState; shown: number }) {
  const { t } = useT();
  const session = useSession();
  const scope = isScopeOpen('catalogue', session) ? 'catalogue' : 'search';
  const wider: SearchState = scope === 'search' ? { ...state, wide: true } : state;
  const { data } = useQuery(countQuery(scope, wider));
  const count = (data?.total ?? 0) - shown;
  if (count <= 0) return null;
  return (
    <p className="block-s">
      <Link href={searchHref(scope, wider)}>{t('search.wider', { count })}</Link>
    </p>
  );
}
