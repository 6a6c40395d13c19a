import type { Fallback } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import { useQueries } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { isScopeOpen, type ResultScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import { useFilterLabel } from './filter-labels.ts';
import { chosenFilters, NO_FILTERS, searchHref, withoutValue, type SearchState } from './search-state.ts';
import { countQuery } from './use-results.ts';
import { externalHref, maySearchExternal } from './SearchTabs.tsx';
import './search-screen.css';

type Step = { key: string; text: string; scope: ResultScope; state: SearchState; count?: number };

/** The fallbacks by filters, where the server names none: how many each gives is asked for. */
function fallbacksByFilters(state: SearchState): Omit<Fallback, 'count'>[] {
  const chosen = chosenFilters(state).length;
  const kinds: Fallback['kind'][] = chosen > 1 ? ['withoutLast', 'withoutFilters'] : chosen > 0 ? ['withoutLast'] : [];
  if (state.c !== 'all') kinds.push('allTypes');
  return kinds.map((kind) => ({ kind }));
}

/** Where a way on that the server knows leads. */
function leadOn(state: SearchState, fallback: Omit<Fallback, 'count'>): SearchState {
  const q = fallback.q ?? state.q;
  const last = chosenFilters(state).at(-1);
  if (fallback.kind === 'withoutLast') return last ? withoutValue(state, last) : state;
  if (fallback.kind === 'allTypes') return { ...state, c: 'all' };
  if (fallback.kind === 'spelling' || fallback.kind === 'words') return { ...state, q };
  const filters = fallback.subject ? { ...NO_FILTERS, fn_geb: [fallback.subject.code] } : NO_FILTERS;
  return { ...state, q, filters };
}

type Props = { scope: ResultScope; state: SearchState; fallbacks: readonly Fallback[] | undefined };

/** Never a dead end: the fallbacks of docs/behaviour/search.md#no-results, each step with the number it would give; the server knows the fallbacks of the search by words. */
export function NoResults({ scope, state, fallbacks: known }: Props) {
  const { t } = useT();
  const session = useSession();
  const { config } = session;
  const chosen = chosenFilters(state);
  const label = useFilterLabel(chosen);
  const last = chosen.at(-1);

  const TEXTS: Record<Fallback['kind'], (fallback: Omit<Fallback, 'count'>) => string> = {
    spelling: ({ q = '' }) => t('search.none.corrected', { q }),
    withoutLast: () => t('search.none.withoutLast', { name: last ? label(last.field, last.value) : '' }),
    withoutFilters: () => t('search.none.withoutFilters'),
    allTypes: () => t('search.none.allTypes'),
    words: ({ q = '' }) => t('search.none.words', { q }),
    oneWord: ({ q = '' }) => t('search.none.oneWord', { word: q }),
    subject: ({ subject }) => t('search.none.subject', { subject: subject?.label ?? '' }),
  };
  const steps: Step[] = (known ?? fallbacksByFilters(state)).map((fallback: Omit<Fallback, 'count'> & { count?: number }) => {
    const key = `${fallback.kind} ${fallback.q ?? ''} ${fallback.subject?.code ?? ''}`;
    return {
      key,
      text: TEXTS[fallback.kind](fallback),
      scope,
      state: leadOn(state, fallback),
      ...(fallback.count !== undefined && { count: fallback.count }),
    };
  });
  if (scope === 'search' && isScopeOpen('catalogue', session)) {
    steps.push({ key: 'catalogue', text: t('search.none.catalogue'), scope: 'catalogue', state });
  }
  if (scope === 'search' && state.q && isScopeOpen('meaning', session)) {
    steps.push({ key: 'meaning', text: t('search.none.meaning'), scope: 'meaning', state });
  }
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
          {fallbacks.map((fallback) => (
            <li key={fallback.key}>
              <Link href={searchHref(fallback.scope, fallback.state)}>{fallback.text}</Link>{' '}
              <span className="quiet">{t('search.count', { count: fallback.count })}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="quiet">{t('search.none.hints')}</p>
      <p>
        {scope === 'search' && state.q && maySearchExternal(session) && (
          <>
            <Link href={externalHref(state.q)}>{t('remote.offer')}</Link> ·{' '}
          </>
        )}
        {config.LegalPages === 'generic' && (
          <>
            <Link href={href('contact')}>{t('search.none.ask')}</Link> ·{' '}
          </>
        )}
        <Link href={searchHref(scope, { q: '', c: 'all', sort: 'relevance', filters: NO_FILTERS })}>{t('search.none.browse')}</Link>
      </p>
    </EmptyState>
  );
}
