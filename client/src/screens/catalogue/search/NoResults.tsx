import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { FILTER_FIELDS, type Fallback } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import { useQueries } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { isScopeOpen, type ResultScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import { applyFallback, useFallbackText } from './filters/fallbacks.ts';
import { ignoreReadFilter, type NamedFilter } from './filters/understood.ts';
import { NO_FILTERS, searchHref } from './search-state.ts';
import { countQuery } from './use-results.ts';
import { externalHref, maySearchExternal } from './SearchTabs.tsx';
import './search-screen.css';

type Step = { key: string; text: string; scope: ResultScope; state: SearchState; count?: number };

/** Returns a fallback for each filter if the server suggests none. Their numbers of results must be requested. */
function fallbacksByFilters(state: SearchState): Omit<Fallback, 'count'>[] {
  const chosen = FILTER_FIELDS.filter((field) => state.filters[field].length > 0);
  return [
    ...chosen.map((field) => ({ kind: 'withoutOne' as const, without: { field: `filter_${field}`, values: [...state.filters[field]] } })),
    ...(chosen.length > 1 ? [{ kind: 'withoutFilters' as const }] : []),
    ...(state.c !== 'all' ? [{ kind: 'allTypes' as const }] : []),
  ];
}

/** Fallbacks that search for only a part of the query. They come last. */
const LESS: readonly Fallback['kind'][] = ['oneWord', 'subject'];
/** Maximum number of fallbacks. */
const MAX_STEPS = 7;
type Props = {
  scope: ResultScope;
  state: SearchState;
  fallbacks: readonly Fallback[] | undefined;
  /** Filters that the AI search found in the question. */
  understood?: readonly NamedFilter[] | undefined;
};

/**
 * Shows fallbacks for a search without results, with the number of results of each (docs/behaviour/search.md#no-results). For the word search, the
 * server provides these numbers.
 */
export function NoResults({ scope, state, fallbacks: known, understood = [] }: Props) {
  const { t } = useT();
  const session = useSession();
  const { config } = session;
  const textOf = useFallbackText(state);
  type Unasked = Omit<Fallback, 'count'> & { count?: number };
  const offered: readonly Unasked[] = known ?? fallbacksByFilters(state);
  const stepOf = (fallback: Unasked): Step => {
    const key = `${fallback.kind} ${fallback.q ?? ''} ${fallback.subject?.code ?? ''} ${fallback.without?.field ?? ''}`;
    return {
      key,
      text: textOf(fallback),
      scope,
      state: applyFallback(state, fallback),
      ...(fallback.count !== undefined && { count: fallback.count }),
    };
  };
  const steps = [
    ...understood.map(({ field, name }): Step => ({
      key: `read ${field}`,
      text: t('search.none.withoutOne', { name }),
      scope,
      state: ignoreReadFilter(state, field),
    })),
    ...offered.filter(({ kind }) => !LESS.includes(kind)).map(stepOf),
  ];
  if (scope === 'search' && isScopeOpen('catalogue', session)) {
    steps.push({ key: 'catalogue', text: t('search.none.catalogue'), scope: 'catalogue', state });
  } else if (scope === 'search' && !state.wide) {
    steps.push({ key: 'wide', text: t('search.none.wide'), scope, state: { ...state, wide: true } });
  }
  if (scope === 'search' && state.q && isScopeOpen('meaning', session)) {
    steps.push({ key: 'meaning', text: t('search.none.meaning'), scope: 'meaning', state });
  }
  steps.push(...offered.filter(({ kind }) => LESS.includes(kind)).map(stepOf));
  const counts = useQueries({
    queries: steps.map((step) => ({ ...countQuery(step.scope, step.state), enabled: step.count === undefined })),
  });
  const fallbacks = steps.flatMap((step, i) => {
    const reply = counts[i]?.data;
    const count = step.count ?? (reply ? reply.total || reply.partialTotal : 0);
    return count > 0 ? [{ ...step, count }] : [];
  });

  return (
    <EmptyState icon={<SearchX />} title={t('search.none.title')}>
      {fallbacks.length > 0 ? (
        <ul className="fallbacks">
          {fallbacks.slice(0, MAX_STEPS).map((fallback) => (
            <li key={fallback.key}>
              <Link href={searchHref(fallback.scope, fallback.state)}>{fallback.text}</Link>{' '}
              <span className="quiet">{t('search.count', { count: fallback.count })}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {state.q && <p className="quiet">{t(scope === 'meaning' ? 'search.none.hints.question' : 'search.none.hints')}</p>}
      <p className="more-ways">
        {scope === 'search' && state.q && maySearchExternal(session) && <Link href={externalHref(state.q)}>{t('remote.offer')}</Link>}
        {config.LegalPages === 'generic' && <Link href={href('contact', {}, { wish: state.q })}>{t('search.none.ask')}</Link>}
        <Link href={searchHref(scope, { q: '', c: 'all', sort: 'relevance', filters: NO_FILTERS })}>{t('search.none.browse')}</Link>
      </p>
    </EmptyState>
  );
}
