/** Shows above partial matches which filters hide full matches. */
import type { SearchState } from '@fundus/contract/catalogue/search-state';
import type { Fallback } from '@fundus/contract/catalogue/catalogue';
import type { ResultScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { applyFallback, useFallbackText } from './filters/fallbacks.ts';
import { searchHref } from './search-state.ts';
import './search-screen.css';

type Props = { scope: ResultScope; state: SearchState; fallbacks: readonly Fallback[] };

export function FullMatches({ scope, state, fallbacks }: Props) {
  const { t } = useT();
  const textOf = useFallbackText(state);
  return (
    <section className="full-matches" aria-label={t('search.fuller')}>
      <p>{t('search.fuller')}</p>
      <ul className="fallbacks">
        {fallbacks.map((fallback) => (
          <li key={`${fallback.kind} ${fallback.without?.field ?? ''}`}>
            <Link href={searchHref(scope, applyFallback(state, fallback))}>{textOf(fallback)}</Link>{' '}
            <span className="quiet">{t('search.count', { count: fallback.count })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
